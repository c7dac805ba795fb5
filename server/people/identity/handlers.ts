import { DISPLAY_NAME_MAX, displayName } from "../../../contract/fields.ts";
import type { identityRoutes } from "../../../contract/identity.ts";
import { photoUrl } from "../../../contract/photo-url.ts";
import { visibleLine } from "../../../contract/visible-text.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers, Identity } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import { type ReadOnlyUntil, refuseIfReadOnly } from "../../http/read-only.ts";
import { ensureUser, type HashAddress, type User, type UserLoader } from "../users/queries.ts";
import { setAdmin } from "../users/standing-queries.ts";
import type { AccessTokens } from "./access-token.ts";
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

/** The provider allows other names and photos than we do. Those are cut, cleaned or replaced. */
export function toPerson(identity: Pick<Identity, "email" | "name" | "image">) {
  const name = displayName.safeParse(visibleLine(identity.name.slice(0, DISPLAY_NAME_MAX)));
  const photo = photoUrl.safeParse(identity.image);
  return {
    email: identity.email,
    username: name.success ? name.data : (identity.email.split("@")[0] ?? identity.email),
    url: photo.success ? photo.data : "",
  };
}
