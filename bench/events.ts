import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { connect, type Database } from "../server/database/connect.ts";
import { emit } from "../server/events/queries.ts";
import { loadServer, type Round } from "./alternate.ts";
import { median } from "./figures.ts";
import type { BenchSite } from "./site.ts";
import type { Line } from "./table.ts";

const ROUNDS = 3;
// The server follows events once a second, so a round has to have several of those.
const ROUND_SECONDS = 6;
const PER_SECOND = 1_000;
// Each transaction waits for the disk, so many have to be under way.
const WRITERS = 16;
const LOOK_EVERY_MS = 200;
// Many times as long as what is left takes.
const PATIENCE_MS = 60_000;

interface Compared {
  alone: Round;
  busy: Round;
  /** Events that were written per second: fewer than wanted if the machine can't. */
  written: number;
  /** Seconds that the oldest event had waited, at most. */
  oldest: number;
}

/** Votes while many things happen that somebody is told of, against votes while nothing does. */
export async function events(site: BenchSite): Promise<Omit<Line, "name">> {
  const db = connect({ connection: site.connection, poolSize: WRITERS + 1, onLost: () => {} });
  const loadVotes = () => loadServer(site, site.product, { row: "votes", seconds: ROUND_SECONDS });
  try {
    const rounds: Compared[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const alone = await loadVotes();
      const writing = writeEvents(db, site);
      const busy = await loadVotes();
      const ended = await writing.end();
      // The first round only warms up.
      if (round > 0) rounds.push({ alone, busy, ...ended });
    }
    const middle = (figure: (round: Compared) => number) => median(rounds.map(figure));
    const written = Math.round(middle((round) => round.written));
    const oldest = middle((round) => round.oldest).toFixed(1);
    return {
      what: `votes beside ${written} events a second, against none; the oldest waited ${oldest} s`,
      perSecond: middle(({ busy }) => busy.perSecond),
      limitPerSecond: middle(({ alone }) => alone.perSecond),
      p50: middle(({ busy }) => busy.p50),
      p99: middle(({ busy }) => busy.p99),
      cpu: middle(({ busy }) => busy.cpu),
      limitCpu: middle(({ alone }) => alone.cpu),
      databaseCpu: middle(({ busy }) => busy.databaseCpu),
      ratio: middle(({ alone, busy }) => busy.perSecond / alone.perSecond),
    };
  } finally {
    await db.destroy();
  }
}

/** One event and its notice for each transaction, until `end` is called. */
function writeEvents(db: Database, { surveys, people }: Pick<BenchSite, "surveys" | "people">) {
  const start = performance.now();
  let [begun, written, oldest, isEnding] = [0, 0, 0, false];

  async function write(): Promise<void> {
    while (!isEnding) {
      if (begun >= ((performance.now() - start) / 1000) * PER_SECOND) {
        await wait(1);
        continue;
      }
      const surveyId = surveys[begun % surveys.length] ?? "";
      const userId = people[begun % people.length] ?? "";
      begun += 1;
      await db.transaction().execute(async (trx) => {
        // What may happen that often: no admin decides so fast.
        const [id, commentId] = [randomUUID(), randomUUID()];
        await emit(trx, { id, kind: "comment.answered", surveyId, commentId, userId });
      });
      written += 1;
    }
  }

  async function look(): Promise<void> {
    while (!isEnding) {
      oldest = Math.max(oldest, await readOldest(db));
      await wait(LOOK_EVERY_MS);
    }
  }

  const working = Promise.all([look(), ...Array.from({ length: WRITERS }, write)]);
  return {
    async end(): Promise<{ written: number; oldest: number }> {
      const perSecond = written / ((performance.now() - start) / 1000);
      isEnding = true;
      await working;
      // The next round begins with an empty outbox.
      const deadline = performance.now() + PATIENCE_MS;
      while ((await readOldest(db)) > 0) {
        if (performance.now() > deadline) throw new Error("events were not followed");
        await wait(LOOK_EVERY_MS);
      }
      return { written: perSecond, oldest };
    },
  };
}

/** Seconds; 0 while none waits. */
async function readOldest(db: Database): Promise<number> {
  const { rows } = await sql<{ oldest: number | null }>`
    select extract(epoch from now() - min(created_at))::float as oldest from outbox`.execute(db);
  return rows[0]?.oldest ?? 0;
}
