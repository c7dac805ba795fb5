import type { draftRoutes } from "../../../contract/drafts.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { orProblem, ProblemError } from "../../http/problems.ts";
import { deleteDraft, findDraft, listDrafts, saveDraft } from "./queries.ts";

export function draftHandlers({ db }: { db: Database }): Handlers<typeof draftRoutes> {
  return {
    listDrafts: ({ viewer }) => listDrafts(db, viewer.id),
    readDraft: async ({ params, viewer }) => ({
      draft: (await findDraft(db, viewer.id, params.id)) ?? null,
    }),
    async saveDraft({ params, body, viewer }) {
      orProblem(await saveDraft(db, { userId: viewer.id, ...params, ...body }));
      return { revision: body.revision + 1 };
    },
    async deleteDraft({ params, viewer }) {
      const deleted = await deleteDraft(db, viewer.id, params.id);
      if (!deleted) throw new ProblemError("not_found");
      return { deletedCount: 1 };
    },
  };
}
