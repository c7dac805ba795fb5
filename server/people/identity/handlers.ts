import type { identityRoutes } from "../../../contract/identity.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers, Identity } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import { type ReadOnlyUntil, refuseIfReadOnly } from "../../http/read-only.ts";
import { ensureUser, type HashAddress, type User, type UserLoader } from "../users/queries.ts";
import { setAdmin } from "../users/standing-queries.ts";
import type { AccessTokens } from "./access-token.ts";
import { toPerson } from "./person.ts";
import type { SignUpChallenges } from "./sign-up-challenges.ts";
import { endTokens } from "./token-queries.ts";

interface Deps {
  db: Database;
  users: UserLoader;
  readOnlyUntil: ReadOnlyUntil;
  tokens: AccessTokens;
  adminEmail: string | undefined;
  hashAddress: HashAddress;
  challenges: SignUpChallenges;
}

export function identityHandlers({
  db,
  users,
  readOnlyUntil,
  tokens,
  adminEmail,
  hashAddress,
  challenges,
}: Deps): Handlers<typeof identityRoutes> {
  function issue(user: User, identity: Identity): string {
    if (user.locked) throw new ProblemError("account.locked");
    return tokens.issue(user, identity);
  }

  return {
    createSignUpChallenge: async ({ address }) => ({
      challenge: await challenges.challengeFor(address),
    }),
    async issueToken({ identity, body }) {
      if (body.email !== identity.email) {
        throw new ProblemError("email.not-yours");
      }
      if (await readOnlyUntil()) {
        // Nothing is stored; somebody who is new has to wait.
        const known = await users.load(identity.email);
        if (!known) await refuseIfReadOnly(readOnlyUntil);
        else return issue(known, identity);
      }
      const user = await ensureUser(db, toPerson(identity), hashAddress);
      if (!user) throw new ProblemError("unauthenticated");
      // Anybody can register this address, so only a verified one counts.
      if (identity.emailVerified && identity.email === adminEmail && !user.admin) {
        await setAdmin(db, identity.email, true);
      }
      return issue(user, identity);
    },
    async logOut({ viewer }) {
      await endTokens(db, viewer.id, viewer.tokenVersion);
      return { loggedOut: true };
    },
  };
}
