import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import * as t from "#words/proofs";
import { ApiProblem } from "../../lib/api.ts";
import { ask } from "./provider.ts";

/** Few people use a passkey, so its code is loaded only then. */
const loadCeremonies = () => import("@simplewebauthn/browser");

/** Browsers allow passkeys on https host names and on `localhost`, but not on IP addresses. */
export function passkeysWork(): boolean {
  const { hostname } = window.location;
  const isBareAddress = /^[\d.]+$|^\[/.test(hostname);
  return window.isSecureContext && !isBareAddress && "PublicKeyCredential" in window;
}

export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await ask<PublicKeyCredentialCreationOptionsJSON>(
    "/passkey/generate-register-options",
  );
  const { startRegistration } = await loadCeremonies();
  const response = await withOwnErrors(startRegistration({ optionsJSON }));
  await ask("/passkey/verify-registration", { name, response });
}

export async function signInWithPasskey(): Promise<void> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>(
    "/passkey/generate-authenticate-options",
  );
  // The server only accepts passkeys that checked a finger, a face or a PIN.
  const optionsJSON = { ...options, userVerification: "required" } as const;
  const { startAuthentication } = await loadCeremonies();
  const response = await withOwnErrors(startAuthentication({ optionsJSON }));
  await ask("/passkey/verify-authentication", { response });
}

/** Turns an error of the browser's passkey dialog into one of ours. */
async function withOwnErrors<Answer>(ceremony: Promise<Answer>): Promise<Answer> {
  try {
    return await ceremony;
  } catch (error) {
    const { WebAuthnError } = await loadCeremonies();
    const known =
      error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    throw new ApiProblem("conflict", {
      detail: known ? t.passkeyKnown : t.noPasskeyUsed,
    });
  }
}
