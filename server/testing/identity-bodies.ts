import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { identityCalls } from "../../contract/identity-calls.ts";
import { pages } from "../../contract/pages.ts";
import { PASSWORD } from "./test-app.ts";

export type IdentityCallName = keyof typeof identityCalls;
type WithBody = {
  [Name in IdentityCallName]: (typeof identityCalls)[Name] extends { body: object } ? Name : never;
}[IdentityCallName];

const credential = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  clientExtensionResults: {},
} as const;

/** Bodies of the identity provider's calls that pass the contract; tokens and ids are invented. */
export function identityBodies(email: string): {
  [Name in WithBody]: z.input<(typeof identityCalls)[Name]["body"]>;
} {
  const id = randomUUID();
  return {
    signUp: { name: "Test Person", email, password: PASSWORD, image: "" },
    signIn: { email, password: PASSWORD },
    startSocialSignIn: {
      provider: "demo",
      callbackURL: pages.socialPopup,
      errorCallbackURL: pages.socialPopup,
      disableRedirect: true,
    },
    signOut: {},
    updateUser: { name: "Test Person", image: "" },
    sendConfirmationMail: { email },
    confirmEmail: { token: "made up", password: PASSWORD },
    requestPasswordReset: { email },
    changePassword: { currentPassword: PASSWORD, newPassword: PASSWORD },
    endSession: { id },
    endOtherSessions: {},
    disconnectSocial: { accountId: id },
    deleteAccount: { password: "not the password" },
    confirmSignIn: { password: "not the password" },
    enableTwoFactor: { password: "not the password" },
    disableTwoFactor: { password: "not the password" },
    makeRecoveryCodes: { password: "not the password" },
    verifyCode: { code: "000000" },
    verifyRecoveryCode: { code: "aaaaa-aaaaa" },
    addPasskey: {
      name: "Made up",
      response: { ...credential, response: { clientDataJSON: "e30", attestationObject: "oA" } },
    },
    renamePasskey: { id, name: "Mine now" },
    removePasskey: { id },
    signInWithPasskey: {
      response: {
        ...credential,
        response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" },
      },
    },
    resetPassword: { token: "made up", newPassword: PASSWORD },
  };
}
