import { sql } from "kysely";
import type { Counting } from "../../../contract/ballot-kinds.ts";
import type { Database } from "../../database/connect.ts";
import type { KeyFile, KeyFiles } from "../../database/waiting-ballots/key-files.ts";
import { hashKey, newKey } from "../../database/waiting-ballots/sealing.ts";

// The keys with which ballots wait: docs/secret-ballot.md says why each step is there.

export interface BallotKeys {
  /** The key of a survey whose ballots wait, as far as this server knows. It may be another one by now. */
  known(surveyId: string): Buffer | undefined;
  /** Learns the keys of those whose ballots wait, and makes one for a survey that has none. */
  prepare(surveyIds: string[]): Promise<void>;
  /** Null if it is absent. Never makes one. */
  find(surveyId: string): Promise<Buffer | null>;
  /**
   * Destroys the keys of surveys that are counted, and brings the others where they must be. Returns of
   * how many surveys with waiting ballots the key is absent.
   */
  tend(): Promise<number>;
}

interface State {
  surveyId: string;
  hash: Buffer | null;
  counting: Counting | null;
}

export function createBallotKeys(db: Database, files: KeyFiles): BallotKeys {
  const memory = new Map<string, Buffer>();

  async function readStates(surveyIds: string[]): Promise<State[]> {
    if (surveyIds.length === 0) return [];
    return db
      .selectFrom("ballot_keys as k")
      .innerJoin("surveys as s", "s.id", "k.survey_id")
      .select(["k.survey_id as surveyId", "k.seal_hash as hash", "s.counting"])
      .where("k.survey_id", "=", sql<string>`any(${surveyIds}::uuid[])`)
      .where("s.id", "=", sql<string>`any(${surveyIds}::uuid[])`)
      .execute();
  }

  /** The right one, wherever it is, and brought where it is not. */
  async function bring({ surveyId, hash }: State): Promise<Buffer | null> {
    if (!hash) return null;
    const shared = await db
      .selectFrom("ballot_seals")
      .select("key")
      .where("survey_id", "=", surveyId)
      .executeTakeFirst();
    const isShared = shared !== undefined && hashKey(shared.key).equals(hash);
    const key = isShared ? shared.key : await files.read(surveyId, hash);
    if (!key) return null;
    if (isShared) await files.write(surveyId, key);
    else await share(db, surveyId, key);
    memory.set(surveyId, key);
    return key;
  }

  async function find(surveyId: string): Promise<Buffer | null> {
    const [state] = await readStates([surveyId]);
    return state ? bring(state) : null;
  }

  /** On disk here before anybody else can have it. Of two servers, the first one to say so decides. */
  async function make(surveyId: string, before: Buffer | null): Promise<void> {
    const key = newKey();
    await files.write(surveyId, key);
    if (await claim(db, surveyId, { key, before })) memory.set(surveyId, key);
    else await files.remove([{ surveyId, hash: hashKey(key) }]);
  }

  async function prepare(surveyIds: string[]): Promise<void> {
    for (const state of await readStates(surveyIds)) {
      const { surveyId, hash, counting } = state;
      const known = memory.get(surveyId);
      if (counting !== "closing" || (known && hash?.equals(hashKey(known)))) continue;
      memory.delete(surveyId);
      if (await bring(state)) continue;
      await make(surveyId, hash);
      if (!memory.has(surveyId)) await find(surveyId);
    }
  }

  async function tend(): Promise<number> {
    const own = await files.list();
    const shared = await db.selectFrom("ballot_seals").select("survey_id as surveyId").execute();
    const waiting = await db
      .selectFrom("surveys")
      .select("id as surveyId")
      .where("counting", "=", "closing")
      .execute();
    const ids = [...own, ...shared, ...waiting].map(({ surveyId }) => surveyId);
    const states = new Map((await readStates(ids)).map((state) => [state.surveyId, state]));
    const isOver = ({ surveyId }: { surveyId: string }) => {
      const state = states.get(surveyId);
      return state !== undefined && state.counting !== "closing";
    };
    const over = new Set([...own, ...shared].filter(isOver).map(({ surveyId }) => surveyId));
    if (over.size > 0) await destroy(db, [...over]);
    await files.remove(own.filter((file) => isOver(file) || isAnother(file, states)));
    for (const surveyId of over) memory.delete(surveyId);
    let keyless = 0;
    for (const state of states.values()) {
      if (state.counting !== "closing" || !state.hash || (await bring(state))) continue;
      if (await isAnyWaiting(db, state.surveyId)) keyless += 1;
    }
    return keyless;
  }

  return { known: (surveyId) => memory.get(surveyId), prepare, find, tend };
}

