import { sql } from "kysely";
import { type Batcher, type BatcherOptions, createBatcher } from "./batcher.ts";
import type { Database } from "./connect.ts";
import { createShortMemory } from "./short-memory.ts";

// A slot is a part of all surveys. On one PostgreSQL there is one; on Citus there are as many as
// shards, so that the surveys of a slot are on the same machine. A wrong slot is slow, not wrong.

// How long a server works as before after `npm run distribute`. Reading it costs one short query.
const REREAD_MS = 30_000;
// About 20 MB. Beyond it, slots are asked for again.
const MAX_KNOWN = 100_000;

/** One batcher for each slot, so that the surveys of a batch are on the same machine. */
export function createSlotBatcher<Item extends { surveyId: string }, Result>(
  db: Database,
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  const counts = createShortMemory({
    load: () => readCount(db),
    maxAgeMs: REREAD_MS,
    maxItems: 1,
  });
  const finder = createBatcher({
    run: (asked: Asked[]) => findSlots(db, asked),
    // One hash each.
    maxItems: 1_000,
  });
  const slots = createShortMemory({ load: finder.run, maxItems: MAX_KNOWN });
  const batchers = new Map<number, Batcher<Item, Result>>();

  async function slotOf(surveyId: string): Promise<number> {
    const count = await counts.read("slots");
    return count === 1 ? 0 : slots.read({ surveyId, count });
  }

  function batcherOf(slot: number): Batcher<Item, Result> {
    const batcher = batchers.get(slot) ?? createBatcher(options);
    batchers.set(slot, batcher);
    return batcher;
  }
  return { run: async (item) => batcherOf(await slotOf(item.surveyId)).run(item) };
}

async function readCount(db: Database): Promise<number> {
  const { vote_slots } = await db
    .selectFrom("distribution")
    .select("vote_slots")
    .executeTakeFirstOrThrow();
  return vote_slots;
}

/** A survey, and how many slots there are: with another number it has another slot. */
interface Asked {
  surveyId: string;
  count: number;
}

/** Divides PostgreSQL's own hash as Citus does: every shard gets an equal part of its values. */
async function findSlots(db: Database, asked: Asked[]): Promise<number[]> {
  const surveyIds = asked.map(({ surveyId }) => surveyId);
  const counts = asked.map(({ count }) => count);
  const { rows } = await sql<{ slot: number }>`
    select least(count - 1, (uuid_hash(id) + 2147483648) / (4294967296 / count)) as slot
    from unnest(${surveyIds}::uuid[], ${counts}::int[]) with ordinality as given (id, count, place)
    order by place
  `.execute(db);
  return rows.map(({ slot }) => slot);
}
