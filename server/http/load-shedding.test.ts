import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import * as wording from "#words/specified";
import { createTestApp, createTestDatabase, type TestApp } from "../testing/test-app.ts";

const EMPTY_ROOT = '<div id="root"></div>';

/** A call that needs the database. */
const callProduct = (site: TestApp) => site.inject({ url: "/survey/item?search=word" });

/** Blocks the event loop, as a bug in our own code would. */
function blockLoop(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Blocks the loop until it is late. Timers run before new requests are read, so it is noticed. */
async function makeLate(): Promise<void> {
  blockLoop(1000);
  await wait(0);
}

const openPage = (site: TestApp, url: string) =>
  site.inject({ url, headers: { accept: "text/html" } });

async function expectOperators(site: TestApp): Promise<void> {
  for (const url of ["/healthz", "/readyz", "/metrics"]) {
    expect((await site.inject({ url })).statusCode).toBe(200);
  }
}

describe("load shedding", () => {
  it("refuses new calls while the event loop lags, and takes them again after", async () => {
    const site = await createTestApp({ SHED_AFTER_MS: "500" });
    await expect.poll(async () => (await callProduct(site)).statusCode).toBe(200);
    await makeLate();
    const calls = [callProduct(site), site.inject({ url: "/identity/get-session" })];
    for (const answer of await Promise.all(calls)) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: "unavailable", status: 503 });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    await makeLate();
    // A person who follows a link to a file, or comes back from another site's log-in.
    const followed = await openPage(site, "/survey/item");
    expect([followed.statusCode, followed.headers["content-type"]]).toEqual([
      503,
      "text/html; charset=utf-8",
    ]);
    expect(followed.body).toMatch(/Please try again in \d seconds\./);
    await makeLate();
    await expectOperators(site);
    await expect.poll(async () => (await callProduct(site)).statusCode).toBe(200);
  });

  it("sends files and pages also while the event loop lags", async () => {
    const site = await createTestApp({ SHED_AFTER_MS: "500" });
    const shell = await openPage(site, "/contact");
    const [script = ""] = /\/assets\/[^"]+\.js/.exec(shell.body) ?? [];
    await makeLate();
    const sent = await Promise.all([site.inject({ url: script }), openPage(site, "/contact")]);
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(sent[0]?.headers["content-type"]).toContain("text/javascript");
    expect(sent[1]?.body).toContain(EMPTY_ROOT);
  });

  it("sends the shell of a page while the event loop lags, and renders it again after", async () => {
    const site = await createTestApp({ SHED_AFTER_MS: "500" });
    const { howItWorks } = wording.landing;
    await makeLate();
    const shell = await openPage(site, "/");
    expect(shell.statusCode).toBe(200);
    expect(shell.body).toContain(EMPTY_ROOT);
    await expect.poll(async () => (await openPage(site, "/")).body).toContain(howItWorks);
  });

  it("refuses calls that need the database while it lags, and takes them again after", async () => {
    const db = await createTestDatabase();
    const site = await createTestApp({ SHED_AFTER_MS: "300" }, db);
    const held = Array.from({ length: 5 }, () => holdConnection());
    await Promise.all(held.map(({ taken }) => taken));
    // Accepted before the lag was noticed, so it waits like those before it.
    const early = callProduct(site);
    const refusing = () => site.logged.some(({ msg }) => msg === "refusing new calls");
    await expect
      .poll(() => {
        // Not awaited: until the lag is noticed, it waits too.
        void openPage(site, "/contact");
        return refusing();
      })
      .toBe(true);
    const started = performance.now();
    const refused = await callProduct(site);
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    // At once, not after the three seconds of the connection timeout.
    expect(performance.now() - started).toBeLessThan(2_900);
    expect((await site.inject({ url: "/identity/get-session" })).statusCode).toBe(503);
    expect((await site.inject({ url: "/docs" })).statusCode).toBe(200);
    // Rendering it would wait for the database.
    expect((await openPage(site, "/surveyPage")).body).toContain(EMPTY_ROOT);
    expect((await site.inject({ url: "/healthz" })).statusCode).toBe(200);
    for (const { release } of held) release();
    await expect.poll(async () => (await callProduct(site)).statusCode).toBe(200);
    expect([200, 503]).toContain((await early).statusCode);

    function holdConnection() {
      let release = () => {};
      const taken = new Promise<void>((onTaken) => {
        void db.connection().execute(async () => {
          onTaken();
          await new Promise<void>((onReleased) => {
            release = onReleased;
          });
        });
      });
      return { taken, release: () => release() };
    }
  });
});

