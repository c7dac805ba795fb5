import type { voteCheckRoutes } from "../../contract/vote-checks.ts";
import { openPromise, type Promised } from "../../record/checkpoint.ts";
import { type Choice, commitmentOf } from "../../record/entries.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { findEntry, listKeys } from "../record/reading-queries.ts";
import { isPublished } from "../surveys/queries.ts";
import { addCheck, findOwnEntry } from "./queries.ts";

export function voteCheckHandlers({ db }: { db: Database }): Handlers<typeof voteCheckRoutes> {
  return {
    async reportCheck({ params: { id: surveyId }, body, viewer }) {
      const { receipt, vote, outcome, promise } = body;
      if (!(await isPublished(db, surveyId))) throw new ProblemError("not_found");
      if (outcome === "found") {
        // The opened record shows all receipts, so a receipt alone would let anybody count for others.
        const entry = await findOwnEntry(db, { surveyId, userId: viewer.id, receipt });
        if (entry?.vote !== vote) throw new ProblemError("not_found");
      } else {
        const promised = await open(surveyId, receipt, vote, promise);
        if (!promised || (await isKept(surveyId, promised, receipt, vote))) {
          throw new ProblemError("conflict", {
            detail: "This is no promise of ours that we have not kept.",
          });
        }
      }
      return { counted: await addCheck(db, { surveyId, receipt, outcome }) };
    },
  };

  /** A promise that this site has signed for this vote. It proves itself, whoever brings it. */
  async function open(surveyId: string, receipt: string, vote: Choice, promise: string) {
    const [, name = ""] = promise.split("\n");
    if (!name.endsWith(`/record/${surveyId}`)) return null;
    const keys = (await listKeys(db)).map(({ public_key }) => ({
      name,
      publicKey: Uint8Array.from(public_key),
    }));
    const promised = await openPromise(promise, keys).catch(() => null);
    return promised?.commitment === commitmentOf(surveyId, receipt, vote) ? promised : null;
  }

  /** It is in the record, or there is still time. */
  async function isKept(surveyId: string, { by }: Promised, receipt: string, vote: Choice) {
    if (Date.parse(by) > Date.now()) return true;
    return (await findEntry(db, surveyId, receipt))?.vote === vote;
  }
}
