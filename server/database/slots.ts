import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { type Batcher, type BatcherOptions, createBatcher } from "./batcher.ts";
import type { Database } from "./connect.ts";
import { createShortMemory } from "./short-memory.ts";

/**
 * A slot is a part of all surveys. On one PostgreSQL there is one; on Citus there are as many as
 * shards, so that the surveys of a slot are on the same machine. A wrong slot is slow, not wrong.
 */
interface Slots {
  of(surveyId: string): Promise<number>;
}

// How long a server works as before after `npm run distribute`. Reading it costs one short query.
const REREAD_MS = 30_000;
// About 20 MB. Beyond it, slots are asked for again.
const MAX_KNOWN = 100_000;

function createSlots(db: Database): Slots {
  const counts = createShortMemory({
    load: () => readSlots(db),
    maxAgeMs: REREAD_MS,
    maxItems: 1,
  });
  let known: LRUCache<string, number> | undefined;
  let knownOf = 1;
  const finder = createBatcher({
    run: (surveyIds: string[]) => findSlots(db, surveyIds, knownOf),
    // One hash each.
    maxItems: 1_000,
  });

  return {
    async of(surveyId) {
      const count = await counts.read("slots");
      if (count === 1) return 0;
      if (!known || count !== knownOf) known = new LRUCache({ max: MAX_KNOWN });
      knownOf = count;
      const slot = known.get(surveyId) ?? (await finder.run(surveyId));
      known.set(surveyId, slot);
      return slot;
    },
  };
}

async function readSlots(db: Database): Promise<number> {
  const { vote_slots } = await db
    .selectFrom("distribution")
    .select("vote_slots")
    .executeTakeFirstOrThrow();
  return vote_slots;
}

/** One batcher for each slot, so that the surveys of a batch are on the same machine. */
export function createSlotBatcher<Item extends { surveyId: string }, Result>(
  db: Database,
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  const slots = createSlots(db);
  const batchers = new Map<number, Batcher<Item, Result>>();
  function batcherOf(slot: number): Batcher<Item, Result> {
    const batcher = batchers.get(slot) ?? createBatcher(options);
    batchers.set(slot, batcher);
    return batcher;
  }
  return { run: async (item) => batcherOf(await slots.of(item.surveyId)).run(item) };
}

/** Divides PostgreSQL's own hash as Citus does: every shard gets an equal part of its values. */
async function findSlots(db: Database, surveyIds: string[], count: number): Promise<number[]> {
  const slots = sql.lit(count);
  const { rows } = await sql<{ slot: number }>`
    select least(${slots} - 1, (uuid_hash(id) + 2147483648) / (4294967296 / ${slots})) as slot
    from unnest(${surveyIds}::uuid[]) with ordinality as given (id, place) order by place
  `.execute(db);
  return rows.map(({ slot }) => slot);
}
