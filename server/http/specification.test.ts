import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { pathParams, type Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { section7 } from "../testing/section-seven.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, addTestVotes } from "../testing/test-surveys.ts";

const callOf = ({ method, path }: Route) => `${method} ${path}`;

/** The field names of an object, or of the items of an array. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

it.each(section7)("$call is as specified", (line) => {
  const { call, payload = [], added = [], reply, route: name } = line;
  const route: Route = routes[name];
  expect(callOf(route)).toBe(call);
  const taken: Record<string, z.ZodType> =
    route.body instanceof z.ZodObject ? route.body.shape : {};
  expect(Object.keys(taken).filter((field) => !added.includes(field))).toEqual(payload);
  for (const field of added) expect(taken[field]?.safeParse(undefined).success, field).toBe(true);
  if (reply === "text") expect(route.reply).toBeInstanceOf(z.ZodString);
  else expect(fieldsOf(route.reply)).toEqual(expect.arrayContaining(reply ?? []));
});

it("gives every route an access, a summary and parameters that are known", () => {
  for (const route of Object.values(routes) as Route[]) {
    expect(route.access).toBeTruthy();
    expect(route.summary).toBeTruthy();
    for (const [, name] of route.path.matchAll(/:(\w+)/g))
      expect(pathParams).toHaveProperty(name ?? "");
  }
});

describe("a client that reads bodies only, and sends no query", () => {
  // More than a page of any list of ours.
  const MANY = 120;
  let site: TestApp;
  let admin: Person;
  let surveyor: Person;
  let answered: string;

  beforeAll(async () => {
    site = await createTestApp();
    admin = await site.join({ admin: true });
    surveyor = await site.join({ role: "surveyor" });
    answered = await addTestSurvey(site.db, { surveyor_id: surveyor.id, language: "zh" });
    await addTestVotes(site.db, answered, MANY, new Date());
    await sql`insert into comments (survey_id, user_id, text)
      select ${answered}::uuid, ${surveyor.id}::uuid, 'Comment ' || n
      from generate_series(1, ${sql.lit(MANY)}) as n`.execute(site.db);
    for (let number = 0; number < MANY; number += 1) {
      const language = number % 2 ? "en" : "es";
      await addTestSurvey(site.db, { surveyor_id: surveyor.id, language, title: `Of ${number}` });
    }
    await sql`insert into payments (user_id, transaction_id, gateway, amount, currency)
      select id, 'paid-' || id, 'sandbox', 10000, 'usd' from users`.execute(site.db);
  });

  const read = async (url: string, person?: Person) =>
    (await site.inject({ url, ...(person && { headers: person.headers }) })).json();

  it("gets every published survey, whatever its language", async () => {
    const surveys: { _id: string; title: string }[] = await read("/survey/item");
    expect(surveys).toHaveLength(MANY + 1);
    expect(new Set(surveys.map(({ _id }) => _id)).size).toBe(MANY + 1);
    expect(await read("/survey/item?limit=1000")).toEqual(surveys);
  });

  it("gets all users, all surveys, all payments", async () => {
    expect((await read("/users", admin)).length).toBeGreaterThan(MANY);
    expect(await read("/survey", admin)).toHaveLength(MANY + 1);
    expect((await read("/pro", admin)).length).toBeGreaterThan(MANY);
  });

  it("gets each group of responses with all its records, as admin and as surveyor", async () => {
    for (const [url, person] of [
      ["/responseItem", admin],
      [`/surveyorResponse/${surveyor.email}`, surveyor],
    ] as const) {
      const groups: { surveyItemId: string; info: unknown[]; totalVotesPerItem: number }[] =
        await read(url, person);
      const group = groups.find(({ surveyItemId }) => surveyItemId === answered);
      expect(group?.totalVotesPerItem).toBe(MANY);
      expect(group?.info).toHaveLength(MANY);
    }
  });

  it("gets a survey with all its comments", async () => {
    expect((await read(`/survey/details/${answered}`, admin)).comment).toHaveLength(MANY);
  });
});
