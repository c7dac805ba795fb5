import { isNormalUser, isProUser, type Standing } from "../../../contract/permissions.ts";
import type { userRoutes } from "../../../contract/users.ts";
import type { Database } from "../../database/connect.ts";
import { eachPage } from "../../database/keyset.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import { orProblem, ProblemError } from "../../http/problems.ts";
import { saveLanguage } from "./language-queries.ts";
import { type HashAddress, listUsers, saveProfile, type UserLoader } from "./queries.ts";
import { removePerson } from "./removal-queries.ts";
import { changeRole } from "./standing-queries.ts";

interface Deps {
  db: Database;
  users: UserLoader;
  hashAddress: HashAddress;
}

export function userHandlers({ db, users, hashAddress }: Deps): Handlers<typeof userRoutes> {
  /** Null for an unknown e-mail, whose flags are all false. Only admins may ask about others. */
  async function standingOf(email: string, viewer: Viewer): Promise<Standing | null> {
    return email === viewer.email ? viewer : ((await users.load(email)) ?? null);
  }

  return {
    async registerUser({ viewer, body }) {
      if (body.email !== viewer.email) {
        throw new ProblemError("email.not-yours");
      }
      await saveProfile(db, viewer.id, { username: body.username, url: body.url });
      return { insertedId: viewer.id };
    },
    async setLanguage({ viewer, body }) {
      await saveLanguage(db, viewer.id, body.language);
      return { matchedCount: 1 };
    },
    async readNormalFlag({ params, viewer }) {
      return { isNormalUser: isNormalUser(await standingOf(params.email, viewer)) };
    },
    async readProFlag({ params, viewer }) {
      return { isProUser: isProUser(await standingOf(params.email, viewer)) };
    },
    async readAdminFlag({ params, viewer }) {
      return { isAdmin: (await standingOf(params.email, viewer))?.admin ?? false };
    },
    async readSurveyorFlag({ params, viewer }) {
      return { isSurveyor: (await standingOf(params.email, viewer))?.role === "surveyor" };
    },
    listUsers: ({ query, page }) => listUsers(db, query, page),
    exportUsers: () => eachPage((page) => listUsers(db, {}, page)),
    async changeRole({ params, body, viewer, key }) {
      const change = { key, actorId: viewer.id, userId: params.id };
      orProblem(await changeRole(db, change, body.role));
      return { matchedCount: 1 };
    },
    async deleteUser({ params, viewer, key }) {
      const change = { key, actorId: viewer.id, userId: params.id, ownWish: false };
      orProblem(await removePerson(db, change, hashAddress));
      return { deletedCount: 1 };
    },
  };
}
