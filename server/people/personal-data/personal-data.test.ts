import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { tables } from "../../database/schema.ts";
import { aComment, aVote } from "../../testing/inputs.ts";
import {
  createTestApp,
  createTestDatabase,
  type Person,
  type TestApp,
} from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

type Entry = Reply<typeof routes.downloadOwnData>;

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

/** One row of the file, as the contract declares it. */
const entriesIn = ({ text }: { text: string }): Entry[] => JSON.parse(text);

async function recordsOf(person: Person, table: string) {
  const entries = entriesIn(await person.answer(routes.downloadOwnData));
  return entries.filter((entry) => entry.table === table).map(({ record }) => record);
}

describe("the table of columns", () => {
  it("names every column of the database, and nothing else", async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select case table_schema when 'public' then '' else table_schema || '.' end || table_name
        as "table", column_name as "column"
      from information_schema.columns where table_schema in ('public', 'identity')
    `.execute(await createTestDatabase(null));
    const stored = rows.map(({ table, column }) => `${table}: ${column}`);
    const named = Object.entries(tables).flatMap(([table, { columns }]) =>
      Object.keys(columns).map((column) => `${table}: ${column}`),
    );
    const advice =
      "Say in server/database/tables/ whether a person who downloads their data gets it";
    expect(
      stored.filter((column) => !named.includes(column)),
      advice,
    ).toEqual([]);
    expect(
      named.filter((column) => !stored.includes(column)),
      "There is no such column any more",
    ).toEqual([]);
  });

  it("says whose the rows are wherever they have a key to a person", async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct replace(conrelid::regclass::text, '"', '') as "table" from pg_constraint
      where contype = 'f' and confrelid in ('users'::regclass, 'identity."user"'::regclass)
    `.execute(site.db);
    const forgotten = rows.filter(({ table }) => !tables[table]?.rowsOf);
    // Of those who are gone already, and can't ask for it.
    expect(forgotten, "Give it `rowsOf` and `afterDeletion`").toEqual([{ table: "former_people" }]);
  });

  it("says whose the rows are wherever a column is exported", () => {
    for (const [name, { rowsOf, columns }] of Object.entries(tables)) {
      const exports = Object.values(columns).some((treatment) => treatment === "exported");
      expect(exports, name).toBe(rowsOf !== undefined);
    }
  });
});

describe("GET /ownData", () => {
  it("is a file with all that a person has left here, and with nothing of anybody else's", async () => {
    const person = await site.join({ role: "pro-user", proven: true });
    const other = await site.join({ role: "pro-user", proven: true });
    const surveyId = await addTestSurvey(site.db, { surveyor_id: person.id });
    for (const someone of [person, other]) await someone.call(routes.castVote, aVote(surveyId));
    await person.call(routes.addComment, aComment(surveyId, "I was here"));
    await other.call(routes.addComment, aComment(surveyId, "So was I"));
    await person.call(routes.like, { params: { id: surveyId } });
    for (const { email } of [person, other]) {
      const body = { name: "Me", email, message: "Hello, it is me again." };
      await site.visitor.call(routes.sendMessage, { body });
    }

    const answer = await person.answer(routes.downloadOwnData);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="my-data.json"');
    expect(answer.headers["cache-control"]).toBe("no-store");
    const entries = entriesIn(answer);
    const found = (table: string) => entries.filter((entry) => entry.table === table);
    expect(found("users")).toMatchObject([{ record: { id: person.id, email: person.email } }]);
    expect(found("votes")).toMatchObject([{ record: { survey_id: surveyId, vote: "yes" } }]);
    expect(found("comments")).toMatchObject([{ record: { text: "I was here" } }]);
    expect(found("reactions")).toMatchObject([{ record: { kind: "like" } }]);
    expect(found("surveys")).toMatchObject([{ record: { id: surveyId } }]);
    expect(found("contact_messages")).toMatchObject([{ record: { name: "Me" } }]);
    expect(found("identity.user")).toMatchObject([{ record: { email: person.email } }]);
    expect(found("identity.session")).toHaveLength(1);
    expect(found("identity.account")).toMatchObject([{ record: { providerId: "credential" } }]);
    expect(found("security_events")).not.toHaveLength(0);
    expect(answer.text).not.toContain(other.email);
    expect(answer.text).not.toContain(other.id);
    expect(answer.text).not.toContain("So was I");
  });

  it("never holds a secret", async () => {
    const person = await site.join();
    const { rows } = await sql<{ secret: string }>`
      select password as secret from identity.account
        where "userId" in (select id from identity."user" where email = ${person.email})
      union select token from identity.session
        where "userId" in (select id from identity."user" where email = ${person.email})
    `.execute(site.db);
    expect(rows).toHaveLength(2);
    const answer = await person.answer(routes.downloadOwnData);
    for (const { secret } of rows) expect(answer.text).not.toContain(secret);
    const secrets = Object.values(tables).flatMap(({ columns }) =>
      Object.entries(columns).flatMap(([column, is]) => (is === "exported" ? [] : [column])),
    );
    const account = entriesIn(answer).filter(({ table }) => table === "identity.account");
    expect(secrets).toContain("password");
    expect(account.flatMap(({ record }) => Object.keys(record))).not.toContain("password");
  });

  it("is whole for somebody with more than one page of votes", async () => {
    const person = await site.join();
    const surveyor = await site.join({ role: "surveyor" });
    await sql`insert into surveys (title, description, category, question, status, published_at, surveyor_id)
      select 'S', 'D', 'politics', 'Q?', 'published', now(), ${surveyor.id}::uuid
      from generate_series(1, 2500)`.execute(site.db);
    await sql`insert into votes (survey_id, user_id, id, receipt, nonce, text_hash, vote)
      select id, ${person.id}::uuid, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), text_hash, 'yes' from surveys
      where surveyor_id = ${surveyor.id}`.execute(site.db);
    const votes = await recordsOf(person, "votes");
    expect(votes).toHaveLength(2500);
    expect(new Set(votes.map((vote) => vote.survey_id)).size).toBe(2500);
  });

  it("holds what admins did to the person, and not who they were", async () => {
    const person = await site.join();
    const admin = await site.join({ admin: true });
    await admin.call(routes.changeRole, { params: { id: person.id }, body: { role: "surveyor" } });
    expect(await recordsOf(person, "audit_log")).toMatchObject([{ action: "user.role" }]);
    const { text } = await person.answer(routes.downloadOwnData);
    expect(text).not.toContain(admin.id);
  });

  it("is 401 without a token, and knows no other format", async () => {
    expect(await site.visitor.status(routes.downloadOwnData)).toBe(401);
    const person = await site.join();
    const csv = { query: { format: "csv" } };
    expect(await person.status(routes.downloadOwnData, csv)).toBe(422);
  });
});
