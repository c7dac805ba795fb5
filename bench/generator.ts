import { runLoad } from "./load.ts";
import { rows, type Scene } from "./requests.ts";
import { onTask } from "./tasks.ts";

export interface LoadTask {
  row: string;
  port: number;
  host?: string;
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
  },
  async setTag(etag: string): Promise<void> {
    scene.etag = etag;
  },
  load({ row, port, host = "127.0.0.1", seconds }: LoadTask): Promise<number> {
    const found = rows[row];
    if (!found) throw new Error(`no row "${row}"`);
    const { request, status } = found;
    const counter = `${row} ${port}`;
    const next = () => {
      const turn = sent.get(counter) ?? 0;
      sent.set(counter, turn + 1);
      return request(turn, scene);
    };
    return runLoad({ port, host, connections: CONNECTIONS, seconds, status, next });
  },
});
