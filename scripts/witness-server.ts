import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { toVkey, type Vkey } from "../record/vkey.ts";
import { ADD_CHECKPOINT, judgeRequest, Refusal, SIZE_TYPE } from "../record/witness.ts";
import type { WitnessStore } from "./witness-store.ts";

// A witness over HTTP: https://c2sp.org/tlog-witness

// Sixty hashes and a note with dozens of signatures.
const MOST_BYTES = 64 * 1024;
// A request is one small packet; whoever takes longer holds a place that others need.
const REQUEST_MS = 10_000;
const MOST_CONNECTIONS = 1_000;

interface Deps {
  store: WitnessStore;
  /** The keys of the logs that are watched. */
  logs: Vkey[];
}

export function createWitnessServer({ store, logs }: Deps): Server {
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: what was signed must be remembered before the next one is judged. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  }

  async function addCheckpoint(text: string): Promise<string> {
    const seen = (origin: string) => store.find(origin)?.checkpoint;
    const { note, checkpoint } = await judgeRequest(text, { logs, seen });
    return store.sign(note, checkpoint);
  }

  /** Who this is and what it has seen, for people. */
  function describe(): string {
    const origins = [...new Set(logs.map(({ name }) => name))];
    const lines = origins.map((origin) => {
      const size = store.find(origin)?.checkpoint.size;
      return `${origin} ${size === undefined ? "not seen yet" : `seen up to entry ${size}`}\n`;
    });
    return `${toVkey(store.key)}\n\n${lines.join("")}`;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, text: string, type = "text/plain; charset=utf-8") =>
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text);
    try {
      const url = request.url ?? "";
      if (request.method === "POST" && url === `/${ADD_CHECKPOINT}`) {
        const text = await readBody(request);
        send(200, await inTurn(() => addCheckpoint(text)));
        return;
      }
      const [, hash = ""] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? [];
      const note = url === "/" ? describe() : store.findHashed(hash)?.note;
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (note && isRead) send(200, note);
      else send(404, "There is nothing here\n");
    } catch (error) {
      if (!(error instanceof Refusal)) {
        console.error(error);
        send(500, "Nothing was signed\n");
      } else
        send(error.status, `${error.message}\n`, error.size === undefined ? undefined : SIZE_TYPE);
    }
  }

  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    void answer(request, response);
  });
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    // Read to its end, for at most REQUEST_MS: otherwise the sender sees a broken connection, and no answer.
    if (length <= MOST_BYTES) parts.push(part);
  }
  if (length > MOST_BYTES) throw new Refusal(400, "The request is too large");
  return Buffer.concat(parts).toString("utf8");
}
