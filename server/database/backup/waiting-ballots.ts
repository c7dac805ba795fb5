import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../connect.ts";
import type { KeyFiles } from "../waiting-ballots/key-files.ts";
import {
  hashKey,
  KEY_BYTES,
  newKey,
  openBytes,
  placeOf,
  sealBytes,
  unpack,
} from "../waiting-ballots/sealing.ts";
import { BackupProblem, type Sealed, type Table } from "./format.ts";
import { seal, unseal } from "./sealed-secret.ts";

// A backup never has the keys of waiting ballots: with an archived log, they would open everything. One
// with the secret has the ballots themselves, sealed anew and in random order.

/** Where they are in a backup. No table has this name. */
export const WAITING: Table = { schema: "waiting", table: "ballots", columns: ["ballot"] };

/** With which a backup seals them, and the same key sealed with the passphrase, for its first line. */
export interface BallotSeal {
  /** In base64. */
  key: string;
  sealed: Sealed;
}

export async function newBallotSeal(passphrase: string): Promise<BallotSeal> {
  const key = randomBytes(KEY_BYTES).toString("base64");
  return { key, sealed: await seal(key, passphrase) };
}

export const openBallotSeal = async (sealed: Sealed, passphrase: string) =>
  Buffer.from(await unseal(sealed, passphrase), "base64");

interface Waiting {
  /** As lines of a backup. */
  lines: string[];
  /** How many it can't bring back. */
  left: number;
}

/** In a transaction that sees one moment. */
export async function readWaiting(
  db: Database,
  ballotSeal: BallotSeal | undefined,
): Promise<Waiting> {
  const there = await sql<{ found: boolean }>`
    select to_regclass('sealed_ballots') is not null as found`.execute(db);
  if (!there.rows[0]?.found) return { lines: [], left: 0 };
  // First, because a key may be destroyed at any moment.
  const shared = await db.selectFrom("ballot_seals").selectAll().execute();
  const { rows: counts } = await sql<{ surveyId: string; waiting: number; hash: Buffer | null }>`
    select b.survey_id as "surveyId", b.waiting, k.seal_hash as hash
    from (select survey_id, count(*)::int as waiting from sealed_ballots group by survey_id) as b
    join ballot_keys as k on k.survey_id = b.survey_id`.execute(db);
  const lines: string[] = [];
  let left = 0;
  for (const { surveyId, waiting, hash } of counts) {
    const key = shared.find(({ survey_id }) => survey_id === surveyId)?.key;
    if (!ballotSeal || !key || !hash?.equals(hashKey(key))) {
      left += waiting;
      continue;
    }
    const sealing = Buffer.from(ballotSeal.key, "base64");
    const own = Buffer.from(surveyId.replaceAll("-", ""), "hex");
    const rows = await db
      .selectFrom("sealed_ballots")
      .select("sealed")
      .where("survey_id", "=", surveyId)
      .execute();
    for (const { sealed } of rows) {
      const ballot = Buffer.concat([own, openBytes(sealed, key)]);
      lines.push(`${sealBytes(ballot, sealing).toString("base64")}\n`);
    }
  }
  // They begin with random bytes.
  return { lines: lines.sort(), left };
}

interface BringBack {
  /** Of the backup. */
  key: Buffer;
  /** Of this server. */
  files: KeyFiles;
}

const SURVEY_BYTES = 16;
const AT_ONCE = 1_000;

/** Seals the ballots of a backup under new keys, in place of those that nobody can open. */
export async function bringBack(db: Database, lines: string[], { key: old, files }: BringBack) {
  const bySurvey = new Map<string, Buffer[]>();
  for (const line of lines) {
    const ballot = openLine(line, old);
    const surveyId = ballot.toString("hex", 0, SURVEY_BYTES);
    const others = bySurvey.get(surveyId) ?? [];
    bySurvey.set(surveyId, others);
    others.push(ballot.subarray(SURVEY_BYTES));
  }
  for (const [digits, ballots] of bySurvey) {
    const surveyId = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    const key = newKey();
    await files.write(surveyId, key);
    await db.deleteFrom("sealed_ballots").where("survey_id", "=", surveyId).execute();
    await db
      .updateTable("ballot_keys")
      .set({ seal_hash: hashKey(key) })
      .where("survey_id", "=", surveyId)
      .execute();
    await db.insertInto("ballot_seals").values({ survey_id: surveyId, key }).execute();
    const rows = ballots.map((ballot) => ({
      survey_id: surveyId,
      place: placeOf(unpack(ballot).serial, key),
      sealed: sealBytes(ballot, key),
    }));
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      await db
        .insertInto("sealed_ballots")
        .values(rows.slice(from, from + AT_ONCE))
        .execute();
    }
  }
}

function openLine(line: string, key: Buffer): Buffer {
  try {
    return openBytes(Buffer.from(line, "base64"), key);
  } catch {
    throw new BackupProblem("The waiting ballots of this backup are not as they were sealed.");
  }
}

/** How many of a restored database nobody can open, unless a server still has their key. */
export async function countUnopened(db: Database): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from sealed_ballots as b
    where not exists (select 1 from ballot_seals as k where k.survey_id = b.survey_id)
  `.execute(db);
  return rows[0]?.left ?? 0;
}

export const sayLeft = (count: number, how: string): string =>
  `${count} waiting ballots of secret surveys can't be brought back from this backup${how}.`;
