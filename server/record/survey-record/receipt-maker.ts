import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { toHex } from "../../../record/bytes.ts";
import { commitmentOf } from "../../../record/entries.ts";
import {
  AT_CLOSING,
  makePromises,
  promisedAt,
  type VotePromise,
} from "../../../record/promises.ts";
import type { Database } from "../../database/connect.ts";
import type { ReceiptMaker } from "../../surveys/votes/receipts.ts";
import { originOf, type RecordDeps } from "./queries.ts";
import { withoutDashes } from "./reading-queries.ts";

interface Terms {
  origin: string;
  /** Its votes are entered when the survey closes. */
  atClosing: boolean;
  /** Ballots wait for others. */
  isSecret: boolean;
}

// Some 3 MB.
const TERMS_KEPT = 10_000;
// Until a record begins, its name may be another: another server may begin it while the site moves.
const WITHOUT_RECORD_MS = 60_000;

export function createReceiptMaker(deps: RecordDeps & { db: Database }): ReceiptMaker {
  const { db, signer, host } = deps;
  // Who sees a survey's result, and when, does not change after the first vote, nor a record's name.
  const kept = new LRUCache<string, Terms>({ max: TERMS_KEPT, ttlResolution: 0 });

  async function readTerms(surveyIds: string[]): Promise<Map<string, Terms>> {
    const found = new Map<string, Terms>();
    for (const id of surveyIds) {
      const known = kept.get(id);
      if (known) found.set(id, known);
    }
    const missing = [...new Set(surveyIds)].filter((id) => !found.has(id));
    for (const { id, results, ballot, origin } of await findTerms(db, missing)) {
      const name = origin ?? originOf(host, id);
      const isSecret = ballot === "secret";
      const terms = { origin: name, atClosing: results === "closed", isSecret };
      found.set(id, terms);
      kept.set(id, terms, { ttl: origin ? 0 : WITHOUT_RECORD_MS });
    }
    return found;
  }

  return async (votes) => {
    const terms = await readTerms(votes.map(({ surveyId }) => surveyId));
    const given = votes.map((vote) => {
      const known = terms.get(vote.surveyId);
      // A record that has begun since is known as soon as this server has read it.
      const origin = signer.heads.last(vote.surveyId)?.origin ?? known?.origin ?? "";
      const receipt = withoutDashes(vote.receipt);
      const nonce = withoutDashes(vote.nonce);
      const textHash = toHex(vote.textHash);
      return {
        own: { receipt, nonce, vote: vote.vote, textHash, origin },
        promised: {
          origin,
          commitment: commitmentOf(vote.surveyId, receipt, vote.vote, { nonce, textHash }),
          by: byWhen(vote.createdAt, known),
        },
      };
    });
    const promises = makePromises(
      given.map(({ promised }) => promised),
      signer.sign,
    );
    return given.map(({ own }, index) => ({ ...own, promise: promises[index] as VotePromise }));
  };
}

const HOUR_MS = 3_600_000;
// The longest that a ballot waits for others, and the hour in which it is entered then.
const BALLOT_HOURS = 25;

/** By when the vote is promised to be in the record. */
function byWhen(cast: Date, terms: Terms | undefined): string {
  if (terms?.atClosing) return AT_CLOSING;
  if (!terms?.isSecret) return promisedAt(cast);
  const hour = Math.ceil(cast.getTime() / HOUR_MS);
  return new Date((hour + BALLOT_HOURS) * HOUR_MS).toISOString();
}

async function findTerms(db: Database, surveyIds: string[]) {
  if (surveyIds.length === 0) return [];
  const ofThese = sql<string>`any(${surveyIds}::uuid[])`;
  return db
    .selectFrom("surveys as s")
    .leftJoin("records as r", (join) =>
      join.onRef("r.survey_id", "=", "s.id").on("r.survey_id", "=", ofThese),
    )
    .select(["s.id", "s.results", "s.ballot", "r.origin"])
    .where("s.id", "=", ofThese)
    .execute();
}
