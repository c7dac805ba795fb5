import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { type Database, readPool } from "../../database/connect.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import type { MailResult } from "../../people/outbox/mailer.ts";
import { buildInfo } from "../../process/build-info.ts";
import { readWaiting, type Waiting } from "./queries.ts";

// What each metric means, and what to do about it, is in docs/operations/look-after.md.

/**
 * The metrics of one process, besides those of its answers. Values of several workers are added up.
 * Returns how the rest of the server tells what happens.
 */
export function mountMetrics(registry: Registry, db: Database) {
  const registers = [registry];
  new Gauge({
    name: "survey_website_build_info",
    help: "Always 1; its labels say which version runs, and of which commit it was built",
    labelNames: ["version", "commit"],
    registers,
    aggregator: "max",
  }).set(buildInfo, 1);
  new Gauge({
    name: "database_pool_connections",
    help: "Open connections to the database: used, and idle",
    labelNames: ["state"],
    registers,
    collect() {
      const { used, idle } = readPool(db);
      this.set({ state: "used" }, used);
      this.set({ state: "idle" }, idle);
    },
  });
  new Gauge({
    name: "database_pool_limit",
    help: "Connections to the database that may be open: DATABASE_POOL of all workers",
    registers,
    collect() {
      this.set(readPool(db).limit);
    },
  });
  new Gauge({
    name: "database_pool_waiting",
    help: "Queries that wait for a connection",
    registers,
    collect() {
      this.set(readPool(db).waiting);
    },
  });
  const votes = new Histogram({
    name: "vote_batch_size",
    help: "Votes written by one transaction",
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
    registers,
  });
  const mails = new Counter({
    name: "mails_total",
    help: "Mails handed to the mail server, delayed until the next try, or given up",
    labelNames: ["result"],
    registers,
  });
  mails.inc({ result: "sent" }, 0);
  mails.inc({ result: "delayed" }, 0);
  mails.inc({ result: "failed" }, 0);
  const reconciled = new Gauge({
    name: "payments_reconciled_timestamp_seconds",
    help: "When all unfinished payments that were due had last been compared with the provider",
    registers,
    aggregator: "max",
  });
  const logBroken = new Gauge({
    name: "site_log_broken",
    help: "1 if the stored log of the site is not the one that was signed, else 0",
    registers,
    aggregator: "max",
  });
  const quorumMissing = new Gauge({
    name: "site_log_quorum_missing",
    help: "1 if too few witnesses have signed the newest checkpoint of the log, else 0",
    registers,
    aggregator: "max",
  });
  const keyless = new Gauge({
    name: "ballots_key_missing",
    help: "Secret surveys with waiting ballots whose key this server has not found",
    registers,
    aggregator: "max",
  });
  return {
    noteKeyless: (surveys: number) => keyless.set(surveys),
    noteLog: (broken: boolean) => logBroken.set(broken ? 1 : 0),
    noteQuorum: (missing: boolean) => quorumMissing.set(missing ? 1 : 0),
    observeVotes: (count: number) => votes.observe(count),
    countMail: (result: MailResult) => mails.inc({ result }),
    noteReconciled: () => reconciled.setToCurrentTime(),
    showRefused(count: () => number): void {
      new Gauge({
        name: "records_refused",
        help: "Public records that are neither signed nor served, because this site has not signed them",
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    showViewers(count: () => number): void {
      new Gauge({
        name: "live_viewers",
        help: "Open streams of live results",
        registers,
        collect() {
          this.set(count());
        },
      });
    },
  };
}

// These metrics are read by alerts that wait for minutes and hours.
const MAX_AGE_MS = 30_000;
// Prometheus gives up after 10 seconds, and must get the other metrics while the database is frozen.
const PATIENCE_MS = 2_000;

const ofSite = {
  surveys_waiting_oldest_seconds: {
    help: "How long the oldest survey has waited for an admin's decision",
    of: ({ surveys }: Waiting) => surveys,
  },
  reports_open_oldest_seconds: {
    help: "How long the oldest open report has waited for an admin",
    of: ({ reports }: Waiting) => reports,
  },
  votes_unrecorded_oldest_seconds: {
    help: "How long the oldest vote that is not in its public record has waited",
    of: ({ unrecordedVotes }: Waiting) => unrecordedVotes,
  },
  mails_waiting_oldest_seconds: {
    help: "How long the oldest mail has waited for the mail server to take it",
    of: ({ mails }: Waiting) => mails,
  },
  payments_unfinished: {
    help: "Payments that were begun and of which it is not known how they ended",
    of: ({ payments }: Waiting) => payments.count,
  },
  payments_unfinished_oldest_seconds: {
    help: "How long ago the oldest of them was begun",
    of: ({ payments }: Waiting) => payments.oldest,
  },
  database_standbys: {
    help: "Standbys that are connected to the database",
    of: ({ standbys }: Waiting) => standbys.count,
  },
  database_replication_lag_bytes: {
    help: "How much of the database's log the last of its standbys has not replayed yet",
    of: ({ standbys }: Waiting) => standbys.lagBytes,
  },
};

/**
 * The metrics of the site, which every server reads from the database alike: one process of each
 * server has them, so that they are not added up. While the database does not answer they are absent,
 * and `database_up` is 0.
 */
export function mountSiteMetrics(registry: Registry, db: Database, maxAgeMs = MAX_AGE_MS): void {
  const memory = createShortMemory({ load: () => readWaiting(db), maxAgeMs, maxItems: 1 });
  async function read(): Promise<Waiting | null> {
    const late = delay(PATIENCE_MS, null, { ref: false });
    return Promise.race([memory.read("waiting"), late]).catch(() => null);
  }
  const registers = [registry];
  new Gauge({
    name: "database_up",
    help: "1 if the database answers, else 0",
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
  for (const [name, { help, of }] of Object.entries(ofSite)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const waiting = await read();
        const value = waiting && of(waiting);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }
}

/** The space on the disks of these directories, each under the name of the setting that names it. */
export function mountDiskMetrics(registry: Registry, directories: Map<string, string>): void {
  const show = (name: string, help: string, read: (space: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["directory"],
      registers: [registry],
      async collect() {
        for (const [directory, path] of directories) {
          const space = await statfs(path).catch(() => null);
          if (space) this.set({ directory }, read(space));
          else this.remove({ directory });
        }
      },
    });
  show(
    "disk_free_bytes",
    "Free space on the disk of a directory",
    ({ bavail, bsize }) => bavail * bsize,
  );
  show("disk_size_bytes", "The size of that disk", ({ blocks, bsize }) => blocks * bsize);
}

/** Returns how the supervisor tells that it replaces a worker. */
export function mountWorkerMetrics(registry: Registry): () => void {
  const restarts = new Counter({
    name: "worker_restarts_total",
    help: "Workers that have ended without being told to, and were replaced",
    registers: [registry],
  });
  return () => restarts.inc();
}
