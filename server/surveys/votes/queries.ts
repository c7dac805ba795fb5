import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Refused } from "../../../contract/errors.ts";
import type { SurveyPhase } from "../../../contract/surveys.ts";
import type { VoteSource } from "../../../contract/vote-sources.ts";
import type { Batcher } from "../../database/batcher.ts";
import type { Database } from "../../database/connect.ts";
import { prepared } from "../../database/prepared.ts";
import { createSlotBatcher } from "../../database/slots.ts";
import { holdPeople, lockPeople, type TokenHolder } from "../../people/users/hold-queries.ts";
import { phase } from "../survey/card-queries.ts";
import type { CastVote, ReceiptMaker, VoteReceipt } from "./receipts.ts";

interface NewVote extends TokenHolder {
  id: string;
  surveyId: string;
  vote: "yes" | "no";
  report: string;
  source?: VoteSource | undefined;
  /** A hash of the network from which it came; see `limits/network.ts`. */
  network?: number;
  /** 128 random bits as hex, of the voter's own. */
  nonce?: string | undefined;
  /** The hash of the text that was shown, as hex. */
  textHash?: string | undefined;
}

/** The receipt of the vote, or why it was not counted. */
type Written = VoteReceipt | Refused;

export type VoteWriter = Batcher<NewVote, Written>;

/**
 * Votes that arrive together are written by one transaction and answered after its commit. `onWritten`
 * is told how many one transaction has written or refused.
 */
export function createVoteWriter(
  db: Database,
  makeReceipts: ReceiptMaker,
  onWritten: (votes: number) => void = () => {},
): VoteWriter {
  async function writeVotes(votes: NewVote[]): Promise<Written[]> {
    const written = await db.transaction().execute((trx) => addVotes(trx, votes));
    onWritten(votes.length);
    const cast = written.filter((vote) => "surveyId" in vote);
    const receipts = await makeReceipts(cast);
    return written.map((vote) => ("refused" in vote ? vote : (receipts.shift() as VoteReceipt)));
  }
  return createSlotBatcher(db, { run: writeVotes, maxItems: MAX_VOTES });
}

// A few tens of milliseconds of work; larger batches were not faster when measured.
const MAX_VOTES = 500;

/**
 * Each statement filters every table by the batch's surveys: that is how Citus finds the one
 * machine that has them.
 * Rows are written in the order of their keys, first votes and then tallies, so that the batches of
 * two servers can't deadlock.
 */
async function addVotes(trx: Database, votes: NewVote[]): Promise<(CastVote | Refused)[]> {
  await lockPeople(trx, votes);
  const added = await insertVotes(trx, votes);
  const newVotes = [...added.keys()];
  await insertReports(
    trx,
    newVotes.filter(({ report }) => report !== ""),
  );
  await countVotes(trx, newVotes);
  const refused = await findRefusals(
    trx,
    votes.filter((vote) => !added.has(vote)),
  );
  return votes.map((vote) => (added.get(vote) ?? refused.get(vote)) as CastVote | Refused);
}

function keyOf({ surveyId, userId }: Pick<NewVote, "surveyId" | "userId">): string {
  return surveyId + userId;
}

/**
 * Returns those that are the first of their person on a published survey that is open, and whose text
 * is the one that was shown, of people whose token is still valid. `now()` is when the transaction began, and so is the vote's own time:
 * none is later than the closing time.
 */
async function insertVotes(trx: Database, votes: NewVote[]): Promise<Map<NewVote, CastVote>> {
  if (votes.length === 0) return new Map();
  const column = <Name extends keyof NewVote>(name: Name) => votes.map((vote) => vote[name]);
  const surveyIds = column("surveyId");
  const made = createReceipts(2 * votes.length);
  const receipts = made.slice(votes.length);
  const nonces = votes.map(({ nonce }, index) => nonce ?? made[index]);
  const { rows } = await sql<Inserted>`
    insert into votes
      (survey_id, user_id, id, vote, report, receipt, network, nonce, text_hash)
    select s.id, g.user_id, g.id, g.vote, g.report, g.receipt, g.network, g.nonce, s.text_hash
    from surveys as s join unnest(
      ${column("id")}::uuid[], ${surveyIds}::uuid[], ${column("userId")}::uuid[],
      ${column("tokenVersion")}::int[], ${column("vote")}::text[], ${column("report")}::text[],
      ${receipts}::uuid[], ${column("network")}::bigint[], ${nonces}::uuid[],
      ${column("textHash")}::text[]
    ) with ordinality as g (id, survey_id, user_id, token_version, vote, report, receipt, network,
      nonce, text_hash, place) on g.survey_id = s.id
    join users as u on u.id = g.user_id and u.token_version = g.token_version
    where s.id = any(${unique(surveyIds)}::uuid[]) and s.status = 'published'
      and s.ballot = 'named' and (s.opens_at is null or s.opens_at <= now()) and (s.closes_at is null or s.closes_at > now())
      and (g.text_hash is null or decode(g.text_hash, 'hex') = s.text_hash)
    order by s.id, g.user_id, g.place
    on conflict (survey_id, user_id) do nothing
    returning survey_id as "surveyId", user_id as "userId", id, text_hash as "textHash",
      created_at as "createdAt" ${prepared}
  `.execute(trx);
  const inserted = new Map(rows.map((row) => [keyOf(row), row]));
  // Of several votes of one person in this batch, the first that could be was inserted.
  const added = new Map<NewVote, CastVote>();
  for (const [index, vote] of votes.entries()) {
    const row = inserted.get(keyOf(vote));
    if (row?.id !== vote.id) continue;
    const [receipt = "", nonce = ""] = [receipts[index], nonces[index]];
    added.set(vote, { ...row, vote: vote.vote, receipt, nonce });
    inserted.delete(keyOf(vote));
  }
  return added;
}

