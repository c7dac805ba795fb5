import * as t from "#words/ballots";
import { routes } from "../../../contract/routes.ts";
import { type BallotKey, importBallotKey } from "../../../record/ballots.ts";
import { WrongRecord } from "../../../record/faults.ts";
import { readLoggedKey } from "../../../record/log-since.ts";
import { canCheckSignatures } from "../../../record/signed-note.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import { recordOf } from "../../record/survey-record/shared/record-source.ts";

/** From the site's log, so that no voter can be marked by a key that only they are shown. */
export async function readLoggedBallotKey(surveyId: string): Promise<BallotKey> {
  const { key, place } = await callRoute(routes.readBallotKey, {
    params: { id: surveyId },
    anonymous: true,
  });
  if (place === null) throw new ApiProblem("paper_not_ready");
  // A browser that can't check signatures has to believe the site, as in everything it checks.
  if (!(await canCheckSignatures())) return importBallotKey(key);
  const { log } = recordOf(surveyId);
  const logged = await readLoggedKey(log, surveyId, place).catch((error: unknown) => {
    if (!(error instanceof WrongRecord)) throw error;
    throw new ApiProblem("internal", { detail: t.keyNotLogged });
  });
  if (!logged) throw new ApiProblem("paper_not_ready");
  return importBallotKey(logged);
}
