import { hashQuestion, toText } from "../../record/entries.ts";
import type { Database } from "../database/connect.ts";
import { createReceipts } from "../votes/queries.ts";
import { appendEntries } from "./append-queries.ts";
import { addToHours } from "./hours-queries.ts";
import {
  type LockedRecord,
  type RecordState,
  readTexts,
  setReceipts,
  type VoteToEnter,
} from "./queries.ts";
import { withoutDashes } from "./reading-queries.ts";
import type { StoredEntry } from "./rules.ts";
import type { Signer } from "./signer.ts";

/**
 * Enters votes in the record of their survey, which the transaction has locked; `change` is what
 * else is different in its row. None of them may be in the record already.
 */
export async function enterVotes(
  trx: Database,
  signer: Signer,
  record: LockedRecord,
  votes: VoteToEnter[],
  change: Partial<RecordState>,
): Promise<void> {
  const { survey_id: surveyId } = record;
  const firstVoteAt = votes.reduce(
    (first, { createdAt }) => (createdAt < first ? createdAt : first),
    votes[0]?.createdAt ?? new Date(),
  );
  const texts = await readTexts(trx, record, firstVoteAt);
  const questions = texts
    .map((text) => hashQuestion(text))
    .filter((hash, index, all) => hash !== (index === 0 ? record.question : all[index - 1]));
  const opened = await withReceipts(trx, surveyId, votes);
  // In the order of their receipts, so that their places don't tell who voted first.
  opened.sort((a, b) => (a.receipt < b.receipt ? -1 : 1));
  const entries: StoredEntry[] = [
    ...questions.map((hash) => ({ text: toText({ kind: "question", hash }) })),
    ...opened,
  ];
  await addToHours(trx, surveyId, votes);
  await appendEntries(trx, signer, record, entries, {
    votes: record.votes + votes.length,
    decided_to: texts.at(-1)?.decidedAt ?? record.decided_to,
    question: questions.at(-1) ?? record.question,
    ...change,
  });
}

async function withReceipts(trx: Database, surveyId: string, votes: VoteToEnter[]) {
  const without = votes.filter(({ receipt }) => receipt === null);
  const created = createReceipts(without.length);
  const added = new Map(without.map(({ userId }, index) => [userId, created[index] ?? ""]));
  await setReceipts(
    trx,
    surveyId,
    Array.from(added, ([userId, receipt]) => ({ userId, receipt })),
  );
  return votes.map(({ userId, vote, receipt }) => ({
    vote,
    receipt: receipt ? withoutDashes(receipt) : (added.get(userId) ?? ""),
  }));
}
