import type { Worker } from "node:cluster";
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import { type AtOnce, createAtOnce } from "../../http/limits/at-once.ts";
import { LIVE_STREAMS_AT_ONCE } from "../../http/limits/limits.ts";
import { createMemoryCounts, type MemoryCounts } from "../../http/limits/memory-counts.ts";
import type { Subject } from "../../http/limits/network.ts";
import type { Ask } from "./messages.ts";

/** What the processes of one server have in common besides the database. */
export interface Shared {
  /** Limits that are not counted in the database. */
  counts: MemoryCounts;
  /** Open live results. */
  streams: AtOnce;
  /** The metrics of all processes together. */
  readMetrics: () => Promise<string>;
}

export type Metrics = MetricObjectWithValues<MetricValue<string>>[];

interface Deps {
  limitFactor: number;
  /** The metrics of every process. */
  collectMetrics: () => Promise<Metrics[]>;
}

/** Runs in the supervisor: keeps this state, and returns what each worker can ask about it. */
export function createSharedState({ limitFactor, collectMetrics }: Deps) {
  const counts = createMemoryCounts();
  const streams = createAtOnce(LIVE_STREAMS_AT_ONCE * limitFactor);

  return (worker: Worker) => {
    const open = new Map<number, AbortController>();
    worker.once("exit", () => {
      for (const stream of open.values()) stream.abort();
    });

    return {
      countOneMore: counts.countOneMore,
      readCounts: counts.read,
      forgetCounts: counts.forget,
      /** `id` is the worker's own number of this stream. */
      enterStream(id: number, subject: Subject): boolean {
        const stream = new AbortController();
        const entered = streams.enter(subject, stream.signal);
        if (entered) open.set(id, stream);
        return entered;
      },
      leaveStream(id: number): void {
        open.get(id)?.abort();
        open.delete(id);
      },
      readMetrics: async () => AggregatorRegistry.aggregate(await collectMetrics()).metrics(),
    };
  };
}

export type SharedCalls = ReturnType<ReturnType<typeof createSharedState>>;

/** Runs in a worker: the same state, by asking the supervisor. */
export function askForShared(ask: Ask<SharedCalls>): Shared {
  let lastStream = 0;
  return {
    counts: {
      countOneMore: (windows) => ask("countOneMore", windows),
      read: (keys) => ask("readCounts", keys),
      forget: (keys) => ask("forgetCounts", keys),
    },
    streams: {
      async enter(subject, end) {
        lastStream += 1;
        const id = lastStream;
        if (!(await ask("enterStream", id, subject))) return false;
        const leave = () => void ask("leaveStream", id);
        // The caller may have left while the supervisor was asked.
        if (end.aborted) leave();
        else end.addEventListener("abort", leave, { once: true });
        return true;
      },
    },
    readMetrics: () => ask("readMetrics"),
  };
}
