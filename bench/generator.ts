import { IDENTITY_PATH } from "../contract/identity.ts";
import { identityCalls } from "../contract/identity-calls.ts";
import { type LiveResult, type LiveTask, watchVotes } from "./live.ts";
import { type LoadResult, runLoad } from "./load.ts";
import { post, type Scene } from "./requests.ts";
import { findRow } from "./rows.ts";
import { sendSteadily } from "./steady.ts";
import { onTask } from "./tasks.ts";

export interface LoadTask {
  row: string;
  port: number;
  /** By default 127.0.0.1. */
  host?: string;
  seconds: number;
  /** While the load runs, people sign in with these bodies, so many per second. */
  signIns?: { bodies: string[]; perSecond: number };
}

// As many as browsers of a small site open at once, and enough to keep every server busy.
const CONNECTIONS = 64;

let scene: Scene;
/** How many requests of each row each server has got: no vote may be sent twice. */
const sent = new Map<string, number>();

/** Gives the next request of a row at each call. */
function requestsOf(row: string, port: number): () => string {
  const { request } = findRow(row);
  const counter = `${row} ${port}`;
  return () => {
    const turn = sent.get(counter) ?? 0;
    sent.set(counter, turn + 1);
    return request(turn, scene);
  };
}

async function signIn(port: number, { bodies, perSecond }: NonNullable<LoadTask["signIns"]>) {
  const path = `${IDENTITY_PATH}${identityCalls.signIn.path}`;
  const request = (turn: number) => post(path, bodies[turn] ?? "");
  await sendSteadily({ port, perSecond, total: bodies.length, status: 200, request });
}

onTask({
  async setScene(next: Scene): Promise<void> {
    scene = next;
    sent.clear();
  },
  async setTag(etag: string): Promise<void> {
    scene.etag = etag;
  },
  live: (task: LiveTask): Promise<LiveResult> => watchVotes(task, scene),
  async load({ row, port, host, seconds, signIns }: LoadTask): Promise<LoadResult> {
    const { status, connections = CONNECTIONS } = findRow(row);
    const load = runLoad({ port, host, connections, seconds, status, next: requestsOf(row, port) });
    const [result, signedIn] = await Promise.allSettled([load, signIns && signIn(port, signIns)]);
    if (result.status === "rejected") throw result.reason;
    if (signedIn.status === "rejected") throw signedIn.reason;
    return result.value;
  },
});
