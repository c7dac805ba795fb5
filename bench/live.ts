import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "./figures.ts";
import { get, type Scene, signedIn, vote } from "./requests.ts";
import { sendSteadily } from "./steady.ts";

export interface LiveTask {
  port: number;
  survey: string;
  /** The first so many people watch; they have voted before. Those after them vote. */
  viewers: number;
  votesPerSecond: number;
  seconds: number;
}

export interface LiveResult {
  votes: number;
  /** Milliseconds from a vote's answer until the last viewer has a count that includes it. */
  p50: number;
  p99: number;
}

// Opened a few at a time, as people arrive.
const ARRIVING_TOGETHER = 250;
// Votes that have not arrived after this time are lost.
const PATIENCE_MS = 20_000;

/**
 * Lets many watch one survey while others vote on it. Votes on one survey are counted and answered
 * in the order of their commits, so a count that has grown by n contains the first n answered votes.
 */
export async function watchVotes(task: LiveTask, scene: Scene): Promise<LiveResult> {
  const total = task.votesPerSecond * task.seconds;
  const answeredAt: number[] = [];
  const seenAt = new Float64Array(total);
  let base = 0;
  let upToDate = 0;

  const viewers = await openViewers(task, scene, (viewer, count) => {
    const known = Math.min(count - base, total);
    // Before the first vote, `base` is not set yet and nobody's count matters.
    if (base === 0 || known <= viewer.known) return;
    const now = performance.now();
    // The last viewer's time stays.
    for (let n = viewer.known; n < known; n += 1) seenAt[n] = now;
    viewer.known = known;
    if (known === total) upToDate += 1;
  });
  try {
    base = Math.max(...viewers.map(({ count }) => count));
    await sendSteadily({
      port: task.port,
      perSecond: task.votesPerSecond,
      total,
      status: 201,
      request: (turn) => vote(scene.tokens[task.viewers + turn] ?? "", task.survey),
      onAnswer: () => answeredAt.push(performance.now()),
    });
    const deadline = performance.now() + PATIENCE_MS;
    while (upToDate < viewers.length) {
      if (performance.now() > deadline) throw new Error("not every viewer has seen every vote");
      await wait(10);
    }
  } finally {
    for (const { close } of viewers) close();
  }
  const times = answeredAt.map((at, n) => Math.max(0, (seenAt[n] ?? 0) - at)).sort((a, b) => a - b);
  return { votes: total, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

interface Viewer {
  /** The newest count that arrived. */
  count: number;
  /** How many of the new votes it contains. */
  known: number;
  close: () => void;
}

type OnCount = (viewer: Viewer, count: number) => void;

async function openViewers(task: LiveTask, scene: Scene, onCount: OnCount): Promise<Viewer[]> {
  const viewers: Viewer[] = [];
  while (viewers.length < task.viewers) {
    const group = scene.tokens.slice(
      viewers.length,
      Math.min(viewers.length + ARRIVING_TOGETHER, task.viewers),
    );
    viewers.push(...(await Promise.all(group.map((token) => openViewer(task, token, onCount)))));
  }
  return viewers;
}

/** Resolves with the first count. Reads no more of the stream than its counts. */
function openViewer({ port, survey }: LiveTask, token: string, onCount: OnCount): Promise<Viewer> {
  return new Promise((resolve, reject) => {
    let rest = "";
    const viewer: Viewer = { count: -1, known: 0, close: () => socket.destroy() };
    const socket = connect({
      port,
      host: "127.0.0.1",
      onread: {
        buffer: Buffer.allocUnsafe(2048),
        callback(length, buffer) {
          const text = rest + (buffer as Buffer).toString("latin1", 0, length);
          const found = /.*"yes":(\d+),"no":(\d+)\}/s.exec(text);
          // An event that arrived in two parts is put together.
          rest = text.endsWith("\n") ? "" : text.slice(-200);
          if (!found) return true;
          const first = viewer.count < 0;
          viewer.count = Number(found[1]) + Number(found[2]);
          if (first) resolve(viewer);
          else onCount(viewer, viewer.count);
          return true;
        },
      },
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`a viewer's stream ended: ${rest}`)));
    socket.write(get(`/survey/live/${survey}`, signedIn(token)));
  });
}
