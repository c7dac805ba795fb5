import { createHash, randomUUID } from "node:crypto";
import type { HookContext } from "./hook-context.ts";

// Half a year, so that a computer is still known after a long summer break.
const MAX_AGE_SECONDS = 180 * 24 * 3600;

/**
 * Marks a browser in which a person has logged in by password or opened a link from our mail. Wrong
 * passwords from other browsers can't lock this one out:
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 * The cookie is signed, contains a hash of the account's address and stored password, and is valid
 * for that account only, until its password changes: whoever knew an earlier one is a stranger. It
 * proves nothing else: the password is still required.
 */
export async function rememberDevice(context: HookContext, email: string): Promise<void> {
  const { name, attributes } = cookie(context);
  // A new device id at every log-in, so its count of wrong passwords starts again too.
  const value = `${randomUUID()}.${await readAccount(context, email)}`;
  await context.setSignedCookie(name, value, context.context.secret, attributes);
}

/** The random id of this device, if it is a known device of this account. */
export async function readKnownDevice(context: HookContext, email: string): Promise<string | null> {
  const value = await context.getSignedCookie(cookie(context).name, context.context.secret);
  const [device, account] = (value || "").split(".");
  return device && account === (await readAccount(context, email)) ? device : null;
}

const resets = new WeakMap<Request, string>();

/** Remembers whose password a request resets: the provider's answer does not say. */
export function noteReset(request: Request | undefined, email: string): void {
  if (request) resets.set(request, email);
}

export function findReset(request: Request | undefined): string | undefined {
  return request && resets.get(request);
}

function cookie(context: HookContext) {
  return context.context.createAuthCookie("known_device", { maxAge: MAX_AGE_SECONDS });
}

/** Stands for the account as long as it has this password. */
async function readAccount({ context }: HookContext, email: string): Promise<string> {
  const found = await context.internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const password = found?.accounts.find(({ providerId }) => providerId === "credential")?.password;
  return createHash("sha256").update(`${email} ${password}`).digest("base64url");
}
