import { gunzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { routes } from "../../contract/routes.ts";
import type { Database } from "../database/connect.ts";
import { rowsAsText } from "../http/downloads.ts";
import { aVote } from "../testing/inputs.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { publishAll } from "../testing/test-record.ts";
import { addTestSurvey, addTestVote } from "../testing/test-surveys.ts";
import { createOpenedFiles } from "./opened-cache.ts";
import { eachOpened, findRecord } from "./reading-queries.ts";

const formats = ["json", "csv"] as const;

let site: TestApp;
let db: Database;
let surveyId: string;

async function addVotes(count: number, id = surveyId): Promise<void> {
  for (let n = 0; n < count; n += 1) await addTestVote(db, { survey_id: id });
  await publishAll(db);
}

beforeAll(async () => {
  site = await createTestApp();
  db = site.db;
});

beforeEach(async () => {
  surveyId = await addTestSurvey(db, { results: "always" });
  await addVotes(3);
});

const addressOf = (format: string, id = surveyId) => `/record/${id}/opened?format=${format}`;

async function download(format: string, from = site): Promise<string> {
  return (await from.inject({ url: addressOf(format) })).body;
}

/** The whole file, written from the database. */
async function expected(format: (typeof formats)[number], id = surveyId): Promise<string> {
  const { begin, add, end } = rowsAsText(routes.openRecord, format);
  const rows = [];
  for await (const page of eachOpened(db, id)) rows.push(...page);
  return begin + add(rows) + end;
}

describe.each(formats)("the opened record as %s", (format) => {
  it("has the same bytes, compressed or not, however often it has grown", async () => {
    for (let growth = 0; growth < 3; growth += 1) {
      const whole = await expected(format);
      expect(await download(format)).toBe(whole);
      const headers = { "accept-encoding": "br, gzip" };
      const answer = await site.inject({ url: addressOf(format), headers });
      expect(answer.headers).toMatchObject({
        "content-encoding": "gzip",
        vary: "accept-encoding",
        "cache-control": "no-store",
      });
      expect(gunzipSync(answer.rawPayload).toString()).toBe(whole);
      await addVotes(2);
    }
    expect(await download(format, await createTestApp({}, db))).toBe(await download(format));
  });

  it("is read from the database once, whoever asks", async () => {
    const before = await download(format);
    const entries = db.updateTable("record_entries").where("survey_id", "=", surveyId);
    await entries.where("position", "=", 2).set({ vote: "no" }).execute();
    expect(await download(format)).toBe(before);
    await addVotes(1);
    expect((await download(format)).startsWith(before.slice(0, -3))).toBe(true);
  });
});

it("is kept from those who may not see the results, although it is there", async () => {
  const id = await addTestSurvey(db);
  const voter = await site.join();
  await voter.call(routes.castVote, aVote(id, "yes"));
  await publishAll(db);
  const input = { params: { id } };
  expect(await voter.status(routes.openRecord, input)).toBe(200);
  expect(await site.visitor.status(routes.openRecord, input)).toBe(403);
  for (const who of [site.visitor, await site.join()]) {
    expect(await who.status(routes.openRecord, input)).toBe(403);
  }
});

describe("files of opened records", () => {
  async function open(files: ReturnType<typeof createOpenedFiles>, id: string) {
    const record = await findRecord(db, id);
    return files.read(id, "json", record?.checkpoint ?? "").parts;
  }

  async function readRest(parts: AsyncIterable<Buffer>, ...before: Buffer[]): Promise<string> {
    for await (const part of parts) before.push(part);
    return gunzipSync(Buffer.concat(before)).toString();
  }

  it.each([0, 1])("are not what they were before a rewrite with %i more votes", async (more) => {
    const files = createOpenedFiles(db);
    await readRest(await open(files, surveyId));
    for (const table of ["record_entries", "record_tiles", "records"] as const) {
      await db.deleteFrom(table).where("survey_id", "=", surveyId).execute();
    }
    await db.updateTable("votes").where("survey_id", "=", surveyId).set({ vote: "no" }).execute();
    await addVotes(more);
    expect(await readRest(await open(files, surveyId))).toBe(await expected("json"));
    files.close();
  });

  it("serve those who still read one that had to make room", async () => {
    const files = createOpenedFiles(db, { maxBytes: 1 });
    const parts = await open(files, surveyId);
    const first = await parts.next();
    const other = await addTestSurvey(db, { results: "always" });
    await addVotes(1, other);
    expect(await readRest(await open(files, other))).toBe(await expected("json", other));
    files.close();
    expect(await readRest(parts, first.value as Buffer)).toBe(await expected("json"));
  });

  it("are made once for many who ask together, some of whom leave", async () => {
    const files = createOpenedFiles(db);
    const readers = await Promise.all(Array.from({ length: 6 }, () => open(files, surveyId)));
    const read = readers.map(async (parts, index) => {
      if (index % 2 === 1) return readRest(parts);
      await parts.next();
      await parts.return(undefined);
      return null;
    });
    const whole = await expected("json");
    expect(await Promise.all(read)).toEqual([null, whole, null, whole, null, whole]);
    files.close();
  });
});
