import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { identityBodies } from "../identity-bodies.ts";
import type { TestApp } from "../test-app.ts";
import {
  addThings,
  callerOf,
  createTestScene,
  dumpDatabase,
  goodCall,
  type People,
  routeNames,
  routeOf,
  statusFor,
} from "../test-scene.ts";

let site: TestApp;
let people: People;

beforeAll(async () => {
  ({ site, people } = await createTestScene());
});

/** Values that only the server sets, under names of columns, replies and identity fields. */
const PLANTED = "b0071e66-0000-4000-8000-000000000666";
const PLANTED_COUNT = 987_654_321;
const names = ["id", "_id", "user_id", "userId", "surveyor_id", "surveyorId", "survey_id"];
const texts = [
  "username",
  "author",
  "actor",
  "entered_message",
  "step_key",
  "providerId",
  "search",
];
const counts = ["votes", "liked", "disliked", "yes", "no", "revision", "token_version", "price"];
const times = ["created_at", "createdAt", "deleted_at", "expiresAt", "timestamp", "refunded_at"];
const planted: Record<string, unknown> = {
  ...Object.fromEntries([...names, ...texts].map((name) => [name, PLANTED])),
  ...Object.fromEntries(counts.map((name) => [name, PLANTED_COUNT])),
  ...Object.fromEntries(times.map((name) => [name, "1987-06-05T04:03:02Z"])),
  admin: true,
  isAdmin: true,
  role: "pro-user",
  status: "published",
  emailVerified: true,
  email_verified: true,
  hidden: true,
};
/** Written as JSON text, because there `__proto__` is a key like any other. */
const polluting = '"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}';

const traces = [PLANTED, String(PLANTED_COUNT), "1987-06-0"];

/** Everything that determines what people may do. */
async function standings(): Promise<unknown> {
  const { rows } = await sql`
    select users.email, role, admin, "emailVerified" from users
    left join identity."user" as account on account.email = users.email
    order by users.email`.execute(site.db);
  return rows;
}

const withBody = routeNames.filter((name) => routeOf(name).body && name !== "changeRole");

it.each(withBody)("%s stores no field that the server owns", async (name) => {
  const before = await standings();
  const person = callerOf(name, people);
  const things = await addThings(site, people.surveyor, statusFor(name));
  const call = goodCall(name, { ...things, email: person.email }, person);
  const good = call.payload as object;
  for (const payload of [
    { ...planted, ...good },
    `{${polluting},${JSON.stringify(good).slice(1)}`,
  ]) {
    const headers = { ...call.headers, "content-type": "application/json" };
    const answer = await site.inject({ ...call, headers, payload });
    expect(answer.statusCode, answer.body).toBeLessThan(500);
  }
  const dump = JSON.stringify(await dumpDatabase(site.db));
  for (const trace of traces) expect(dump).not.toContain(trace);
  const now = (await standings()) as { email: string }[];
  const known = new Set(Object.values(people).map(({ email }) => email));
  const ofThem = (rows: unknown) =>
    (rows as { email: string }[]).filter(({ email }) => known.has(email));
  expect(ofThem(now)).toEqual(ofThem(before));
});

const identityWithBody = Object.entries(identityCalls).filter(([, call]) => "body" in call);

it.each(identityWithBody)("identity call %s stores none either", async (name, call) => {
  const email = `${randomUUID()}@example.org`;
  const body = identityBodies(email)[name as keyof ReturnType<typeof identityBodies>];
  await (await site.join()).answer(call, { body: { ...planted, ...body } });
  const dump = JSON.stringify(await dumpDatabase(site.db));
  for (const trace of traces) expect(dump).not.toContain(trace);
  const verified = await sql`select 1 from identity."user" where "emailVerified"`.execute(site.db);
  expect(verified.rows).toEqual([]);
});

describe("replies", () => {
  const readable = routeNames.filter((name) => {
    const { method, live } = routeOf(name);
    return method === "GET" && !live;
  });

  it.each(readable)("of %s hold what they declare, and no secret", async (name) => {
    const secrets = await sql<{ secret: string }>`
      select password as secret from identity.account where password is not null
      union all select token from identity.session`.execute(site.db);
    const emails = Object.values(people).map(({ email }) => email);
    const things = await addThings(site, people.surveyor);
    for (const person of [null, ...Object.values(people)]) {
      const call = goodCall(name, { ...things, email: person?.email ?? "a@b.test" }, person);
      const answer = await site.inject(call);
      for (const { secret } of secrets.rows) expect(answer.body).not.toContain(secret);
      if (person !== people.admin) {
        const others = emails.filter((email) => email !== person?.email);
        for (const email of others) expect(answer.body).not.toContain(email);
      }
      const { reply, download } = routeOf(name);
      if (answer.statusCode !== 200 || download) continue;
      // Parsing drops fields that the schema does not name, so there were none.
      const isText = String(answer.headers["content-type"]).startsWith("text/");
      const sent: unknown = isText ? answer.body : answer.json();
      expect(reply.parse(sent)).toEqual(sent);
    }
  });
});

it.each([
  "sort=votes&sort=liked",
  "limit=1&limit=2",
  "search[]=a",
  "search[a]=b&category[]=politics",
])("a parameter that is given twice or as a list is not half read: %s", async (query) => {
  const answer = await site.inject({ url: `/survey/item?${query}` });
  // Refused, or an unknown name that is ignored.
  expect(answer.statusCode).toBe(query.includes("[") ? 200 : 422);
});
