import type { reportRoutes } from "../../contract/reports.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { dismissReports, listReported, reportComment, setHidden } from "./queries.ts";

export function reportHandlers({ db }: { db: Database }): Handlers<typeof reportRoutes> {
  return {
    async reportComment({ body, viewer, key }) {
      const { surveyItemId: surveyId, commentId, report: text } = body;
      const report = { id: key, surveyId, commentId, userId: viewer.id, text };
      const insertedId = await reportComment(db, report);
      if (!insertedId) throw new ProblemError("not_found");
      return { insertedId };
    },
    listReported: ({ page }) => listReported(db, page),
    async dismissReports({ body, viewer, key }) {
      const { surveyItemId: surveyId, reportIds } = body;
      const deed = { key, adminId: viewer.id, surveyId, reportIds };
      return { matchedCount: await dismissReports(db, deed) };
    },
    async hideComment({ body, viewer, key }) {
      const { surveyItemId: surveyId, commentId, hidden } = body;
      const found = await setHidden(db, { key, adminId: viewer.id, surveyId, commentId, hidden });
      if (!found) throw new ProblemError("not_found");
      return { matchedCount: 1 };
    },
  };
}
