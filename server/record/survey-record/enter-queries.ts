import { toHex } from "../../../record/bytes.ts";
import { commitmentOf, toText } from "../../../record/entries.ts";
import type { Database } from "../../database/connect.ts";
import type { Signer } from "../signing/signer.ts";
import { addToHours } from "../timeline/queries.ts";
import { appendEntries } from "./append-queries.ts";
import { type LockedRecord, type RecordState, VOTES_AT_ONCE, type VoteToEnter } from "./queries.ts";
import { withoutDashes } from "./reading-queries.ts";
import type { StoredEntry, StoredVote } from "./rules.ts";

/**
 * Enters votes in the record of their survey, which the transaction has locked. None of them may be in
 * the record already. `inTurn`: all before them are. Returns the record as it is then.
 */
export async function enterVotes(
  trx: Database,
  signer: Signer,
  locked: LockedRecord,
  votes: VoteToEnter[],
  { inTurn }: { inTurn: boolean },
): Promise<LockedRecord> {
  let record = locked;
  for (let from = 0; from < votes.length; from += VOTES_AT_ONCE) {
    const some = votes.slice(from, from + VOTES_AT_ONCE);
    record = await enterSome(
      trx,
      signer,
      record,
      some,
      inTurn ? readTo(some) : aheadTo(record, some),
    );
  }
  return record;
}

function readTo(votes: VoteToEnter[]): Partial<RecordState> {
  const last = votes.at(-1);
  return last ? { read_to: last.createdAt, read_id: last.id } : {};
}

function aheadTo({ ahead_to }: LockedRecord, votes: VoteToEnter[]): Partial<RecordState> {
  const times = votes.map(({ createdAt }) => createdAt.getTime());
  return { ahead_to: new Date(Math.max(ahead_to.getTime(), ...times)) };
}

async function enterSome(
  trx: Database,
  signer: Signer,
  record: LockedRecord,
  votes: VoteToEnter[],
  change: Partial<RecordState>,
): Promise<LockedRecord> {
  const { survey_id: surveyId, text_hash: lastText } = record;
  const entries: StoredEntry[] = record.size > 0 ? [] : [{ text: toText({ kind: "version" }) }];
  let asked = lastText && toHex(lastText);
  for (const [hash, answers] of groupByText(votes, asked)) {
    if (hash !== asked) entries.push({ text: toText({ kind: "text", hash }) });
    asked = hash;
    entries.push(...inOrder(answers.map((vote) => toEntry(surveyId, vote, hash))));
  }
  await addToHours(trx, surveyId, votes);
  return appendEntries(trx, signer, record, entries, {
    votes: record.votes + votes.length,
    text_hash: asked === null ? null : Buffer.from(asked, "hex"),
    ...change,
  });
}

function toEntry(surveyId: string, { vote, ...secret }: VoteToEnter, textHash: string): StoredVote {
  const [receipt, nonce] = [withoutDashes(secret.receipt), withoutDashes(secret.nonce)];
  const commitment = commitmentOf(surveyId, receipt, vote, { nonce, textHash });
  return { receipt, nonce, vote, commitment };
}

/** Those that have answered the text that is in the record last come first. */
function groupByText(votes: VoteToEnter[], last: string | null): Map<string, VoteToEnter[]> {
  const groups = new Map<string, VoteToEnter[]>(last ? [[last, []]] : []);
  for (const vote of votes) {
    const hash = toHex(vote.textHash);
    const group = groups.get(hash) ?? [];
    group.push(vote);
    groups.set(hash, group);
  }
  return groups;
}

/** In the order of their receipts, so that their places don't tell who voted first. */
function inOrder(votes: StoredVote[]): StoredVote[] {
  return votes.sort((a, b) => (a.receipt < b.receipt ? -1 : 1));
}
