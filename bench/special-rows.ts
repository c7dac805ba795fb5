import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { projectRoot } from "../server/project-root.ts";
import { events } from "./events.ts";
import { median } from "./figures.ts";
import type { LoadTask } from "./generator.ts";
import type { LiveResult, LiveTask } from "./live.ts";
import type { LoadResult } from "./load.ts";
import { freePort, isReady, peakMegabytes } from "./processes.ts";
import type { BenchSite } from "./site.ts";
import type { Line } from "./table.ts";

// What is no rate of one kind of request.

interface SpecialRow {
  name: string;
  run: (site: BenchSite) => Promise<Omit<Line, "name">>;
}

const ROUNDS = 3;
const ROUND_SECONDS = 3;
const SIGN_INS_PER_SECOND = 8;
const SIGN_IN_FACTOR = 3;

/** The list's slowest answers while people sign in, against those while nobody does. */
async function signIn({ filler, generator, product }: BenchSite): Promise<Omit<Line, "name">> {
  const password = "Correct horse battery 7";
  const perRound = SIGN_INS_PER_SECOND * ROUND_SECONDS;
  const emails = await filler.addAccounts((ROUNDS + 1) * perRound, password);
  const load = (signIns?: LoadTask["signIns"]) => {
    const task: LoadTask = { row: "list", port: product.port, seconds: ROUND_SECONDS };
    return generator.ask<LoadResult>("load", signIns ? { ...task, signIns } : task);
  };
  const rounds: { alone: number; busy: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bodies = emails
      .slice(round * perRound, (round + 1) * perRound)
      .map((email) => JSON.stringify({ email, password }));
    const alone = await load();
    const busy = await load({ bodies, perSecond: SIGN_INS_PER_SECOND });
    // The first round only warms up.
    if (round > 0) rounds.push({ alone: alone.p99, busy: busy.p99 });
  }
  const factor = median(rounds.map(({ alone, busy }) => busy / alone));
  return {
    what: `p99 of the list, ${SIGN_INS_PER_SECOND} sign-ins a second against none`,
    p99: median(rounds.map(({ busy }) => busy)),
    value: `${factor.toFixed(2)} ×`,
    target: `≤ ${SIGN_IN_FACTOR} ×`,
    held: factor <= SIGN_IN_FACTOR,
  };
}

const VIEWERS = 5_000;
const LIVE_LIMIT_MS = 500;

async function live(site: BenchSite): Promise<Omit<Line, "name">> {
  const { filler, generator, product } = site;
  const [survey = ""] = await filler.takeSurveys(1);
  await filler.voteBefore(survey, VIEWERS);
  const task: LiveTask = {
    port: product.port,
    survey,
    viewers: VIEWERS,
    votesPerSecond: 500,
    seconds: 10,
  };
  const { p50, p99 } = await generator.ask<LiveResult>("live", task);
  return {
    what: `a vote's way to ${VIEWERS} viewers, ${task.votesPerSecond} votes a second`,
    p50,
    p99,
    value: `${Math.round(p99)} ms`,
    target: `≤ ${LIVE_LIMIT_MS} ms`,
    held: p99 <= LIVE_LIMIT_MS,
  };
}

const MEMORY_LIMIT_MB = 300;

/** The most that the server had at any time until now. */
async function memory({ product }: BenchSite): Promise<Omit<Line, "name">> {
  const peak = peakMegabytes(product.pid);
  return {
    what: "the server's peak memory (RSS) until here",
    value: `${Math.round(peak)} MB`,
    target: `≤ ${MEMORY_LIMIT_MB} MB`,
    held: peak <= MEMORY_LIMIT_MB,
  };
}

const START_LIMIT_S = 3;

/**
 * A whole site with the demo and its own PostgreSQL. `npm start` runs the same, after it has checked
 * that the build is up to date; here that could rebuild what is being measured.
 */
async function start(): Promise<Omit<Line, "name">> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "survey-start-"));
  try {
    await timeToReady(dataDir);
    const seconds = await timeToReady(dataDir);
    return {
      what: "second start of a whole site until it is ready",
      value: `${seconds.toFixed(1)} s`,
      target: `≤ ${START_LIMIT_S} s`,
      held: seconds <= START_LIMIT_S,
    };
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function timeToReady(dataDir: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const server = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    while (!(await isReady(port))) {
      if (server.exitCode !== null) throw new Error("the site did not start");
      await wait(20);
    }
    return (performance.now() - begun) / 1000;
  } finally {
    server.kill();
    await ended;
  }
}

export const specialRows: SpecialRow[] = [
  { name: "sign-in", run: signIn },
  { name: "memory", run: memory },
  { name: "events", run: events },
  { name: "live", run: live },
  { name: "memory-live", run: memory },
  { name: "start", run: start },
];
