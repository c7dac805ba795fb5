import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect as connectTo, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { DatabaseUnreachable } from "../database/open.ts";
import { OperatorError } from "../process/operator-error.ts";
import { projectRoot } from "../process/project-root.ts";
import { connectionsTo, onDatabase, PATIENCE, spawnBuilt } from "../testing/built-server.ts";
import { freePort } from "../testing/server-process.ts";
import { createTestDatabase } from "../testing/test-app.ts";
import { waitForDatabase } from "./waiting.ts";

const TEN_MINUTES = 600_000;
/** Calls a server that waits, or nothing. */
async function get(port: number, url: string, headers: Record<string, string> = {}) {
  const {
    status,
    text,
    headers: received,
  } = await connectionsTo({ port }, 1).send({
    method: "GET",
    url,
    headers,
    body: undefined,
  });
  return { status, text, retryAfter: received["retry-after"] };
}

async function expectWaiting(port: number): Promise<void> {
  expect(await get(port, "/healthz")).toMatchObject({ status: 200 });
  expect(await get(port, "/readyz")).toMatchObject({
    status: 503,
    text: expect.stringContaining("waiting for its database"),
    retryAfter: "5",
  });
  expect(await get(port, "/survey")).toMatchObject({ status: 503, retryAfter: "5" });
  expect(await get(port, "/", { accept: "text/html" })).toMatchObject({
    status: 503,
    text: expect.stringContaining("The site is starting."),
  });
}

describe("waiting for a database", () => {
  it("goes on for ten minutes, says so once a minute, and takes it when it is there", async () => {
    const port = await freePort();
    const log = { info: vi.fn(), warn: vi.fn() };
    let waited = 0;
    let tries = 0;
    const result = await waitForDatabase(
      async () => {
        tries += 1;
        if (waited < TEN_MINUTES) throw new DatabaseUnreachable("no answer");
        return "open";
      },
      {
        host: "127.0.0.1",
        port,
        log,
        signal: new AbortController().signal,
        async pause(ms) {
          if (waited === 0 || waited > TEN_MINUTES - 10_000) await expectWaiting(port);
          waited += ms;
        },
      },
    );
    expect(result).toBe("open");
    // Never more than five seconds apart, and not in a rush either.
    expect(tries).toBeGreaterThan(TEN_MINUTES / 5_000);
    expect(tries).toBeLessThan(TEN_MINUTES / 4_000);
    expect(log.warn).toHaveBeenCalledTimes(10);
    expect(log.warn).toHaveBeenCalledWith("waiting for the database: no answer");
    expect(log.info).toHaveBeenCalledWith("the database answers");
    await expect(get(port, "/healthz")).rejects.toThrow("ECONNREFUSED");
  });

  it("does not wait for what stays as it is, and ends when it is told to", async () => {
    const port = await freePort();
    const log = { info: vi.fn(), warn: vi.fn() };
    const stopping = new AbortController();
    const options = { host: "127.0.0.1", port, log, signal: stopping.signal };
    const refused = waitForDatabase(() => Promise.reject(new OperatorError("refused")), options);
    await expect(refused).rejects.toThrow("refused");
    expect(log.warn).not.toHaveBeenCalled();

    const waiting = waitForDatabase(() => Promise.reject(new DatabaseUnreachable("")), options);
    await vi.waitFor(() => expectWaiting(port));
    stopping.abort();
    await expect(waiting).rejects.toThrow("aborted");
  });
});

describe("a built server", () => {
  it.each(["1", "2"])("with %s workers starts before its database does", async (workers) => {
    const db = await createTestDatabase(null);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const { user, host, port: socket } = inject("postgres");
    const port = await freePort();
    const server = await spawnBuilt({
      ...(await onDatabase(db, null)),
      DATABASE_URL: `postgres://${user}@localhost:${port}/${rows[0]?.name}`,
      WORKERS: workers,
    });
    await vi.waitFor(() => expectWaiting(server.port), PATIENCE);
    expect(server.output()).not.toContain("is ready at");

    const relay = createServer((client) => {
      const postgres = connectTo(`${host}/.s.PGSQL.${socket}`);
      for (const one of [client, postgres]) one.on("error", () => {});
      client.pipe(postgres).pipe(client);
    });
    await listen(relay, port);
    const isReady = async () => expect((await get(server.port, "/readyz")).status).toBe(200);
    await vi.waitFor(isReady, PATIENCE);
    await vi.waitFor(() => expect(server.output()).toMatch(/waiting for the database/), PATIENCE);
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });

  it("can be stopped while it waits", async () => {
    const server = await spawnBuilt({
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/survey`,
      APP_SECRET: "x".repeat(32),
    });
    await vi.waitFor(() => expectWaiting(server.port), PATIENCE);
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });

  it("ends at once, with one line, where waiting does not help", async () => {
    const settings = await onDatabase(await createTestDatabase(null), null);
    const address = String(settings.DATABASE_URL);
    const nowhere = Object.assign(new URL(address), { pathname: "/nowhere" }).toString();
    const nobody = address.replace("//", "//nobody_").toString();
    for (const [url, line] of [
      [nowhere, /^DATABASE_URL: refused by .*database "nowhere" does not exist\)$/],
      [nobody, /^DATABASE_URL: refused by .*role "nobody_\w+" does not exist\)$/],
      [
        "mysql://root@localhost/survey",
        /^DATABASE_URL: .* starts with postgres:\/\/ .*; it is "…"$/,
      ],
    ] as const) {
      const server = await spawnBuilt({ ...settings, DATABASE_URL: url, LOG_LEVEL: "warn" });
      expect(await server.ended).toBe(1);
      expect(server.output().trim()).toMatch(line);
    }
  });
});

it("is started again by systemd for as long as it takes", async () => {
  const file = path.join(projectRoot, "deploy/systemd/survey-website.service");
  const unit = await readFile(file, "utf8");
  expect(unit).toMatch(/^Restart=always$/m);
  // Otherwise it gives up after a number of starts.
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
});

/** Until the end of the test. */
async function listen(server: Server, port: number): Promise<void> {
  const open = new Set<Socket>();
  server.on("connection", (socket) => open.add(socket));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
}
