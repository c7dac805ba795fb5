import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { CLIENT_ADDRESS_HEADER } from "../provider.ts";
import type { SignUpChallenges } from "../sign-up-challenges.ts";

/** Must come after the password rules: a password that they refuse must not cost a proof. */
export function proofOfWork(challenges: SignUpChallenges): BetterAuthPlugin {
  return {
    id: "proof-of-work",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/sign-up/email",
          handler: createAuthMiddleware(async ({ body, headers }) => {
            const address = headers?.get(CLIENT_ADDRESS_HEADER) ?? "";
            if (await challenges.accept(address, body.proof)) return;
            throw new APIError("PRECONDITION_REQUIRED", { code: "PROOF_REQUIRED" });
          }),
        },
      ],
    },
  };
}
