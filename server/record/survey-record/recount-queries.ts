import { sql } from "kysely";
import { areEqual } from "../../../record/bytes.ts";
import { openCheckpoint, PROMISED_MS } from "../../../record/checkpoint.ts";
import { WrongRecord } from "../../../record/faults.ts";
import { createRecount, enteredIn, type Recount } from "../../../record/recount.ts";
import type { Tile } from "../../../record/tiles.ts";
import type { Database } from "../../database/connect.ts";
import { EXPORT_PAGE } from "../../database/keyset.ts";
import type { Signer } from "../signing/signer.ts";
import { listKeys } from "./key-queries.ts";
import { eachOpened, readEntries } from "./reading-queries.ts";
import { readTiles } from "./tree-queries.ts";

// Compares a record with the votes, and with the hashes and the signature that are stored of it.

// Enough to see what has happened.
const DIFFERENCES = 10;

/**
 * What is wrong with the record of this survey, in words. Reads it by pages. Without the site's own
 * key, signatures are checked with the keys that the database names: whoever has changed a record
 * there may have added one.
 */
export async function findWrongRecord(
  db: Database,
  surveyId: string,
  signer?: Pick<Signer, "open">,
): Promise<string[]> {
  const record = await db
    .selectFrom("records")
    .selectAll()
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  const papers = await countPapers(db, surveyId);
  const votes = await findWrongVotes(db, surveyId);
  if (!record || record.size === 0) return [...findWrongPapers(papers, 0), ...votes];
  const { checkpoint, origin, size } = record;
  try {
    const { counted, served, wrongTiles } = await walk(db, surveyId, size);
    const head = await (signer ? signer.open(checkpoint, origin) : openWithListed(db, record));
    const isHead = head?.size === counted.size && areEqual(head.root, counted.root);
    const { setAside, isOtherText } = await compareCast(db, surveyId, counted);
    const entered = enteredIn(counted);
    const found: [boolean, string][] = [
      [counted.size !== size, `has ${counted.size} entries, but is said to have ${size}`],
      [!head, "its checkpoint is not signed with a key of this site"],
      [head !== null && !isHead, "its checkpoint is not that of its entries"],
      [!areEqual(served.root, counted.root), "its commitments are not those of its votes"],
      [counted.newer > 0, `${counted.newer} entries were made by a newer version of the site`],
      [isOtherText, "votes have answered another text than it says"],
      [wrongTiles > 0, `${wrongTiles} of its tiles don't have the hashes of its entries`],
      [entered !== record.votes, `has ${entered} votes, but counts ${record.votes}`],
      [
        counted.setAside !== setAside,
        `${counted.setAside} votes are set aside, but ${setAside} of their rows`,
      ],
    ];
    const wrong = found.flatMap(([isWrong, text]) => (isWrong ? text : []));
    return [...wrong, ...findWrongPapers(papers, counted.issued ?? 0), ...votes];
  } catch (error) {
    if (!(error instanceof WrongRecord)) throw error;
    return [error.message, ...votes];
  }
}

/** Of a secret survey, how many papers and ballots there are; undefined of another one. */
export async function countPapers(db: Database, surveyId: string) {
  const { rows } = await sql<{ issued: number; people: number; ballots: number; early: number }>`
    select k.issued,
      (select count(*) from ballot_papers where survey_id = ${surveyId})::int as people,
      (select count(*) from ballot_papers as p join users as u on u.id = p.user_id
        where p.survey_id = ${surveyId} and p.created_at < u.created_at)::int as early,
      ((select count(*) from ballots where survey_id = ${surveyId})
        + (select count(*) from ballot_inbox where survey_id = ${surveyId})
        + (select count(*) from sealed_ballots where survey_id = ${surveyId}))::int as ballots
    from ballot_keys as k where k.survey_id = ${surveyId} and k.issued > 0
  `.execute(db);
  return rows[0];
}

/** Papers are people's; of those who are deleted, only their number is left. */
function findWrongPapers(papers: Awaited<ReturnType<typeof countPapers>>, said: number): string[] {
  const { issued, people, ballots, early } = papers ?? {
    issued: 0,
    people: 0,
    ballots: 0,
    early: 0,
  };
  const found: [boolean, string][] = [
    [said > issued, `${said} ballot papers are said to be issued, but ${issued} were`],
    [people > issued, `${people} people have a ballot paper, but ${issued} were issued`],
    [ballots > issued, `there are ${ballots} ballots of ${issued} papers`],
    [early > 0, `${early} papers are older than the accounts of their people`],
  ];
  return found.flatMap(([isWrong, text]) => (isWrong ? text : []));
}

