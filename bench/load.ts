import { connect } from "node:net";

// autocannon was tried first. It needs as much CPU per request as the bare limit server itself, and
// on two cores that it shares with the server and PostgreSQL the generator must be the cheapest of
// the three. This one needs half of that: it parses no more of an answer than its status and length.

export interface Load {
  port: number;
  host: string;
  connections: number;
  seconds: number;
  /** The status that every answer must have. */
  status: number;
  /** The bytes of the next request, as a string of one-byte characters. */
  next: () => string;
}

// Opening the connections takes a part of it.
const SETTLE_MS = 300;
// Answers are read into one buffer per connection; the largest, a page, takes two of them.
const BUFFER_BYTES = 64 * 1024;

/** Keeps one request running on each connection, and counts the answers. */
export async function runLoad(load: Load): Promise<number> {
  let end = performance.now() + SETTLE_MS + load.seconds * 1000;
  let answers = 0;
  const onAnswer = () => {
    answers += 1;
    return performance.now() < end;
  };
  const connections = Array.from({ length: load.connections }, () =>
    keepAsking(load, onAnswer).catch((error: unknown) => {
      // Nothing of a failed measurement may still run during the next one.
      end = 0;
      throw error;
    }),
  );
  await Promise.allSettled(connections);
  await Promise.all(connections);
  return answers;
}

/** Sends the next request after each answer, until `isToGoOn` says otherwise. */
function keepAsking({ port, host, status, next }: Load, isToGoOn: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = createAnswerReader(status);
    const ask = () => socket.write(next(), "latin1");
    const socket = connect({
      port,
      host,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(BUFFER_BYTES),
        callback(length, buffer) {
          try {
            if (!reader.read(buffer as Buffer, length)) return true;
          } catch (error) {
            socket.destroy(error as Error);
            return false;
          }
          if (isToGoOn()) ask();
          else socket.destroy();
          return true;
        },
      },
    });
    socket.once("connect", ask);
    socket.once("error", reject);
    socket.once("close", () => resolve());
  });
}

// More than the headers of any answer. Only this much of its first bytes is looked at.
const HEAD_BYTES = 4096;

/** Finds the ends of answers. Throws for one that has another status or no length. */
function createAnswerReader(status: number) {
  let head = "";
  let received = 0;
  let bodyLeft = 0;

  /** The length of the body, once the head is complete. */
  function readHead(): number | undefined {
    const headEnd = head.indexOf("\r\n\r\n");
    if (headEnd < 0) return undefined;
    if (!head.startsWith(`HTTP/1.1 ${status} `)) {
      throw new Error(`answered otherwise than ${status}: ${head}`);
    }
    const found = /\r\ncontent-length: (\d+)/i.exec(head);
    if (!found && status !== 304) throw new Error(`an answer without a length: ${head}`);
    return Number(found?.[1] ?? 0) - (received - headEnd - 4);
  }

  return {
    /** True if these bytes end an answer. */
    read(buffer: Buffer, length: number): boolean {
      if (bodyLeft > 0) {
        bodyLeft -= length;
      } else {
        head += buffer.toString("latin1", 0, Math.min(length, HEAD_BYTES));
        received += length;
        const rest = readHead();
        if (rest === undefined) return false;
        bodyLeft = rest;
        head = "";
        received = 0;
      }
      return bodyLeft === 0;
    },
  };
}
