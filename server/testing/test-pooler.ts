import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { inject } from "vitest";
import { afterFile } from "./after-file.ts";

const READY = "Z".charCodeAt(0);
const IDLE = "I".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);

const ROLLBACK = Buffer.from("Q\0\0\0\x0drollback\0");

interface Backend {
  socket: Socket;
  client: Socket | null;
  /** The beginning of a message. */
  rest: Buffer;
}

/**
 * A pooler as PgBouncer before 1.21: each transaction gets the connection that was used last, and
 * statements are passed on as they are. With `keeps`, a client keeps its connection, as with session
 * pooling. Returns its address.
 */
export async function startTestPooler(database: string, { size = 2, keeps = false } = {}) {
  const free: Backend[] = [];
  const waiting: (() => void)[] = [];
  for (let n = 0; n < size; n += 1) free.push(await openBackend(database, release));

  function release(backend: Backend): void {
    if (keeps && !backend.client?.destroyed) return;
    backend.client = null;
    free.push(backend);
    waiting.shift()?.();
  }

  const server = createServer((client) => {
    let own: Backend | undefined;
    let begun = false;
    client.on("error", () => {});
    client.on("data", (bytes: Buffer) => {
      if (!begun) {
        begun = true;
        client.write(greeting());
      } else if (bytes[0] === TERMINATE) client.end();
      else send(bytes);
    });
    client.on("close", () => {
      if (own?.client === client) own.socket.write(ROLLBACK);
    });
    function send(bytes: Buffer): void {
      if (own?.client !== client) own = free.pop();
      if (!own) return void waiting.push(() => send(bytes));
      own.client = client;
      own.socket.write(bytes);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterFile(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `postgres://${inject("postgres").user}@127.0.0.1:${port}/${database}`;
}

/** Signed in, which PostgreSQL asks of nobody in tests. */
async function openBackend(database: string, release: (backend: Backend) => void) {
  const { host, port, user } = inject("postgres");
  const socket = connect(`${host}/.s.PGSQL.${port}`);
  const backend: Backend = { socket, client: null, rest: Buffer.alloc(0) };
  const words = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + words.length);
  // The protocol's version, 3.0.
  head.writeInt32BE(3 << 16, 4);
  socket.write(Buffer.concat([head, words]));
  afterFile(() => void socket.destroy());
  await new Promise<void>((ready) => {
    socket.on("data", (bytes: Buffer) => {
      backend.client?.write(bytes);
      if (!endsTransaction(backend, bytes)) return;
      if (backend.client) release(backend);
      else ready();
    });
  });
  return backend;
}

/** Looks through the messages: a letter, a length and what is in them. */
function endsTransaction(backend: Backend, bytes: Buffer): boolean {
  let isIdle = false;
  let left = Buffer.concat([backend.rest, bytes]);
  while (left.length >= 5) {
    const length = 1 + left.readInt32BE(1);
    if (left.length < length) break;
    isIdle = left[0] === READY && left[5] === IDLE;
    left = left.subarray(length);
  }
  backend.rest = left;
  return isIdle;
}

/** Signed in, a number that is no process of PostgreSQL, and ready. */
function greeting(): Buffer {
  const parts = [
    ["R", [0]],
    ["K", [1, 2]],
  ] as const;
  const messages = parts.map(([letter, numbers]) => {
    const message = Buffer.alloc(5 + 4 * numbers.length);
    message.write(letter);
    message.writeInt32BE(message.length - 1, 1);
    numbers.forEach((number, index) => {
      message.writeInt32BE(number, 5 + 4 * index);
    });
    return message;
  });
  return Buffer.concat([...messages, Buffer.from("Z\0\0\0\x05I")]);
}
