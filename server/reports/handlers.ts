import { reportRoutes } from "../../contract/reports.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { preparePage } from "../http/prepared.ts";
import { orProblem } from "../http/problems.ts";
import { dismissReports, listReported, reportComment, setHidden } from "./queries.ts";

export function reportHandlers({ db }: { db: Database }): Handlers<typeof reportRoutes> {
  return {
    async reportComment({ body, viewer, key }) {
      const { surveyItemId: surveyId, commentId, report: text } = body;
      const report = { id: key, surveyId, commentId, userId: viewer.id, text };
      return orProblem(await reportComment(db, report));
    },
    async listReported({ query }) {
      const { rows, next } = await listReported(db, query);
      const items = rows.map(({ lastReported, ...item }) => ({
        ...item,
        lastReported: lastReported.toISOString(),
      }));
      return preparePage(reportRoutes.listReported, query, { items, next });
    },
    async dismissReports({ body, viewer, key }) {
      const { surveyItemId: surveyId, reportIds } = body;
      const dismissal = { key, adminId: viewer.id, surveyId, reportIds };
      return { matchedCount: await dismissReports(db, dismissal) };
    },
    async hideComment({ body, viewer, key }) {
      const { surveyItemId: surveyId, commentId, hidden } = body;
      orProblem(await setHidden(db, { key, adminId: viewer.id, surveyId, commentId, hidden }));
      return { matchedCount: 1 };
    },
  };
}
