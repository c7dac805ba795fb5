import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import Fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { route } from "../../contract/route.ts";
import { EventStream, LiveEvent, sendEvents } from "./events.ts";

const notes = route({
  method: "GET",
  path: "/notes",
  access: "public",
  summary: "Notes as they come",
  live: true,
  reply: z.object({ text: z.string() }),
});

/** A server with one stream, and the two ends of a connection that reads it. */
async function openStream() {
  const app = Fastify();
  onTestFinished(() => app.close());
  const stream = new EventStream<typeof notes>();
  app.get("/notes", (_request, reply) => sendEvents(reply, stream));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const connection = once(app.server, "connection");
  const reader = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    reader.destroy();
  });
  reader.write("GET /notes HTTP/1.1\r\nHost: site.test\r\n\r\n");
  const [socket] = (await connection) as [Socket];
  return { stream, socket, reader: reader.setEncoding("utf8") };
}

it("sends only what the route declares", async () => {
  const { stream, reader } = await openStream();
  const note = { text: "hello", secret: "hidden" };
  stream.send(new LiveEvent(notes, note));
  let text = "";
  for await (const part of reader) {
    text += part;
    if (text.includes("data: ")) break;
  }
  expect(text).toMatch(/\r\n\r\ndata: \{"text":"hello"\}\n\n$/);
});

it("keeps no more than the latest event for a reader that takes none", async () => {
  const { stream, socket, reader } = await openStream();
  reader.pause();
  // Together 60 MB, several times what the network's own buffers hold.
  const [events, size] = [600, 100_000];
  let most = 0;
  for (let n = 1; n <= events; n += 1) {
    stream.send(new LiveEvent(notes, { text: `number ${n} `.padEnd(size, "x") }));
    await setImmediate();
    most = Math.max(most, socket.writableLength + stream.readableLength);
  }
  // One on its way out, one in the stream, and their few bytes of JSON.
  expect(most).toBeLessThan(3 * size);

  reader.resume();
  let last = "";
  let read = 0;
  for await (const part of reader) {
    read += part.length;
    last = (last + part).slice(-2 * size);
    if (last.includes(`number ${events} `)) break;
  }
  expect(read).toBeLessThan((events * size) / 2);
});

it("ends the connection with the stream", async () => {
  const { stream, reader } = await openStream();
  stream.send(new LiveEvent(notes, { text: "the last one" }));
  stream.end();
  let text = "";
  for await (const part of reader) text += part;
  expect(text).toContain("connection: close");
});
