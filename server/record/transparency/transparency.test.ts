import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import {
  hidingReasons,
  type RejectionReason,
  rejectionReasons,
} from "../../../contract/survey-status.ts";
import { fromBase64, toBase64 } from "../../../record/bytes.ts";
import { parseCsv } from "../../testing/parse-csv.ts";
import { watchStatements } from "../../testing/statements.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../../testing/test-surveys.ts";
import { lastMonths } from "./rules.ts";

const HOUR_MS = 3_600_000;

describe("GET /transparency/numbers", () => {
  let site: TestApp;
  // In the middle of two months, whatever today is.
  const [before = "", now = ""] = lastMonths(new Date()).slice(-2);
  const inMonth = (month: string) => new Date(`${month}-01T12:00:00Z`);

  beforeAll(async () => {
    site = await createTestApp();
    const { db } = site;
    const surveyor_id = await addTestUser(db, "surveyor");
    const add = (month: string, status: "published" | "pending" | "unpublish") =>
      addTestSurvey(db, { surveyor_id, status, sent_at: inMonth(month) });
    const survey_id = await add(before, "published");
    await add(before, "unpublish");
    await add(now, "published");
    await add(now, "pending");
    await add("2020-01", "published");
    const decide = (
      month: string,
      status: "published" | "unpublish",
      hours: number | null,
      reason: RejectionReason | null = null,
    ) => {
      const created_at = inMonth(month);
      const sent_at = hours === null ? null : new Date(created_at.getTime() - hours * HOUR_MS);
      const text = { title: "T", description: "D", question: "Q", category: "politics" } as const;
      const terms = { language: "en", results: "voted" } as const;
      return {
        survey_id,
        id: randomUUID(),
        admin_id: surveyor_id,
        status,
        created_at,
        sent_at,
        reason,
        ...text,
        ...terms,
      };
    };
    await db
      .insertInto("survey_decisions")
      .values([
        decide(before, "published", 2),
        decide(before, "published", 4),
        decide(before, "unpublish", 30, "unclear"),
        decide(before, "unpublish", null),
        decide(now, "published", 1),
        decide("2020-01", "unpublish", 1, "unclear"),
      ])
      .execute();
    const comment = (hidden_at: Date | null, deleted_at: Date | null = null) => ({
      survey_id,
      user_id: surveyor_id,
      text: "Hm",
      hidden_at,
      deleted_at,
    });
    await db
      .insertInto("comments")
      .values([
        comment(null),
        comment(inMonth(before)),
        { ...comment(inMonth(now)), hidden_reason: "spam" as const },
        { ...comment(inMonth(now), inMonth(now)), hidden_reason: "spam" as const },
      ])
      .execute();
    const group = { survey_id, admin_id: surveyor_id, finding: "burst" as const, reason: "R" };
    await db
      .insertInto("set_asides")
      .values([
        { ...group, id: randomUUID(), votes: 12, created_at: inMonth(before) },
        {
          ...group,
          id: randomUUID(),
          votes: 30,
          created_at: inMonth(before),
          restored_at: inMonth(now),
          restored_by: surveyor_id,
          restored_reason: "R",
        },
      ])
      .execute();
    await addTestVote(db, { survey_id });
    await publishAll(db);
  });

  it("counts by month what the admins have done, for everybody", async () => {
    const { months, byStatus } = await site.visitor.call(routes.readTransparency);
    expect(months.map(({ month }) => month)).toEqual(lastMonths(new Date()));
    expect(months.at(-2)).toEqual({
      month: before,
      surveys: [
        { status: "pending", surveys: 0 },
        { status: "published", surveys: 1 },
        { status: "unpublish", surveys: 1 },
        { status: "withdrawn", surveys: 0 },
      ],
      decided: 3,
      medianHours: 4,
      rejected: 1,
      takenDown: 1,
      commentsHidden: 1,
      votesSetAside: 42,
      votesRestored: 0,
    });
    expect(months.at(-1)).toMatchObject({
      decided: 1,
      medianHours: 1,
      rejected: 0,
      takenDown: 0,
      commentsHidden: 1,
      votesSetAside: 0,
      votesRestored: 30,
    });
    expect(months[0]).toMatchObject({ decided: 0, medianHours: null, commentsHidden: 0 });
    expect(byStatus).toContainEqual({ status: "published", surveys: 3 });
  });

  it("counts the reasons of decisions and of hidden comments, also those that nobody gave", async () => {
    const { rejections, hidings } = await site.visitor.call(routes.readTransparency);
    const countOf = (reason: string | null) => (reason === null || reason === "unclear" ? 1 : 0);
    expect(rejections).toEqual(
      [...rejectionReasons, null].map((reason) => ({ reason, count: countOf(reason) })),
    );
    expect(hidings).toEqual(
      [...hidingReasons, null].map((reason) => ({
        reason,
        count: reason === null || reason === "spam" ? 1 : 0,
      })),
    );
  });

  it("names the signing key and the licence", async () => {
    const { keys, licence } = await site.visitor.call(routes.readTransparency);
    const [listed] = await site.visitor.call(routes.readRecordKeys);
    expect(keys).toEqual([
      { publicKey: listed?.publicKey, fingerprint: expect.any(String), since: listed?.since },
    ]);
    const digest = await crypto.subtle.digest("SHA-256", fromBase64(keys[0]?.publicKey ?? ""));
    expect(keys[0]?.fingerprint).toBe(Buffer.from(digest).toString("hex"));
    expect(licence).toBe("CC-BY-4.0");
  });

  it("counts once for many readers", async () => {
    await site.visitor.call(routes.readTransparency);
    const sent = await watchStatements(async () => {
      for (let n = 0; n < 5; n += 1) await site.visitor.call(routes.readTransparency);
    });
    expect(sent.filter(({ text }) => /surveys|comments|decisions/.test(text))).toEqual([]);
  });
});

