import { sql } from "kysely";
import { toHex } from "../../../record/bytes.ts";
import { checkpointOf } from "../../../record/checkpoint.ts";
import { type Choice, commitmentOf, toText } from "../../../record/entries.ts";
import type { Database } from "../../database/connect.ts";
import type { Signer } from "../signing/signer.ts";
import { addToHours } from "../timeline/queries.ts";
import { refusing } from "./open-record.ts";
import {
  type LockedRecord,
  type RecordState,
  saveRecord,
  VOTES_AT_ONCE,
  type VoteToEnter,
} from "./queries.ts";
import { withoutDashes } from "./reading-queries.ts";
import { appendTexts, readEnd } from "./tree-queries.ts";

/** What is added to a record together. */
interface Added {
  /** How many ballot papers were issued by now. */
  papers?: number;
  /** How many ballots were given up by now. */
  givenUp?: number;
  /** None of them may be in the record already. */
  votes: VoteToEnter[];
  /** The day of the closing, if no vote follows. */
  closedOn?: string | null;
}

/**
 * Adds this to a record, which the transaction has locked. `change` is what else is different in its
 * row. Returns the record as it is then.
 */
export async function enterVotes(
  trx: Database,
  signer: Signer,
  record: LockedRecord,
  { papers = 0, givenUp = 0, votes, closedOn = null }: Added,
  change: Partial<RecordState>,
): Promise<LockedRecord> {
  const { text_hash: lastText } = record;
  const entries: Addition[] = [];
  if (papers > record.issued) entries.push({ text: toText({ kind: "issued", papers }) });
  if (givenUp > record.given_up) {
    entries.push({ text: toText({ kind: "given-up", ballots: givenUp }) });
  }
  let asked = lastText && toHex(lastText);
  for (const [hash, answers] of groupByText(votes, asked)) {
    if (hash !== asked) entries.push({ text: toText({ kind: "text", hash }) });
    asked = hash;
    for (const vote of answers) entries.push(vote);
  }
  const isNew = record.size === 0;
  const isClosed = closedOn !== null && (!isNew || entries.length > 0);
  if (isClosed) entries.push({ text: toText({ kind: "closed", date: closedOn }) });
  if (entries.length === 0) return record;
  if (isNew) entries.unshift({ text: toText({ kind: "version" }) });
  await addToHours(trx, record.survey_id, votes);
  return appendEntries(trx, signer, record, entries, {
    votes: record.votes + votes.length,
    text_hash: asked === null ? null : Buffer.from(asked, "hex"),
    issued: Math.max(papers, record.issued),
    given_up: Math.max(givenUp, record.given_up),
    closed: isClosed,
    ...change,
  });
}

/** How the row changes if not all votes before these are in the record. */
export function aheadTo({ ahead_to }: LockedRecord, votes: VoteToEnter[]): Partial<RecordState> {
  const times = votes.map(({ createdAt }) => createdAt.getTime());
  return {
    ahead_to: new Date(times.reduce((one, other) => Math.max(one, other), ahead_to.getTime())),
  };
}

/**
 * Those that have answered the text that is in the record last come first. In the order of their
 * receipts, so that their places don't tell who voted first.
 */
function groupByText(votes: VoteToEnter[], last: string | null): Map<string, VoteToEnter[]> {
  const groups = new Map<string, VoteToEnter[]>(last ? [[last, []]] : []);
  for (const vote of votes.toSorted((a, b) => (a.receipt < b.receipt ? -1 : 1))) {
    const hash = toHex(vote.textHash);
    const group = groups.get(hash) ?? [];
    group.push(vote);
    groups.set(hash, group);
  }
  if (last && groups.get(last)?.length === 0) groups.delete(last);
  return groups;
}

/** A vote, or the text of another entry. */
type Addition = VoteToEnter | { text: string };

function toStored(surveyId: string, entry: Addition): StoredEntry {
  if ("text" in entry) return entry;
  const { vote } = entry;
  const [receipt, nonce] = [withoutDashes(entry.receipt), withoutDashes(entry.nonce)];
  const bound = { nonce, textHash: toHex(entry.textHash) };
  return { receipt, nonce, vote, commitment: commitmentOf(surveyId, receipt, vote, bound) };
}

/** Adds entries to a record and signs its new size and root. In the transaction that has locked it. */
export async function appendEntries(
  trx: Database,
  signer: Signer,
  record: LockedRecord,
  entries: Addition[],
  change: Partial<RecordState> = {},
): Promise<LockedRecord> {
  const { survey_id: surveyId, origin, size, checkpoint } = record;
  const head = size > 0 ? checkpointOf(checkpoint) : null;
  const end = await refusing(signer, surveyId, readEnd(trx, surveyId, head));
  const next = { ...change };
  for (let from = 0; from < entries.length; from += VOTES_AT_ONCE) {
    const some = entries.slice(from, from + VOTES_AT_ONCE);
    const stored = some.map((entry) => toStored(surveyId, entry));
    await insertEntries(trx, surveyId, end.size, stored);
    const added = { origin, end, texts: stored.map(textOf) };
    Object.assign(next, await appendTexts(trx, signer, surveyId, added));
  }
  await saveRecord(trx, surveyId, next);
  return { ...record, ...next };
}

/** As it is written. */
type StoredEntry = StoredVote | { text: string };

interface StoredVote {
  receipt: string;
  nonce: string;
  vote: Choice;
  commitment: string;
}

/** The text that is hashed: a vote's is its commitment. */
export function textOf(entry: StoredEntry): string {
  return "text" in entry ? entry.text : toText({ kind: "vote", commitment: entry.commitment });
}

export async function insertEntries(
  trx: Database,
  surveyId: string,
  first: number,
  entries: StoredEntry[],
): Promise<void> {
  const votes = entries.map((entry) => ("text" in entry ? null : entry));
  const texts = entries.map((entry) => ("text" in entry ? entry.text : null));
  await sql`
    insert into record_entries (survey_id, position, receipt, nonce, vote, commitment, text)
    select s.id, ${first} + g.place - 1, g.receipt, g.nonce, g.vote,
      decode(g.commitment, 'hex'), g.text
    from surveys as s cross join unnest(
      ${votes.map((vote) => vote?.receipt ?? null)}::uuid[],
      ${votes.map((vote) => vote?.nonce ?? null)}::uuid[],
      ${votes.map((vote) => vote?.vote ?? null)}::text[],
      ${votes.map((vote) => vote?.commitment ?? null)}::text[], ${texts}::text[]
    ) with ordinality as g (receipt, nonce, vote, commitment, text, place)
    where s.id = ${surveyId}
  `.execute(trx);
}
