import type { voteCheckRoutes } from "../../contract/vote-checks.ts";
import { toBase64 } from "../../record/bytes.ts";
import type { Promised } from "../../record/checkpoint.ts";
import { commitmentOf } from "../../record/entries.ts";
import { dueAt } from "../../record/promise-due.ts";
import { openBatchPromise } from "../../record/promises.ts";
import type { Database } from "../database/connect.ts";
import type { Call, Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { listKeys } from "../record/key-queries.ts";
import { findPublic } from "../surveys/queries.ts";
import { addCheck, findEntry, findOwnEntry } from "./queries.ts";

type Report = Call<typeof voteCheckRoutes.reportCheck>["body"];

export function voteCheckHandlers({ db }: { db: Database }): Handlers<typeof voteCheckRoutes> {
  return {
    async reportCheck({ params: { id: surveyId }, body, viewer }) {
      const { receipt, vote, outcome } = body;
      const survey = await findPublic(db, surveyId);
      if (!survey) throw new ProblemError("not_found");
      if (outcome === "found") {
        // The opened record shows all receipts, so a receipt alone would let anybody count for others.
        const entry = await findOwnEntry(db, { surveyId, userId: viewer.id, receipt });
        if (entry?.vote !== vote) throw new ProblemError("not_found");
      } else if (!(await isBroken(surveyId, survey.closesAt, body))) {
        throw new ProblemError("promise.not-broken");
      }
      return { counted: await addCheck(db, { surveyId, receipt, outcome }) };
    },
  };

  /** A promise that this site has signed proves itself, whoever brings it. */
  async function isBroken(surveyId: string, closesAt: string | null, report: Report) {
    const { receipt, vote, nonce, textHash, promise } = report;
    const bound = nonce ? { nonce, textHash } : null;
    const commitment = commitmentOf(surveyId, receipt, vote, bound);
    const keys = (await listKeys(db, "record_keys")).map(({ public_key }) => toBase64(public_key));
    const promised = promise && (await openBatchPromise(promise, keys).catch(() => null));
    if (promised?.commitment !== commitment || !isDue(promised, closesAt)) return false;
    const entry = await findEntry(db, surveyId, receipt);
    return entry?.vote !== vote || (bound !== null && entry.commitment !== commitment);
  }
}

function isDue({ by }: Promised, closesAt: string | null): boolean {
  const due = dueAt(by, closesAt);
  return due !== null && Date.parse(due) < Date.now();
}
