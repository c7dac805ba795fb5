import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestApp } from "../testing/test-app.ts";
import { createWordStatistics } from "./word-statistics.ts";

it("knows which share of all surveys has a word", async () => {
  const { db, join } = await createTestApp();
  const empty = await createWordStatistics(db).estimate(["tram"]);
  expect(empty.share).toBe(0);

  const { id } = await join({ role: "surveyor" });
  await sql`insert into surveys (title, description, category, question, surveyor_id)
    select 'Survey' || case when n % 2 = 0 then ' tram' when n % 5 = 0 then ' train' else '' end,
      'With a ' || md5(n::text), 'politics', 'Yes?', ${id}::uuid
    from generate_series(1, 1000) as n`.execute(db);
  await sql`analyze surveys`.execute(db);
  const statistics = createWordStatistics(db);
  const share = async (...words: string[]) => (await statistics.estimate(words)).share;

  expect((await statistics.estimate(["tram"])).surveys).toBe(1000);
  expect(await share("survey")).toBeCloseTo(1);
  expect(await share("tram")).toBeCloseTo(0.5);
  // The last word may be unfinished; the others are whole.
  expect(await share("tra")).toBeCloseTo(0.6);
  expect(await share("tra", "survey")).toBe(0);
  expect(await share("train", "tram")).toBeCloseTo(0.05);
  expect(await share("griffin")).toBe(0);
});
