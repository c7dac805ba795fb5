import { once } from "node:events";
import { get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

// A whole release is in server/app/workers/release.test.ts.

async function listen(settings: Record<string, string>) {
  const { app, logged } = await createTestApp(settings);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, logged, port: (app.server.address() as AddressInfo).port };
}

async function read(port: number, path: string) {
  const [answer] = await once(get({ port, path, host: "127.0.0.1" }), "response");
  answer.resume();
  return { status: answer.statusCode, connection: answer.headers.connection };
}

it("is not ready at once when it is told to stop, and serves on meanwhile", async () => {
  const { app, port } = await listen({ DRAIN_SECONDS: "5" });
  expect(await read(port, "/readyz")).toEqual({ status: 200, connection: "keep-alive" });
  const closed = app.close();
  expect(await read(port, "/readyz")).toEqual({ status: 503, connection: "close" });
  expect(await read(port, "/survey/item")).toEqual({ status: 200, connection: "close" });
  await closed;
  await expect(read(port, "/readyz")).rejects.toThrow("ECONNREFUSED");
});

it("cuts a request that does not arrive in the time that requests have", async () => {
  const { app, logged, port } = await listen({ REQUEST_SECONDS: "1", HEADER_SECONDS: "1" });
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const accepted = once(app.server, "connection");
  socket.write("POST /survey/vote HTTP/1.1\r\nhost: localhost\r\n");
  const [serverSide] = await accepted;
  if (serverSide.bytesRead === 0) await once(serverSide, "data");
  await Promise.all([app.close(), once(socket, "close")]);
  expect(logged.map(({ msg }) => msg)).toContain("requests that took too long were cut");
});
