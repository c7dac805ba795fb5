import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  nextStatus,
  type Step,
  type SurveyStatus,
  surveyStatuses,
} from "../../contract/publication.ts";
import { createTestDesk, testSurvey } from "../testing/test-desk.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";

const { site, surveyor, otherSurveyor, admin, create, publish, unpublish, step, readOwn } =
  await createTestDesk();

describe("the way of a survey", () => {
  const allowed: [SurveyStatus, Step, SurveyStatus][] = [
    ["pending", "publish", "published"],
    ["pending", "unpublish", "unpublish"],
    ["pending", "withdraw", "withdrawn"],
    ["published", "unpublish", "unpublish"],
    ["unpublish", "publish", "published"],
    ["unpublish", "resend", "pending"],
    ["withdrawn", "resend", "pending"],
  ];
  const steps: Step[] = ["publish", "unpublish", "resend", "withdraw"];
  const cells = surveyStatuses.flatMap((status) =>
    steps.map((name) => {
      const [, , next = null] =
        allowed.find(([from, way]) => from === status && way === name) ?? [];
      return { status, name, next };
    }),
  );

  it.each(cells)("from $status, $name leads to $next", ({ status, name, next }) => {
    expect(nextStatus(status, name)).toBe(next);
  });

  it.each(cells.filter(({ next }) => next === null))(
    "is 409 over HTTP for $name from $status",
    async ({ status, name }) => {
      const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, status });
      const answer = await {
        publish: () => publish(id),
        unpublish: () => unpublish(id),
        resend: () => step(id, "resend"),
        withdraw: () => step(id, "withdraw"),
      }[name]();
      expect(answer.statusCode).toBe(409);
      expect(answer.json().code).toBe("conflict");
    },
  );
});

describe("POST /survey", () => {
  it("creates a pending survey of the caller, whatever the body says about its owner", async () => {
    const id = await create({
      options: ["yes", "no"],
      liked: 0,
      disliked: 0,
      status: "pending",
      surveyorEmail: otherSurveyor.email,
      surveyorName: "Somebody else",
    });
    expect(await readOwn(id)).toMatchObject({
      ...testSurvey,
      _id: id,
      status: "pending",
      options: ["yes", "no"],
      liked: 0,
      disliked: 0,
      votes: 0,
      enteredMessage: null,
      revision: 1,
    });
    const all = await site.call({ url: "/survey?status=pending", headers: admin.headers });
    expect(all.json().find(({ _id }: { _id: string }) => _id === id)).toMatchObject({
      surveyorEmail: surveyor.email,
    });
  });

  it.each([
    ["title", { title: " " }, "Must provide a title"],
    ["description", { description: "" }, "Must provide a title"],
    ["category", { category: "" }, "Must provide a title"],
    ["category", { category: "sports" }, "Must provide a title"],
    ["question", { question: "" }, "Must provide a title"],
    ["title", { title: "x".repeat(121) }, "At most 120 characters"],
    ["liked", { liked: 999 }, undefined],
    ["disliked", { disliked: 1 }, undefined],
    ["status", { status: "published" }, undefined],
    ["options.0", { options: ["no", "yes"] }, undefined],
  ])("is 422 for a wrong %s: %j", async (field, wrong, message) => {
    const answer = await site.call({
      method: "POST",
      url: "/survey",
      headers: surveyor.headers,
      payload: { ...testSurvey, ...wrong },
    });
    expect(answer.statusCode).toBe(422);
    const error = answer.json().errors.find((one: { field: string }) => one.field === field);
    expect(error).toBeDefined();
    if (message) expect(error.message).toBe(message);
  });

  it("writes one survey for one key, however often it is sent", async () => {
    const headers = { ...otherSurveyor.headers, "idempotency-key": randomUUID() };
    const created = await Promise.all(
      Array.from({ length: 20 }, () => create({}, { ...otherSurveyor, headers })),
    );
    expect(new Set(created).size).toBe(1);
    const own = await site.call({ url: "/survey/own", headers: otherSurveyor.headers });
    expect(own.json()).toHaveLength(1);
  });
});
