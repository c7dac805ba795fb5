import type { BetterAuthPlugin } from "better-auth";
import { APIError } from "better-auth/api";
import { CLIENT_ADDRESS_HEADER } from "../provider.ts";
import type { SignUpChallenges } from "../sign-up-challenges.ts";
import { before } from "./hook-context.ts";

/** Must come after the password rules: a password that they refuse must not cost a proof. */
export function proofOfWork(challenges: SignUpChallenges): BetterAuthPlugin {
  return {
    id: "proof-of-work",
    hooks: before(["/sign-up/email"], async ({ body, headers }) => {
      const address = headers?.get(CLIENT_ADDRESS_HEADER) ?? "";
      if (await challenges.accept(address, body.proof)) return;
      throw new APIError("PRECONDITION_REQUIRED", { code: "PROOF_REQUIRED" });
    }),
  };
}