describe("GET /openData/results", () => {
  let site: TestApp;
  let open: string;
  let closed: string;

  beforeAll(async () => {
    site = await createTestApp();
    const { db } = site;
    const past = new Date(Date.now() - HOUR_MS);
    const future = new Date(Date.now() + HOUR_MS);
    open = await addTestSurvey(db, { results: "always", title: "=1+1", created_at: past });
    closed = await addTestSurvey(db, { results: "closed", closes_at: past });
    const secret = { title: "Secret" };
    const others = await Promise.all([
      addTestSurvey(db, secret),
      addTestSurvey(db, { ...secret, results: "closed" }),
      addTestSurvey(db, { ...secret, results: "closed", closes_at: future }),
      addTestSurvey(db, { ...secret, closes_at: future }),
      addTestSurvey(db, { ...secret, results: "always", status: "unpublish" }),
      addTestSurvey(db, { ...secret, closes_at: past, status: "withdrawn" }),
    ]);
    for (const survey_id of [open, closed, ...others]) {
      for (const vote of ["yes", "yes", "no"] as const) await addTestVote(db, { survey_id, vote });
    }
    await publishAll(db);
  });

  const download = async (format: "csv" | "json") => {
    const answer = await site.inject({ url: `/openData/results?format=${format}` });
    expect(answer.statusCode).toBe(200);
    return answer;
  };

  it("has the results that everybody may see, and no others", async () => {
    const { body, headers } = await download("json");
    expect(headers["content-disposition"]).toBe('attachment; filename="survey-results.json"');
    expect(body).not.toContain("Secret");
    const rows = JSON.parse(body);
    const ids = rows.map(({ surveyId }: { surveyId: string }) => surveyId);
    expect(ids.sort()).toEqual([open, closed].sort());
    const checkpoint = await site.visitor.call(routes.readCheckpoint, { params: { id: open } });
    const [, size, root = ""] = checkpoint.split("\n");
    expect(rows.find(({ surveyId }: { surveyId: string }) => surveyId === open)).toEqual({
      surveyId: open,
      title: "=1+1",
      question: "Should we do it?",
      category: "politics",
      publishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      opensAt: "",
      closesAt: "",
      yes: 2,
      no: 1,
      setAside: 0,
      recordSize: Number(size),
      recordRoot: root,
      licence: "CC-BY-4.0",
    });
    expect(toBase64(fromBase64(root))).toBe(root);
  });

  it("is a file for spreadsheets too, in which no title becomes a formula", async () => {
    const [header, ...rows] = parseCsv((await download("csv")).body);
    expect(header?.slice(1, 4)).toEqual(["title", "question", "category"]);
    expect(rows.map(([, title]) => title)).toContain("'=1+1");
    expect(rows).toHaveLength(2);
  });
});
