import { type LoadResult, runLoad } from "./load.ts";
import { findRow, type Scene } from "./rows.ts";
import { onTask } from "./tasks.ts";

export interface LoadTask {
  row: string;
  port: number;
  seconds: number;
}

// As many as browsers of a small site open at once, and enough to keep every server busy.
const CONNECTIONS = 64;

let scene: Scene;
/** How many requests of each row each server has got: no vote may be sent twice. */
const sent = new Map<string, number>();

onTask({
  async setScene(next: Scene): Promise<void> {
    scene = next;
    sent.clear();
  },
  async setTag(etag: string): Promise<void> {
    scene.etag = etag;
  },
  async load({ row: name, port, seconds }: LoadTask): Promise<LoadResult> {
    const row = findRow(name);
    const counter = `${name} ${port}`;
    let turn = sent.get(counter) ?? 0;
    const next = () => {
      turn += 1;
      return row.request(turn - 1, scene);
    };
    try {
      return await runLoad({ port, connections: CONNECTIONS, seconds, status: row.status, next });
    } finally {
      sent.set(counter, turn);
    }
  },
});
