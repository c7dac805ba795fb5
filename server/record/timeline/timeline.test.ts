import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { explain, nodesOf, watchStatements } from "../../testing/statements.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVote } from "../../testing/test-surveys.ts";

let site: TestApp;
let voter: Person;

beforeAll(async () => {
  site = await createTestApp();
  voter = await site.join();
});

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`);

/** A survey on which the voter is the first, and others follow. */
async function addSurvey(others: { vote: "yes" | "no"; time: Date; count: number }[]) {
  const survey_id = await addTestSurvey(site.db);
  await addTestVote(site.db, { survey_id, user_id: voter.id, created_at: at("08:10") });
  for (const { vote, time, count } of others) {
    for (let n = 0; n < count; n += 1) {
      await addTestVote(site.db, { survey_id, vote, created_at: time });
    }
  }
  await publishAll(site.db);
  return { id: survey_id };
}

describe("GET /survey/timeline/:id", () => {
  it("tells how the result grew, and no hour with fewer than ten votes", async () => {
    const params = await addSurvey([
      { vote: "no", time: at("09:30"), count: 9 },
      { vote: "yes", time: at("10:59"), count: 12 },
      { vote: "no", time: at("12:00"), count: 3 },
    ]);
    expect(await voter.call(routes.readTimeline, { params })).toEqual({
      from: at("08:00").toISOString(),
      points: [
        { until: at("10:00").toISOString(), yes: 1, no: 9 },
        { until: at("13:00").toISOString(), yes: 13, no: 12 },
      ],
    });
  });

  it("says nothing about fewer than ten votes, or before there is a record", async () => {
    const few = await addSurvey([{ vote: "no", time: at("09:30"), count: 8 }]);
    expect(await voter.call(routes.readTimeline, { params: few })).toEqual({
      from: null,
      points: [],
    });
    const survey_id = await addTestSurvey(site.db);
    await addTestVote(site.db, { survey_id, user_id: voter.id });
    const params = { id: survey_id };
    expect(await voter.call(routes.readTimeline, { params })).toEqual({ from: null, points: [] });
  });

  it("is only for those who may see the results, also if others have just read it", async () => {
    const params = await addSurvey([{ vote: "no", time: at("09:30"), count: 12 }]);
    await voter.call(routes.readTimeline, { params });
    expect(await site.visitor.status(routes.readTimeline, { params })).toBe(403);
    expect(await (await site.join()).status(routes.readTimeline, { params })).toBe(403);
    await site.db
      .updateTable("surveys")
      .set({ status: "unpublish" })
      .where("id", "=", params.id)
      .execute();
    expect(await voter.status(routes.readTimeline, { params })).toBe(403);
  });

  it("reads the survey's own hours by the key", async () => {
    const params = await addSurvey([{ vote: "no", time: at("09:30"), count: 12 }]);
    const sent = await watchStatements(async () => {
      await voter.call(routes.readTimeline, { params });
    });
    const reads = sent.filter(({ text }) => text.includes("record_hours"));
    expect(reads).toHaveLength(2);
    for (const statement of reads) {
      const nodes = nodesOf(await explain(site.db, statement));
      expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
    }
  });
});
