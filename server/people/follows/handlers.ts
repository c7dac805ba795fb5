import type { followRoutes } from "../../../contract/follows.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { orProblem, ProblemError } from "../../http/problems.ts";
import {
  follow,
  listFollows,
  readFollowed,
  readNewsSettings,
  setNewsSettings,
  stopFollowing,
} from "./queries.ts";

export function followHandlers({ db }: { db: Database }): Handlers<typeof followRoutes> {
  return {
    async readFollowed({ params, viewer }) {
      const followed = await readFollowed(db, { userId: viewer.id, surveyId: params.id });
      if (!followed) throw new ProblemError("not_found");
      return followed;
    },
    async follow({ params, viewer, body }) {
      orProblem(await follow(db, { userId: viewer.id, surveyId: params.id, ...body }));
      return { matchedCount: 1 };
    },
    listFollows: ({ viewer, page }) => listFollows(db, viewer.id, page),
    async stopFollowing({ params, viewer }) {
      orProblem(await stopFollowing(db, viewer.id, params.id));
      return { deletedCount: 1 };
    },
    readNewsSettings: ({ viewer }) => readNewsSettings(db, viewer.id),
    async setNewsSettings({ viewer, body }) {
      await setNewsSettings(db, viewer.id, body.rhythm);
      return { matchedCount: 1 };
    },
  };
}
