import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { ApiProblem } from "../lib/api.ts";
import { ask } from "./provider.ts";

/** Browsers take passkeys at names with https, and at `localhost`; never at a bare address. */
export function passkeysWork(): boolean {
  const { hostname } = window.location;
  const isBareAddress = /^[\d.]+$|^\[/.test(hostname);
  return window.isSecureContext && !isBareAddress && browserSupportsWebAuthn();
}

export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await ask<PublicKeyCredentialCreationOptionsJSON>(
    "/passkey/generate-register-options",
  );
  const response = await said(startRegistration({ optionsJSON }));
  await ask("/passkey/verify-registration", { name, response });
}

export async function signInWithPasskey(): Promise<void> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>(
    "/passkey/generate-authenticate-options",
  );
  // With finger, face or PIN: the server takes nothing less.
  const optionsJSON = { ...options, userVerification: "required" } as const;
  const response = await said(startAuthentication({ optionsJSON }));
  await ask("/passkey/verify-authentication", { response });
}

/** What went wrong between the person, their device and the browser, in our words. */
async function said<Answer>(ceremony: Promise<Answer>): Promise<Answer> {
  try {
    return await ceremony;
  } catch (error) {
    const known =
      error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    throw new ApiProblem("conflict", {
      detail: known
        ? "This device already has a passkey for your account."
        : "No passkey was used. You can try again.",
    });
  }
}
