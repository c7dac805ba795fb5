import type { surveyorRequestRoutes } from "../../contract/surveyor-requests.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { orProblem, ProblemError } from "../http/problems.ts";
import type { Mailer } from "../mail/mailer.ts";
import { addRequest, decideOnRequest } from "./decision-queries.ts";
import { decisionMail } from "./mails.ts";
import { deleteRequest, findOwnRequest, listRequests } from "./queries.ts";

interface Deps {
  db: Database;
  mailer: Mailer;
  siteUrl: string;
}

export function surveyorRequestHandlers({
  db,
  mailer,
  siteUrl,
}: Deps): Handlers<typeof surveyorRequestRoutes> {
  return {
    async askToBeSurveyor({ body, viewer, key }) {
      const { id: userId, tokenVersion } = viewer;
      const request = { id: key, userId, tokenVersion, reason: body.reason };
      const outcome = await addRequest(db, request);
      if (outcome === "missing") throw new ProblemError("unauthenticated");
      orProblem(outcome);
      return { insertedId: key };
    },
    async readOwnRequest({ viewer }) {
      return { request: (await findOwnRequest(db, viewer.id)) ?? null };
    },
    async withdrawRequest({ viewer }) {
      return { deletedCount: await deleteRequest(db, viewer.id) };
    },
    listRequests: ({ page }) => listRequests(db, page),
    async decideOnRequest({ params, body: { accepted, answer }, viewer, key }) {
      const decision = { key, adminId: viewer.id, requestId: params.id, accepted, answer };
      const outcome = await decideOnRequest(db, decision, (trx, to) =>
        mailer.sendWith(trx, decisionMail({ to, accepted, answer, siteUrl })),
      );
      orProblem(outcome);
      return { matchedCount: 1 };
    },
  };
}
