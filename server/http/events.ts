import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ReplyInput, Route } from "../../contract/route.ts";

/** A server-sent event: checked and serialised once, sent to any number of streams. */
export class LiveEvent<R extends Route> {
  readonly bytes: Buffer;

  constructor(route: R, value: ReplyInput<R>) {
    this.bytes = Buffer.from(`data: ${JSON.stringify(route.reply.parse(value))}\n\n`);
  }
}

// A comment line keeps proxies from closing an idle stream.
const KEEP_ALIVE = Buffer.from(":\n\n");

/** The live answer to one caller. A slow reader misses events in between, never the latest one. */
export class EventStream<R extends Route> extends Readable {
  private readerWaits = false;
  private next: Buffer | null = null;

  constructor() {
    // With one byte, the reader asks for more only when it has taken everything.
    super({ highWaterMark: 1 });
  }

  send(event: LiveEvent<R>): void {
    this.next = event.bytes;
    this.sendNext();
  }

  keepAlive(): void {
    this.next ??= KEEP_ALIVE;
    this.sendNext();
  }

  end(): void {
    this.push(null);
  }

  override _read(): void {
    this.readerWaits = true;
    this.sendNext();
  }

  private sendNext(): void {
    if (!this.readerWaits || !this.next) return;
    const bytes = this.next;
    this.next = null;
    this.readerWaits = false;
    this.push(bytes);
  }
}

export function sendEvents(reply: FastifyReply, events: EventStream<Route>): FastifyReply {
  // The connection closes with the stream, so the body needs no chunks to show its end. Without
  // them an event is one write to the socket, not four.
  reply.raw.removeHeader("transfer-encoding");
  return (
    reply
      .header("cache-control", "no-store")
      // When a stream ends because the server stops, its connection must close too.
      .header("connection", "close")
      // Otherwise nginx would hold events back until its buffer is full.
      .header("x-accel-buffering", "no")
      .type("text/event-stream; charset=utf-8")
      .send(events)
  );
}
