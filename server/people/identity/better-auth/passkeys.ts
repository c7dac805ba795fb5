import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, getSessionFromCtx } from "better-auth/api";
import type { Database } from "../../../database/connect.ts";
import { readConfirmationWays } from "../queries.ts";
import { before } from "./hook-context.ts";

// A person has a few devices and one or two security keys; a longer list would only be confusing.
const MOST_PASSKEYS = 20;

interface Deps {
  db: Database;
  /** The addresses of this site. Of a local site's, browsers accept only `localhost`. */
  siteUrls: string[];
}

/**
 * Passkeys that work without typing an e-mail address and that check the owner by fingerprint, face
 * or PIN. Each therefore counts as two factors.
 */
export function passkeyPlugins({ db, siteUrls }: Deps): BetterAuthPlugin[] {
  const hosts = siteUrls.map((url) => new URL(url).hostname);
  return [
    passkey({
      rpID: hosts.length === 1 && hosts[0] ? hosts[0] : "localhost",
      origin: siteUrls.map((url) => new URL(url).origin),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      registration: {
        afterVerification: ({ verification }) =>
          mustHaveCheckedOwner(verification.registrationInfo?.userVerified),
      },
      authentication: {
        afterVerification: ({ verification }) =>
          mustHaveCheckedOwner(verification.authenticationInfo.userVerified),
      },
    }),
    {
      id: "passkey-limits",
      hooks: before(["/passkey/generate-register-options"], async (context) => {
        const session = await getSessionFromCtx(context);
        const ways = session && (await readConfirmationWays(db, session.user.id));
        if (ways && ways.passkeys >= MOST_PASSKEYS) {
          throw new APIError("UNPROCESSABLE_ENTITY", { code: "TOO_MANY_PASSKEYS" });
        }
      }),
    },
  ];
}

async function mustHaveCheckedOwner(checked: boolean | undefined): Promise<undefined> {
  if (!checked) throw new APIError("UNAUTHORIZED", { code: "OWNER_NOT_CHECKED" });
}