/** What only the database knows of a new vote. */
interface Inserted extends Pick<CastVote, "surveyId" | "textHash" | "createdAt"> {
  userId: string;
  id: string;
}

/** Random numbers of 128 bits, as hex. PostgreSQL's own random uuids have fewer random bits. */
function createReceipts(count: number): string[] {
  const bytes = randomBytes(16 * count).toString("hex");
  return Array.from({ length: count }, (_, index) => bytes.slice(32 * index, 32 * index + 32));
}

async function insertReports(trx: Database, votes: NewVote[]): Promise<void> {
  if (votes.length === 0) return;
  const rows = votes.map(({ surveyId, id, userId, report }) => ({
    survey_id: surveyId,
    id,
    user_id: userId,
    text: report,
  }));
  await trx
    .insertInto("reports")
    .values(rows)
    // A report that has this id already must not make the vote fail.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * An insert whose rows exist already, since their surveys were created, so no empty `search` is stored.
 * Unlike an update, it locks them in the order of their keys.
 */
async function countVotes(trx: Database, votes: NewVote[]): Promise<void> {
  if (votes.length === 0) return;
  const none = { yes: 0, no: 0, list: 0, link: 0, frame: 0, qr: 0 };
  const sums = new Map<string, typeof none>();
  for (const { surveyId, vote, source = "link" } of votes) {
    const sum = sums.get(surveyId) ?? { ...none };
    sum[vote] += 1;
    sum[source] += 1;
    sums.set(surveyId, sum);
  }
  const surveyIds = [...sums.keys()];
  const column = (count: keyof typeof none) => Array.from(sums.values(), (sum) => sum[count]);
  await sql`
    insert into survey_tallies as t (survey_id, search, yes, no, from_list, from_frame, from_qr)
    select s.id, '', g.yes, g.no, g.list, g.frame, g.qr
    from surveys as s join unnest(
      ${surveyIds}::uuid[], ${column("yes")}::int[], ${column("no")}::int[],
      ${column("list")}::int[], ${column("frame")}::int[], ${column("qr")}::int[]
    ) as g (survey_id, yes, no, list, frame, qr) on g.survey_id = s.id
    where s.id = any(${surveyIds}::uuid[])
    order by s.id
    on conflict (survey_id) do update set yes = t.yes + excluded.yes, no = t.no + excluded.no,
      from_list = t.from_list + excluded.from_list,
      from_frame = t.from_frame + excluded.from_frame, from_qr = t.from_qr + excluded.from_qr
    ${prepared}
  `.execute(trx);
}

interface Other {
  phase: SurveyPhase;
  isSecret: boolean;
  /** The person's vote; null if there is none, and then so is the rest of it. */
  id: string | null;
  receipt: string;
  nonce: string;
  textHash: Buffer;
  vote: "yes" | "no";
  createdAt: Date;
  isPresentText: boolean;
}

/** Of votes that were not added, on surveys that are published: the earlier one, and the survey. */
async function findOthers(trx: Database, votes: NewVote[]): Promise<Map<string, Other>> {
  const surveyIds = votes.map(({ surveyId }) => surveyId);
  const userIds = votes.map(({ userId }) => userId);
  const hashes = votes.map(({ textHash }) => textHash);
  const surveys = unique(surveyIds);
  const { rows } = await sql<Other & { surveyId: string; userId: string }>`
    select s.id as "surveyId", g.user_id as "userId", v.id, v.receipt, v.nonce,
      v.text_hash as "textHash", v.vote, v.created_at as "createdAt", ${phase} as phase,
      s.ballot = 'secret' as "isSecret",
      g.text_hash is null or decode(g.text_hash, 'hex') = s.text_hash as "isPresentText"
    from surveys as s
    join unnest(${surveyIds}::uuid[], ${userIds}::uuid[], ${hashes}::text[])
      as g (survey_id, user_id, text_hash) on g.survey_id = s.id
    left join votes as v on v.survey_id = s.id and v.user_id = g.user_id
      and v.survey_id = any(${surveys}::uuid[])
    where s.id = any(${surveys}::uuid[]) and s.status = 'published'
  `.execute(trx);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Of votes that were not added: why they don't count, or the same vote, if the call is repeated. */
async function findRefusals(
  trx: Database,
  votes: NewVote[],
): Promise<Map<NewVote, CastVote | Refused>> {
  if (votes.length === 0) return new Map();
  const present = await holdPeople(trx, votes);
  const others = await findOthers(trx, votes);
  return new Map(
    votes.map((vote) => [
      vote,
      // They were deleted or logged out after they had called.
      present.has(vote.userId)
        ? whichOther(vote, others.get(keyOf(vote)))
        : { refused: "unauthenticated" },
    ]),
  );
}

/** The same vote, if the call is repeated, or why this one does not count. */
function whichOther({ id, surveyId }: NewVote, other: Other | undefined): CastVote | Refused {
  if (!other) return { refused: "not_found" };
  if (other.id === id) return { ...other, surveyId };
  if (other.id) return { refused: "already_voted" };
  if (other.isSecret) return { refused: "secret_ballot" };
  if (other.phase !== "open") return refusals[other.phase];
  // Otherwise it was published or opened between the two statements: the next try is counted.
  return { refused: other.isPresentText ? "not_found" : "text_changed" };
}

const refusals = {
  upcoming: { refused: "not_open" },
  closed: { refused: "closed" },
} as const satisfies Partial<Record<SurveyPhase, Refused>>;

function unique(ids: string[]): string[] {
  return [...new Set(ids)];
}
