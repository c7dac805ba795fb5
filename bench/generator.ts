import { runLoad } from "./load.ts";
import { findRow, type Scene } from "./requests.ts";
import { onTask } from "./tasks.ts";

export interface LoadTask {
  row: string;
  port: number;
  /** By default 127.0.0.1. */
  host?: string;
  seconds: number;
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

onTask({
  async setScene(next: Scene): Promise<void> {
    scene = next;
    sent.clear();
  },
  async setTag(etag: string): Promise<void> {
    scene.etag = etag;
  },
  load: ({ row, port, host, seconds }: LoadTask): Promise<number> =>
    runLoad({
      port,
      host,
      connections: CONNECTIONS,
      seconds,
      status: findRow(row).status,
      next: requestsOf(row, port),
    }),
});
