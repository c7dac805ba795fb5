import type { surveyorRequestRoutes } from "../../../contract/surveyor-requests.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { orProblem, ProblemError } from "../../http/problems.ts";
import { addRequest, decideOnRequest } from "./decision-queries.ts";
import { deleteRequest, findOwnRequest, listRequests } from "./queries.ts";

export function surveyorRequestHandlers({ db }: { db: Database }) {
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
      orProblem(await decideOnRequest(db, decision));
      return { matchedCount: 1 };
    },
  } satisfies Handlers<typeof surveyorRequestRoutes>;
}
