import { isNormalUser, isProUser, type Standing } from "../../contract/permissions.ts";
import type { userRoutes } from "../../contract/users.ts";
import type { Database } from "../database/connect.ts";
import { eachPage } from "../database/keyset.ts";
import type { Handlers, Viewer } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import {
  changeRole,
  type HashAddress,
  listUsers,
  removePerson,
  saveProfile,
  type UserLoader,
} from "./queries.ts";
import { whyNotChangeRole, whyNotRemove } from "./rules.ts";

interface Deps {
  db: Database;
  users: UserLoader;
  hashAddress: HashAddress;
}

export function userHandlers({ db, users, hashAddress }: Deps): Handlers<typeof userRoutes> {
  /** Only an admin gets this far with an e-mail that isn't their own, so `404` reveals nothing. */
  async function standingOf(email: string, viewer: Viewer): Promise<Standing> {
    if (email === viewer.email) return viewer;
    const user = await users.load(email);
    if (!user) throw new ProblemError("not_found");
    return user;
  }

  return {
    async registerUser({ viewer, body }) {
      if (body.email !== viewer.email) {
        throw new ProblemError("forbidden", { detail: "This e-mail is not yours." });
      }
      await saveProfile(db, viewer.id, { username: body.username, url: body.url });
      return { insertedId: viewer.id };
    },
    async readNormalFlag({ params, viewer }) {
      return { isNormalUser: isNormalUser(await standingOf(params.email, viewer)) };
    },
    async readProFlag({ params, viewer }) {
      return { isProUser: isProUser(await standingOf(params.email, viewer)) };
    },
    async readAdminFlag({ params, viewer }) {
      return { isAdmin: (await standingOf(params.email, viewer)).admin };
    },
    async readSurveyorFlag({ params, viewer }) {
      return { isSurveyor: (await standingOf(params.email, viewer)).role === "surveyor" };
    },
    listUsers: ({ query, page }) => listUsers(db, query, page),
    exportUsers: () => eachPage((page) => listUsers(db, {}, page)),
    async changeRole({ params, body, viewer, key }) {
      const deed = { key, actorId: viewer.id, userId: params.id };
      const found = await changeRole(db, deed, body.role, (person) =>
        refuse(whyNotChangeRole(viewer.id, { id: params.id, ...person })),
      );
      if (!found) throw new ProblemError("not_found");
      return { matchedCount: 1 };
    },
    async deleteUser({ params, viewer, key }) {
      const deed = { key, actorId: viewer.id, userId: params.id };
      const found = await removePerson(db, deed, hashAddress, (person, admins) =>
        refuse(whyNotRemove(viewer.id, { id: params.id, ...person }, admins)),
      );
      if (!found) throw new ProblemError("not_found");
      return { deletedCount: 1 };
    },
  };
}

function refuse(reason: string | null): void {
  if (reason) throw new ProblemError("conflict", { detail: reason });
}
