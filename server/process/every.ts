import { setTimeout as delay } from "node:timers/promises";
import { Counter, type Registry } from "prom-client";

// Servers that were started together must not ask the database or a provider in the same moments.
const JITTER = 0.1;
// Whoever does not answer, such as a mail server, must not keep this server from stopping.
const STOPPING_MS = 10_000;
const ROUNDS = "job_rounds_total";
// What is away for an hour is asked some ten times.
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 30 * 60_000;

/** After which one thing is tried again: 15 s, 30 s, 1 min, … */
export function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
}

interface Deps {
  log: { warn: (fields: object, message: string) => void };
  registry: Registry;
  /** Until when the site is read-only: jobs rest meanwhile. */
  readOnlyUntil: () => Promise<Date | null>;
}

interface Options {
  /** Under which its rounds are counted. */
  name: string;
  /** What the log says of a round that has failed, or who says it. */
  failure: string | ((error: unknown) => void);
  /** The first round begins at once instead of after the time. */
  atOnce?: boolean;
  whileReadOnly?: boolean;
  /** The pause after a round that has failed, if it is another one. */
  retryMs?: number;
  /** One more round before the server stops, for what the last requests have left. */
  lastly?: boolean;
}

interface Job {
  /** A round now or, while one is under way, after it. All who ask meanwhile share that one. */
  now(): Promise<void>;
}

/** Does something again and again, one round at a time; the time passes between two rounds. */
export type Every = (
  ms: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  options: Options,
) => Job;

/** All that a process does by itself. `stop` ends it, and waits for the rounds that are under way. */
export function createEvery({ log, registry, readOnlyUntil }: Deps) {
  const rounds = countRounds(registry);
  const endings: { end: () => Promise<void>; abort: () => void }[] = [];
  let isStopping = false;

  const every: Every = (ms, work, options) => {
    const { name, failure, retryMs = ms } = options;
    const aborting = new AbortController();
    const { signal } = aborting;
    for (const result of ["done", "failed"]) rounds.inc({ name, result }, 0);

    async function round(): Promise<void> {
      let pause = ms;
      try {
        if (signal.aborted || (!options.whileReadOnly && (await readOnlyUntil()))) return;
        await work(signal);
        rounds.inc({ name, result: "done" });
      } catch (error) {
        if (signal.aborted) return;
        pause = retryMs;
        rounds.inc({ name, result: "failed" });
        if (typeof failure === "function") failure(error);
        else log.warn({ err: error }, failure);
      } finally {
        wait(pause);
      }
    }

    let running = Promise.resolve();
    let next: Promise<void> | undefined;
    function now(): Promise<void> {
      next ??= running.then(() => {
        next = undefined;
        running = round();
        return running;
      });
      return next;
    }

    let timer: NodeJS.Timeout | undefined;
    function wait(pause: number): void {
      clearTimeout(timer);
      if (!isStopping) timer = setTimeout(now, pause * (1 + JITTER * (2 * Math.random() - 1)));
    }
    wait(options.atOnce ? 0 : ms);
    endings.push({
      async end() {
        clearTimeout(timer);
        if (options.lastly) await now();
        aborting.abort();
        await now();
      },
      abort: () => aborting.abort(),
    });
    return { now };
  };

  async function stop(): Promise<void> {
    isStopping = true;
    const ended = Promise.all(endings.map(({ end }) => end()));
    await Promise.race([ended, delay(STOPPING_MS, undefined, { ref: false })]);
    for (const { abort } of endings) abort();
  }
  return { every, stop };
}

/** One process may have jobs of the server and of the site, which are counted together. */
function countRounds(registry: Registry): Counter {
  const known = registry.getSingleMetric(ROUNDS);
  if (known instanceof Counter) return known;
  return new Counter({
    name: ROUNDS,
    help: "Rounds of what the server does by itself, by its name and their result",
    labelNames: ["name", "result"],
    registers: [registry],
  });
}
