import { toHex } from "../../record/bytes.ts";
import { commitmentOf, hashQuestion, toText } from "../../record/entries.ts";
import type { Database } from "../database/connect.ts";
import { createReceipts } from "../votes/queries.ts";
import { appendEntries } from "./append-queries.ts";
import { addToHours } from "./hours-queries.ts";
import {
  completeVotes,
  type LockedRecord,
  type RecordState,
  readTextHash,
  readTexts,
  type VoteToEnter,
} from "./queries.ts";
import { withoutDashes } from "./reading-queries.ts";
import type { StoredEntry, StoredVote } from "./rules.ts";
import type { Signer } from "./signer.ts";

/** What votes become in a record, and what else is different in its row then. */
interface Entering {
  entries: StoredEntry[];
  change: Partial<RecordState>;
}

const nothing: Entering = { entries: [], change: {} };

/**
 * Enters votes in the record of their survey, which the transaction has locked; `change` is what
 * else is different in its row. None of them may be in the record already. Returns the record as it
 * is then.
 */
export async function enterVotes(
  trx: Database,
  signer: Signer,
  record: LockedRecord,
  votes: VoteToEnter[],
  change: Partial<RecordState>,
): Promise<LockedRecord> {
  const { survey_id: surveyId } = record;
  // Votes of the version before are promised as version 1, which must not follow version 2.
  const isOld = ({ textHash }: VoteToEnter) => textHash === null && record.text_hash === null;
  const first = await asVersion1(trx, record, votes.filter(isOld));
  const second = await asVersion2(
    trx,
    record,
    votes.filter((vote) => !isOld(vote)),
  );
  await addToHours(trx, surveyId, votes);
  return appendEntries(trx, signer, record, [...first.entries, ...second.entries], {
    votes: record.votes + votes.length,
    ...first.change,
    ...second.change,
    ...change,
  });
}

async function asVersion1(
  trx: Database,
  record: LockedRecord,
  votes: VoteToEnter[],
): Promise<Entering> {
  if (votes.length === 0) return nothing;
  const { survey_id: surveyId } = record;
  const firstVoteAt = votes.reduce(
    (first, { createdAt }) => (createdAt < first ? createdAt : first),
    votes[0]?.createdAt ?? new Date(),
  );
  const texts = await readTexts(trx, record, firstVoteAt);
  const questions = texts
    .map((text) => hashQuestion(text))
    .filter((hash, index, all) => hash !== (index === 0 ? record.question : all[index - 1]));
  const whole = await completed(trx, surveyId, votes, null);
  return {
    entries: [
      ...questions.map((hash) => ({ text: toText({ kind: "question", hash }) })),
      ...inOrder(
        whole.map(({ receipt, vote }) => {
          return { receipt, nonce: null, vote, commitment: commitmentOf(surveyId, receipt, vote) };
        }),
      ),
    ],
    change: {
      decided_to: texts.at(-1)?.decidedAt ?? record.decided_to,
      question: questions.at(-1) ?? record.question,
    },
  };
}

async function asVersion2(
  trx: Database,
  record: LockedRecord,
  votes: VoteToEnter[],
): Promise<Entering> {
  if (votes.length === 0) return nothing;
  const { survey_id: surveyId, text_hash: lastText } = record;
  // Only servers of the version before write votes without it.
  const isWhole = votes.every(({ textHash }) => textHash);
  const present = isWhole ? null : await readTextHash(trx, surveyId);
  const whole = await completed(trx, surveyId, votes, present);
  const entries: StoredEntry[] = lastText ? [] : [{ text: toText({ kind: "version" }) }];
  let asked = lastText && toHex(lastText);
  for (const [hash, answers] of groupByText(whole, asked)) {
    if (hash !== asked) entries.push({ text: toText({ kind: "text", hash }) });
    asked = hash;
    entries.push(
      ...inOrder(
        answers.map(({ receipt, nonce, vote }) => {
          const commitment = commitmentOf(surveyId, receipt, vote, { nonce, textHash: hash });
          return { receipt, nonce, vote, commitment };
        }),
      ),
    );
  }
  return { entries, change: { text_hash: Buffer.from(asked ?? "", "hex") } };
}

/** Those that have answered the text that is in the record last come first. */
function groupByText(votes: WholeVote[], last: string | null): Map<string, WholeVote[]> {
  const groups = new Map<string, WholeVote[]>(last ? [[last, []]] : []);
  for (const vote of votes) {
    const group = groups.get(vote.textHash) ?? [];
    group.push(vote);
    groups.set(vote.textHash, group);
  }
  return groups;
}

/** In the order of their receipts, so that their places don't tell who voted first. */
function inOrder(votes: StoredVote[]): StoredVote[] {
  return votes.sort((a, b) => (a.receipt < b.receipt ? -1 : 1));
}

type WholeVote = Pick<VoteToEnter, "vote"> & Record<"receipt" | "nonce" | "textHash", string>;

/**
 * Votes of versions before get what they lack: the oldest a receipt, and those that come too late
 * for version 1 a nonce and the text that the survey has now.
 */
async function completed(
  trx: Database,
  surveyId: string,
  votes: VoteToEnter[],
  present: Buffer | null,
): Promise<WholeVote[]> {
  const lacking = votes.filter(({ receipt, nonce }) => !receipt || (present && !nonce));
  const receipts = createReceipts(lacking.length);
  const nonces = createReceipts(lacking.length);
  const added = new Map(
    lacking.map(({ userId, receipt, nonce, textHash }, index) => [
      userId,
      {
        receipt: receipt ?? receipts[index] ?? "",
        nonce: nonce ?? (present && (nonces[index] ?? "")),
        textHash: textHash ?? present,
      },
    ]),
  );
  await completeVotes(
    trx,
    surveyId,
    Array.from(added, ([userId, lacked]) => ({ userId, ...lacked })),
  );
  return votes.map((vote) => {
    const { receipt, nonce, textHash } = added.get(vote.userId) ?? vote;
    return {
      vote: vote.vote,
      receipt: withoutDashes(receipt ?? ""),
      nonce: withoutDashes(nonce ?? ""),
      textHash: textHash ? toHex(textHash) : "",
    };
  });
}
