import { once } from "node:events";
import { type AddressInfo, connect as connectTo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { problemSchema } from "../../contract/errors.ts";
import { routes } from "../../contract/routes.ts";
import { buildApp } from "../app/app.ts";
import { connect } from "../database/connect.ts";
import { readConfig } from "../process/config.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("problems", () => {
  const json = { "content-type": "application/json" };

  it("are RFC 9457 documents with a stable code and the request's id", async () => {
    const answer = await site.inject({ url: "/nothing/here" });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(problemSchema.parse(answer.json()).code).toBe("not_found");
  });

  it("say 405 with what is allowed instead", async () => {
    const answer = await site.inject({ method: "DELETE", url: "/jwt" });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe("POST");
  });

  it("say 413 for a body over 64 kB, 415 for what is no JSON, 400 for broken JSON", async () => {
    const send = (headers: Record<string, string>, payload: string) =>
      site.inject({
        method: "POST",
        url: "/users",
        headers: { ...person.headers, ...headers },
        payload,
      });
    const large = JSON.stringify({ username: "x".repeat(64 * 1024) });
    expect((await send(json, large)).json().code).toBe("too_large");
    expect((await send({ "content-type": "text/csv" }, "a,b")).json().code).toBe(
      "unsupported_media_type",
    );
    expect((await send(json, "{")).json().code).toBe("bad_request");
  });

  it("put 401 before 413, 415 and 422", async () => {
    for (const headers of [json, { "content-type": "text/csv" }]) {
      const payload = "x".repeat(70_000);
      const answer = await site.inject({ method: "POST", url: "/users", headers, payload });
      expect(answer.statusCode).toBe(401);
    }
  });

  it("name every field that is wrong, in one answer", async () => {
    const answer = await site.inject({
      method: "POST",
      url: "/users",
      headers: person.headers,
      payload: { email: "x", username: "", url: "y", role: "admin" },
    });
    const fields = answer.json().errors.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["email", "username", "url", "role"]);
  });

  it("name the field whose text can't be stored, wherever it stands", async () => {
    const send = (url: string, payload?: object) =>
      site.inject({
        method: payload ? "POST" : "GET",
        url,
        headers: person.headers,
        ...(payload && { payload }),
      });
    const answers = [
      [await send("/survey/details/%00"), "id"],
      [await send("/survey/item?search=a%00b"), "search"],
      [await send("/survey/item?unknown=%00"), "unknown"],
      [await send("/users", { email: person.email, username: "\u0000", url: "" }), "username"],
      [await send("/users", { email: person.email, username: "\ud800", url: "" }), "username"],
    ] as const;
    for (const [answer, field] of answers) {
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json().errors.map((error: { field: string }) => error.field)).toEqual([field]);
    }
  });

  it("refuse JSON that is nested without end", async () => {
    const deep = `{"username":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
    const headers = { ...person.headers, ...json };
    const answer = await site.inject({ method: "POST", url: "/users", headers, payload: deep });
    expect(answer.statusCode).toBe(422);
  });

  it("take a JSON content type without a body", async () => {
    const answer = await site.inject({
      method: "POST",
      url: "/logout",
      headers: { ...(await site.join()).headers, ...json },
    });
    expect(answer.statusCode).toBe(200);
  });

  it("survive addresses that can't be decoded, and names from every object", async () => {
    for (const url of ["/users/normal/%E0%A4%A", "/users/normal/__proto__", "/constructor"]) {
      const answer = await site.inject({ url, headers: person.headers });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });
});

describe("without a database", () => {
  it("everything that needs it is 503 with Retry-After, and nothing is told of the cause", async () => {
    const db = connect({
      connection: { host: "127.0.0.1", port: 1 },
      poolSize: 2,
      onLost: () => {},
    });
    const app = await buildApp({
      config: readConfig({ NODE_ENV: "test" }),
      db,
      secret: "a secret for tests, long enough",
      log: pino({ level: "silent" }),
    });
    const answers = await Promise.all([
      app.inject({ url: "/readyz" }),
      app.inject({ url: `/users/normal/${person.email}`, headers: person.headers }),
      app.inject({
        method: "POST",
        url: "/jwt",
        headers: { cookie: person.cookie, host: "localhost:3000" },
        payload: { email: person.email },
      }),
      app.inject({
        method: "POST",
        url: "/identity/sign-in/email",
        headers: { host: "localhost:3000", origin: "http://localhost:3000" },
        payload: { email: person.email, password: "correct horse" },
      }),
      app.inject({
        url: "/identity/get-session",
        headers: { host: "localhost:3000", cookie: person.cookie },
      }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers["retry-after"]).toBe("2");
      expect(answer.body).not.toMatch(/ECONN|127\.0\.0\.1|select/i);
    }
    expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
    await app.close();
    await db.destroy();
  });
});

it("says 503 while the database has no disk space, and says so in the log", async () => {
  const letter = { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." };
  const send = () => person.answer(routes.sendMessage, { body: letter });
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/1/2": No space left' using errcode = 'disk_full';
  end $$`.execute(site.db);
  // One of the tables that may have triggers where others are spread over several machines.
  await sql`create trigger full_disk before insert on contact_messages
    for each row execute function refuse()`.execute(site.db);
  const refused = await send();
  expect(refused.status).toBe(503);
  expect(refused.headers["retry-after"]).toBe("2");
  expect(refused.text).not.toMatch(/extend|base/);
  expect(site.logged).toContainEqual(
    expect.objectContaining({ level: 50, msg: expect.stringContaining("disk is full") }),
  );

  await sql`drop trigger full_disk on contact_messages`.execute(site.db);
  expect((await send()).status).toBe(201);
});

it("refuses a request with two Host headers, with all headers of an answer", async () => {
  const { app } = await createTestApp({}, site.db);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connectTo((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(
    "GET / HTTP/1.1\r\nHost: localhost\r\nHOST: elsewhere.example\r\nConnection: close\r\n\r\n",
  );
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toMatch(/content-type: application\/problem\+json/i);
  expect(answer).toMatch(/x-content-type-options: nosniff/i);
  await app.close();
});

it("closes connections that have sent nothing when the server stops", async () => {
  const { app } = await createTestApp({}, site.db);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const accepted = once(app.server, "connection");
  const silent = connectTo((app.server.address() as AddressInfo).port, "127.0.0.1");
  await accepted;
  await Promise.all([app.close(), once(silent, "close")]);
});
