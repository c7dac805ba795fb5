import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Lab, until } from "../../bench/lab.ts";
import { TOKEN_HEADER, TOKEN_SCHEME } from "../../contract/identity.ts";
import { openEmbeddedSite } from "../embedded-site.ts";
import { longestGap } from "../ledger.ts";
import type { Outcome } from "../outcome.ts";
import { underLoad } from "../under-load.ts";
import { openSession } from "./session.ts";

// Shorter than by default, so that the test is short too.
const SETTINGS = { HEADER_SECONDS: "4", REQUEST_SECONDS: "8", IDLE_SECONDS: "30" };
const BAD_MS = 12_000;
// The longest of the times above, and how often the server looks.
const CLOSED_WITHIN_MS = 45_000;
// The load's own connections come and go.
const MORE_HANDLES = 30;
const MORE_MEGABYTES = 150;
// Far longer than an answer takes on a busy machine, and far shorter than any of the times above.
const SERVED_WITHIN_SECONDS = 3;

/** Clients that send slowly, read nothing, or vanish, while others are served as usual. */
export async function badClients(lab: Lab): Promise<Outcome> {
  const site = await openEmbeddedSite(lab, { settings: SETTINGS });
  const { port, pid } = site.server();
  const sockets: Socket[] = [];
  lab.atEnd(() => {
    for (const socket of sockets) socket.destroy();
  });
  function open(count: number, begin: (socket: Socket) => void): void {
    for (let opened = 0; opened < count; opened += 1) {
      const socket = connect(port, "127.0.0.1", () => begin(socket));
      socket.on("error", () => {});
      sockets.push(socket);
    }
  }

  return underLoad(site, async ({ ledger, db, servedAgain, check }) => {
    const survey = await db.selectFrom("surveys").select("id").executeTakeFirstOrThrow();
    const token = await (await openSession(site.url)).renew();
    const before = { handles: handlesOf(pid), megabytes: megabytesOf(pid) };
    const [from, since] = [ledger.confirmed.length, performance.now()];

    open(200, sendSlowly);
    open(100, (socket) => socket.write(`${post}content-length: 500\r\n\r\n{"vote":`));
    open(100, (socket) => {
      socket.write(`${post}content-length: 500\r\n\r\n{"vote":`, () => socket.resetAndDestroy());
    });
    // More than fits into the buffers of a connection.
    open(40, (socket) => {
      socket.pause();
      socket.write(`GET /survey/item?limit=12 ${head}\r\n`.repeat(300));
    });
    const live = `GET /survey/live/${survey.id} ${head}${TOKEN_HEADER}: ${TOKEN_SCHEME} ${token}\r\n\r\n`;
    open(200, (socket) => {
      socket.write(live);
      socket.once("data", () => socket.resetAndDestroy());
    });
    open(100, (socket) => {
      socket.pause();
      socket.write(live, () => setTimeout(() => socket.resetAndDestroy(), BAD_MS / 2));
    });
    const most = await mostHandles(pid);
    const served = ledger.confirmed.length - from;
    check(most > before.handles + 200, `only ${most} handles: the bad clients were not there`);
    const gap = longestGap(ledger, since, performance.now());
    check(gap < SERVED_WITHIN_SECONDS, `others were not served for ${gap.toFixed(1)} seconds`);

    const closed = await until(
      () => handlesOf(pid) <= before.handles + MORE_HANDLES,
      CLOSED_WITHIN_MS,
    );
    check(closed === true, `${handlesOf(pid)} handles are open, and were ${before.handles} before`);
    await servedAgain();
    const grown = megabytesOf(pid) - before.megabytes;
    check(grown < MORE_MEGABYTES, `memory has grown by ${grown} MB`);
    check(site.restarts() === 0, "the server itself has ended");
    const handles = `handles ${before.handles}, at most ${most}, then ${handlesOf(pid)}`;
    const memory = `memory ${before.megabytes} MB, then ${megabytesOf(pid)} MB`;
    return `740 bad clients, ${served} confirmed for others meanwhile; ${handles}; ${memory}`;
  });
}

const head = "HTTP/1.1\r\nhost: localhost\r\n";
const post = `POST /visitedSurvey ${head}content-type: application/json\r\n`;

function sendSlowly(socket: Socket): void {
  const bytes = [...`GET /survey/item ${head}`];
  const timer = setInterval(() => socket.write(bytes.shift() ?? "x"), 1_000);
  socket.once("close", () => clearInterval(timer));
}

function handlesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function megabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

async function mostHandles(pid: number): Promise<number> {
  let most = 0;
  const deadline = performance.now() + BAD_MS;
  while (performance.now() < deadline) {
    most = Math.max(most, handlesOf(pid));
    await wait(50);
  }
  return most;
}