async function openWithListed(db: Database, record: { checkpoint: string; origin: string }) {
  const { checkpoint, origin: name } = record;
  const keys = (await listKeys(db)).map(({ public_key }) => ({
    name,
    publicKey: Uint8Array.from(public_key),
  }));
  return openCheckpoint(checkpoint, keys).catch(() => null);
}

/**
 * Counts the entries that the checkpoint covers, as they are opened and as everybody is served them, and
 * compares the stored tiles with theirs.
 */
async function walk(db: Database, surveyId: string, size: number) {
  const changed = new Map<string, Tile>();
  const counting = createRecount(surveyId, (tiles) => {
    for (const tile of tiles) changed.set(`${tile.level}/${tile.number}`, tile);
  });
  const serving = createRecount(surveyId);
  let [wrongTiles, from] = [0, 0];
  for await (const page of eachOpened(db, surveyId, size)) {
    for (const entry of page) counting.addOpened(entry);
    const before = Math.min(from + EXPORT_PAGE, size);
    const texts = await readEntries(db, surveyId, { from, before });
    for (const text of texts) serving.addText(text);
    from = before;
    wrongTiles += await countWrong(db, surveyId, [...changed.values()]);
    changed.clear();
  }
  return { counted: counting.finish(), served: serving.finish(), wrongTiles };
}

/** Votes and ballots. How long a ballot waits for others is not known, so it is never too long. */
const castOn = (surveyId: string) => sql`
  select receipt, nonce, vote, text_hash, set_aside, created_at from votes
  where survey_id = ${surveyId}
  union all
  select receipt, nonce, vote, text_hash, null, null from ballots where survey_id = ${surveyId}`;

/** Each vote's row has the text that it has answered, and whether it is set aside. */
async function compareCast(db: Database, surveyId: string, { texts }: Recount) {
  const { rows } = await sql<{ hash: string | null; votes: number; setAside: number }>`
    select encode(v.text_hash, 'hex') as hash, count(e.receipt)::int as votes,
      count(v.set_aside)::int as "setAside"
    from (${castOn(surveyId)}) as v left join record_entries as e
      on e.survey_id = ${surveyId} and e.receipt = v.receipt and e.nonce is not null
    group by v.text_hash
  `.execute(db);
  return {
    setAside: rows.reduce((sum, row) => sum + row.setAside, 0),
    isOtherText: texts.some(
      ({ hash, votes }) => rows.find((row) => row.hash === hash)?.votes !== votes,
    ),
  };
}

async function countWrong(db: Database, surveyId: string, tiles: Tile[]): Promise<number> {
  const stored = await readTiles(db, surveyId, tiles);
  const wrong = tiles.filter(({ level, number, hashes }) => {
    const known = stored.find((tile) => tile.level === level && tile.number === number);
    return !hashes.every((hash, index) => areEqual(hash, known?.hashes[index] ?? new Uint8Array()));
  });
  return wrong.length;
}

interface Difference {
  place: number | null;
  recorded: string | null;
  cast: string | null;
}

/** Votes that only one side has, or that differ. Those that may still wait are no difference. */
async function findWrongVotes(db: Database, surveyId: string): Promise<string[]> {
  const { rows } = await sql<Difference>`
    select e.position as place, e.vote as recorded, v.vote as cast
    from (
      select position, receipt, nonce, vote from record_entries
      where survey_id = ${surveyId} and receipt is not null
    ) as e full join (
      ${castOn(surveyId)}
    ) as v on v.receipt = e.receipt
    where v.vote is null or v.vote <> e.vote or e.nonce <> v.nonce or (e.vote is null
      and v.created_at < now() - make_interval(secs => ${PROMISED_MS / 1000})
      and not (select results = 'closed' and (closes_at is null
          or closes_at > now() - make_interval(secs => ${PROMISED_MS / 1000}))
        from surveys where id = ${surveyId}))
    order by e.position limit ${DIFFERENCES}
  `.execute(db);
  const differences = rows.map(({ place, recorded, cast }) => {
    // All of these read the same: a vote that is not in the record has no place to name it by.
    if (!recorded) return "votes are older than an hour and not in it";
    if (!cast) return `entry ${place} is a vote that nobody has cast`;
    if (recorded === cast) return `entry ${place} has other random bits than its vote`;
    return `entry ${place} is a vote for ${recorded} that was cast for ${cast}`;
  });
  return [...new Set(differences)];
}

/** Surveys that have a record or a vote, after this id in the order of ids. */
export async function listSurveysWithRecord(
  db: Database,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("survey_tallies as t")
    .leftJoin("records as r", "r.survey_id", "t.survey_id")
    .select("t.survey_id")
    .where("t.survey_id", ">", after)
    .where((eb) => eb.or([eb("t.votes", ">", 0), eb("r.size", ">", 0)]))
    .orderBy("t.survey_id")
    .limit(limit)
    .execute();
  return rows.map(({ survey_id }) => survey_id);
}
