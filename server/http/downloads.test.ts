import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { fileFormat } from "../../contract/fields.ts";
import { route } from "../../contract/route.ts";
import { parseCsv } from "../testing/parse-csv.ts";
import { bindRoutes } from "./bind.ts";
import { answerProblem, ProblemError } from "./problems.ts";

const table = {
  exportThings: route({
    method: "GET",
    path: "/things/export",
    access: "public",
    summary: "Things as a file",
    download: "things",
    query: z.object({ format: fileFormat }),
    reply: z.object({ name: z.string(), size: z.number() }),
  }),
};
type Thing = z.infer<typeof table.exportThings.reply>;

let app: FastifyInstance;
let isAllowed: () => boolean;
/** What the route's handler answers, set by each test. */
let things: () => AsyncGenerator<Thing[]>;

beforeEach(() => {
  app = Fastify();
  app.setErrorHandler(answerProblem);
  isAllowed = () => true;
  const nobody = async () => {
    if (!isAllowed()) throw new ProblemError("forbidden");
    return { viewer: null, identity: null, credential: null };
  };
  bindRoutes(app, { admit: nobody, authorise: nobody }, table, { exportThings: () => things() });
});
afterEach(() => app.close());

const download = (format: string) => app.inject({ url: `/things/export?format=${format}` });

async function listen(): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

describe("a CSV file", () => {
  it("says what it is, and that it is UTF-8", async () => {
    things = async function* () {
      yield [{ name: "Žluťoučký kůň", size: 1 }];
    };
    const answer = await download("csv");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="things.csv"',
      "cache-control": "no-store",
    });
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(answer.body).toBe("\uFEFFname,size\nŽluťoučký kůň,1\n");
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t1", "\r1"])("has %j as text", async (name) => {
    things = async function* () {
      yield [{ name, size: 1 }];
    };
    expect(parseCsv((await download("csv")).body)[1]).toEqual([`'${name}`, "1"]);
  });

  it.each(["\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)", " =1+1", '"=1+1'])(
    "has %j as text as well",
    async (name) => {
      things = async function* () {
        yield [{ name, size: 1 }];
      };
      expect(parseCsv((await download("csv")).body)[1]).toEqual([`'${name}`, "1"]);
    },
  );

  it.each([
    "a;=1+1",
    "a;=1+1;b",
    "a; +1",
    'a;"=1+1";b',
    'a;"\n=1+1',
    "two\n=lines",
    "two\r\n-lines",
    "a\t@SUM(A1)",
    "\t=1",
    "\r=1",
    "a;b;c;=1",
    "a;\uff1d1+1",
  ])("begins no formula with %j where cells end at a semicolon or a tab", async (name) => {
    things = async function* () {
      yield [{ name, size: 1 }];
      yield [{ name: "x", size: 2 }];
    };
    const { body } = await download("csv");
    // Whether a program treats quotes as ordinary characters or removes them.
    for (const text of [body, body.replaceAll('"', "")]) {
      for (const cell of text.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^\s*"*[=+\-@\uff1d]/);
    }
  });

  it.each(['a "quoted" name', "one, two", "two\nlines", "a=b", ""])("keeps %j", async (name) => {
    things = async function* () {
      yield [{ name, size: -1 }];
    };
    // A number can't start a formula, so it stays as it is.
    expect(parseCsv((await download("csv")).body)[1]).toEqual([name, "-1"]);
  });

  it("has one head and every batch, also without any", async () => {
    things = async function* () {
      yield [{ name: "a", size: 1 }];
      yield [];
      yield [{ name: "b", size: 2 }];
    };
    expect((await download("csv")).body).toBe("\uFEFFname,size\na,1\nb,2\n");
    things = async function* () {};
    expect((await download("csv")).body).toBe("\uFEFFname,size\n");
  });
});

describe("a JSON file", () => {
  it("is one array of all batches, also without any", async () => {
    things = async function* () {
      yield [{ name: "=1+1", size: 1 }];
      yield [];
      yield [{ name: "b", size: 2 }];
    };
    const answer = await download("json");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="things.json"');
    expect(answer.json()).toEqual([
      { name: "=1+1", size: 1 },
      { name: "b", size: 2 },
    ]);
    things = async function* () {
      yield [];
    };
    expect((await download("json")).json()).toEqual([]);
  });
});

describe("any file", () => {
  it("has declared fields only", async () => {
    things = async function* () {
      yield [{ name: "a", size: 1, secret: "x" } as Thing];
    };
    expect((await download("json")).json()).toEqual([{ name: "a", size: 1 }]);
    expect((await download("csv")).body).not.toContain("x");
  });
});

describe("a file that can't be had", () => {
  it("is a problem document if that shows at once", async () => {
    // biome-ignore lint/correctness/useYield: it fails before it could yield
    things = async function* () {
      throw new ProblemError("not_found");
    };
    const answer = await download("csv");
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.headers["content-disposition"]).toBeUndefined();
    expect(answer.json().code).toBe("not_found");
  });

  it.each(["csv", "json"])(
    "breaks off and never looks complete if it shows late: %s",
    async (format) => {
      things = async function* () {
        yield [{ name: "a", size: 1 }];
        throw new Error("the database is gone");
      };
      const answer = await fetch(
        `http://127.0.0.1:${await listen()}/things/export?format=${format}`,
      );
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow("terminated");
    },
  );
});

describe("a slow reader", () => {
  const BATCHES = 1_000;
  // 100 MB in all: far more than socket buffers hold while nobody reads.
  const thing = { name: "x".repeat(100_000), size: 1 };
  let made: number;
  let ended: boolean;

  beforeEach(() => {
    made = 0;
    ended = false;
    things = async function* () {
      try {
        for (; made < BATCHES; made += 1) yield [thing];
      } finally {
        ended = true;
      }
    };
  });

  async function request() {
    const socket = connect(await listen(), "127.0.0.1");
    await once(socket, "connect");
    socket.pause();
    socket.write("GET /things/export HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return socket;
  }

  /** Waits until nothing has been produced for many turns of the event loop. */
  async function untilHeldBack(): Promise<void> {
    let [seen, quietTurns] = [0, 0];
    while (quietTurns < 1_000) {
      await nextTurn();
      quietTurns = made > 0 && made === seen ? quietTurns + 1 : 0;
      seen = made;
    }
  }

  it("holds the reading back, and gets everything in the end", async () => {
    const socket = await request();
    await untilHeldBack();
    expect(made).toBeLessThan(BATCHES / 2);
    let received = 0;
    socket.on("data", (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await once(socket, "close");
    expect(made).toBe(BATCHES);
    expect(received).toBeGreaterThan(BATCHES * 100_000);
  });

  it("of nothing but the head reads no more than the first batch", async () => {
    const answer = await app.inject({ method: "HEAD", url: "/things/export" });
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect([answer.statusCode, answer.body, made, ended]).toEqual([200, "", 0, true]);
  });

  it("ends the reading by leaving", async () => {
    const socket = await request();
    await untilHeldBack();
    socket.destroy();
    await expect.poll(() => ended).toBe(true);
    expect(made).toBeLessThan(BATCHES / 2);
  });
});

it("ends with the reader's right to it", async () => {
  const port = await listen();
  things = async function* () {
    yield [{ name: "before", size: 1 }];
    isAllowed = () => false;
    yield [{ name: "after", size: 2 }];
  };
  const answer = await fetch(`http://127.0.0.1:${port}/things/export?format=csv`);
  const received: string[] = [];
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  await expect(
    (async () => {
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        received.push(part.value);
      }
    })(),
  ).rejects.toThrow();
  expect(received.join("")).not.toContain("after");
});
