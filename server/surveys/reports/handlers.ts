import type { reportRoutes } from "../../../contract/reports.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { orProblem } from "../../http/problems.ts";
import { listHidden, setHidden } from "./hiding-queries.ts";
import { dismissReports, listReported, reportComment, reportSurvey } from "./queries.ts";

export function reportHandlers({ db }: { db: Database }): Handlers<typeof reportRoutes> {
  return {
    async reportSurvey({ body, viewer, key }) {
      const { surveyItemId: surveyId, report: text } = body;
      return orProblem(await reportSurvey(db, { id: key, surveyId, userId: viewer.id, text }));
    },
    async reportComment({ body, viewer, key }) {
      const { surveyItemId: surveyId, commentId, report: text } = body;
      const report = { id: key, surveyId, commentId, userId: viewer.id, text };
      return orProblem(await reportComment(db, report));
    },
    listReported: ({ page }) => listReported(db, page),
    async dismissReports({ body, viewer, key }) {
      const { surveyItemId: surveyId, reportIds } = body;
      const dismissal = { key, adminId: viewer.id, surveyId, reportIds };
      return { matchedCount: await dismissReports(db, dismissal) };
    },
    listHidden: ({ page }) => listHidden(db, page),
    async hideComment({ body, viewer, key }) {
      const { surveyItemId: surveyId, reason = null, ...rest } = body;
      orProblem(await setHidden(db, { key, adminId: viewer.id, surveyId, reason, ...rest }));
      return { matchedCount: 1 };
    },
  };
}
