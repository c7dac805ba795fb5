import { isNormalUser, isProUser, type Standing } from "../../contract/permissions.ts";
import type { userRoutes } from "../../contract/users.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers, Viewer } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { saveProfile, type UserLoader } from "./queries.ts";

interface Needs {
  db: Database;
  users: UserLoader;
}

export function userHandlers({ db, users }: Needs): Handlers<typeof userRoutes> {
  /** Only an admin gets this far with an e-mail that isn't their own, so `404` reveals nothing. */
  async function standingOf(email: string, viewer: Viewer): Promise<Standing> {
    if (email === viewer.email) return viewer;
    const user = await users.add(email);
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
  };
}