describe("connections", () => {
  async function listen(settings: Record<string, string>) {
    const site = await createTestApp({ LIMIT_FACTOR: "1", ...settings });
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = site.app.server.address() as AddressInfo;
    return {
      site,
      /** Linux has all addresses that begin with 127. */
      open(localAddress = "127.0.0.1") {
        const socket = connect({ port, host: "127.0.0.1", localAddress });
        socket.setEncoding("utf8").on("error", () => {});
        onTestFinished(() => void socket.destroy());
        return socket;
      },
    };
  }

  it.each([
    ["the headers take", "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    [
      "the body takes",
      "POST /contactMessage HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{",
    ],
  ])("end when %s too long", async (_part, beginning) => {
    const { open } = await listen({ HEADER_SECONDS: "1", REQUEST_SECONDS: "1" });
    const socket = open();
    socket.write(beginning);
    const [said] = await once(socket, "data");
    expect(String(said)).toMatch(/^HTTP\/1\.1 408 /);
    if (!socket.closed) await once(socket, "close");
  });

  async function openAll(open: (from: string) => Socket, from: string[]): Promise<Socket[]> {
    const sockets = from.map(open);
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    return sockets;
  }

  /** Not by `once` of Node, which fails for a connection that is reset. */
  const closed = (socket: Socket) => new Promise((done) => socket.once("close", done));

  async function isAnswered(socket: Socket | undefined): Promise<boolean> {
    if (!socket || socket.closed) return false;
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    const data = new Promise((done) => socket.once("data", done));
    return String(await Promise.race([data, closed(socket)])).startsWith("HTTP/1.1 200 ");
  }

  it("are as many as the setting says", async () => {
    const { open } = await listen({ MAX_CONNECTIONS: "12" });
    const from = Array.from({ length: 12 }, (_, n) => `127.0.0.${1 + (n % 4)}`);
    const sockets = await openAll(open, from);
    await closed(open("127.0.0.5"));
    expect(await isAnswered(sockets[0])).toBe(true);
  });

  it("of one network are a quarter of them, and others have the rest", async () => {
    const { open } = await listen({ MAX_CONNECTIONS: "40" });
    const theirs = await openAll(open, Array<string>(10).fill("127.0.0.1"));
    for (let tried = 0; tried < 40; tried += 1) await closed(open());
    expect(await isAnswered(theirs[9])).toBe(true);
    const others = await openAll(open, Array<string>(10).fill("127.0.0.2"));
    expect(await Promise.all(others.map(isAnswered))).not.toContain(false);
    // Whoever closes one may open another.
    theirs[0]?.destroy();
    await expect.poll(() => isAnswered(open())).toBe(true);
  });

  it("of a trusted proxy are everybody's, so they may be all", async () => {
    const { open } = await listen({
      MAX_CONNECTIONS: "10",
      TRUSTED_PROXIES: "10.0.0.1, 127.0.0.1",
    });
    const proxied = await openAll(open, Array<string>(9).fill("127.0.0.1"));
    expect(await Promise.all(proxied.map(isAnswered))).not.toContain(false);
  });

  it("end when nothing moves on them, later than those of a proxy", async () => {
    const { site } = await listen({});
    expect(site.app.server.keepAliveTimeout).toBe(75_000);
    expect(site.app.server.timeout).toBe(75_000);
  });
});
