import { ask, readOfProvider } from "./provider.ts";

/** How the signed-in person can prove who they are. */
export interface ConfirmationWays {
  password: boolean;
  twoFactor: boolean;
  passkeys: number;
  social: string[];
  /** Whether this session was proven by a second factor. Without that, no factor can be changed. */
  proven: boolean;
}

export interface Passkey {
  id: string;
  name: string | null;
  createdAt: string | null;
}

export const confirmationWaysQuery = readOfProvider<ConfirmationWays>("/proof-ways");

export const passkeysQuery = readOfProvider<Passkey[]>("/passkey/list-user-passkeys");

export function confirmSignIn(password: string, code?: string) {
  return ask("/confirm-sign-in", { password, code });
}

/** Log-in asks for a code only after a first code has shown that the app has the secret. */
export async function startTwoFactor(password?: string) {
  const { totpURI, backupCodes } = await ask<{ totpURI: string; backupCodes: string[] }>(
    "/two-factor/enable",
    { password },
  );
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return { address: totpURI, secret, recoveryCodes: backupCodes };
}

export function endTwoFactor(password?: string) {
  return ask("/two-factor/disable", { password });
}

export async function makeRecoveryCodes(password?: string): Promise<string[]> {
  const { backupCodes } = await ask<{ backupCodes: string[] }>(
    "/two-factor/generate-backup-codes",
    { password },
  );
  return backupCodes;
}

export type CodeKind = "app" | "recovery";

export function verifyCode(code: string, kind: CodeKind) {
  return ask(kind === "app" ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code", {
    code,
  });
}

export function renamePasskey(id: string, name: string) {
  return ask("/passkey/update-passkey", { id, name });
}

export function removePasskey(id: string) {
  return ask("/passkey/delete-passkey", { id });
}