/** The file of a key that another server's was chosen before. */
function isAnother({ surveyId, hash }: KeyFile, states: Map<string, State>): boolean {
  const right = states.get(surveyId)?.hash;
  return right !== null && right !== undefined && !right.equals(hash);
}

/** Puts a key back that a crash of the database has emptied, unless its survey is counted by now. */
async function share(db: Database, surveyId: string, key: Buffer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const right = await trx
      .selectFrom("ballot_keys")
      .select("seal_hash")
      .where("survey_id", "=", surveyId)
      .forShare()
      .executeTakeFirst();
    if (right?.seal_hash?.equals(hashKey(key))) await setShared(trx, surveyId, key);
  });
}

async function setShared(trx: Database, surveyId: string, key: Buffer): Promise<void> {
  await trx
    .insertInto("ballot_seals")
    .values({ survey_id: surveyId, key })
    .onConflict((conflict) => conflict.column("survey_id").doUpdateSet({ key }))
    .execute();
}

interface Claimed {
  key: Buffer;
  /** The hash that was there, of a key that is absent. */
  before: Buffer | null;
}

/** Whether this is the survey's key now: not if there is another, or if ballots wait for one that is away. */
async function claim(db: Database, surveyId: string, { key, before }: Claimed): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Whoever is about to add a ballot waits.
    const { rows } = await sql<{ hash: Buffer | null }>`
      select k.seal_hash as hash from ballot_keys as k join surveys as s on s.id = k.survey_id
      where k.survey_id = ${surveyId} and s.id = ${surveyId}
        and s.counting = 'closing' and s.closes_at > now()
      for update of k
    `.execute(trx);
    const [row] = rows;
    const isSame = before ? row?.hash?.equals(before) : row?.hash === null;
    // A statement of its own, so that it sees what was added before the lock.
    if (!isSame || (await isAnyWaiting(trx, surveyId))) return false;
    await trx
      .updateTable("ballot_keys")
      .set({ seal_hash: hashKey(key) })
      .where("survey_id", "=", surveyId)
      .execute();
    await setShared(trx, surveyId, key);
    return true;
  });
}

/** Of surveys that are counted. Returns when no server can get their keys from the database. */
async function destroy(db: Database, surveyIds: string[]): Promise<void> {
  const ofThese = sql<string>`any(${surveyIds}::uuid[])`;
  // A commit after that of the count: where a standby has to confirm, it has the count too.
  await db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx);
    await trx
      .updateTable("ballot_keys")
      .set({ seal_hash: null })
      .where("survey_id", "=", ofThese)
      .execute();
  });
  await db.transaction().execute(async (trx) => {
    await sql`lock table ballot_seals in access exclusive mode`.execute(trx);
    const all = await trx.selectFrom("ballot_seals").selectAll().execute();
    const others = all.filter(({ survey_id }) => !surveyIds.includes(survey_id));
    if (others.length === all.length) return;
    // What is deleted would stay in the table's file. This gives it a new one.
    await sql`truncate ballot_seals`.execute(trx);
    if (others.length > 0) await trx.insertInto("ballot_seals").values(others).execute();
  });
}

async function isAnyWaiting(db: Database, surveyId: string): Promise<boolean> {
  const one = db.selectFrom("sealed_ballots").select("place").where("survey_id", "=", surveyId);
  return (await one.limit(1).executeTakeFirst()) !== undefined;
}
