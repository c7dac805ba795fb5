import { gunzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import type { Database } from "../../database/connect.ts";
import { rowsAsText } from "../../http/downloads.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVote } from "../../testing/test-surveys.ts";
import { eachOpened } from "./reading-queries.ts";

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

const addressOf = (format: string) => `/record/${surveyId}/opened?format=${format}`;

async function download(format: string): Promise<string> {
  return (await site.inject({ url: addressOf(format) })).body;
}

/** The whole file, written from the database. */
async function expected(format: (typeof formats)[number], id = surveyId): Promise<string> {
  const { begin, add, end } = rowsAsText(routes.openRecord, format);
  const rows = [];
  for await (const page of eachOpened(db, id)) rows.push(...page);
  return begin + add(rows) + end;
}

describe.each(formats)("the opened record as %s", (format) => {
  it("has all entries, compressed or not", async () => {
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
