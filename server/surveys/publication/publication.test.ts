import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import {
  nextStatus,
  type Step,
  type SurveyStatus,
  surveyStatuses,
} from "../../../contract/survey-status.ts";
import { aPublication, aRejection, aSurvey, testSurvey } from "../../testing/inputs.ts";
import { createTestDesk } from "../../testing/test-desk.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

const { site, surveyor, otherSurveyor, admin, readOwn } = await createTestDesk();

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
      const refusal = await {
        publish: () => admin.refused(routes.publishSurvey, aPublication(id)),
        unpublish: () => admin.refused(routes.unpublishSurvey, aRejection(id)),
        resend: () => surveyor.refused(routes.resendSurvey, { params: { id } }),
        withdraw: () => surveyor.refused(routes.withdrawSurvey, { params: { id } }),
      }[name]();
      expect(refusal).toMatchObject({ status: 409, code: "conflict" });
    },
  );
});

describe("POST /survey", () => {
  it("creates a pending survey of the caller, whatever the body says about its owner", async () => {
    const { insertedId: id } = await surveyor.call(routes.createSurvey, {
      body: {
        ...testSurvey,
        options: ["yes", "no"],
        liked: 0,
        disliked: 0,
        status: "pending",
        surveyorEmail: otherSurveyor.email,
        surveyorName: "Somebody else",
      },
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
    const all = await admin.call(routes.listAllSurveys, { query: { status: "pending" } });
    expect(all.find(({ _id }) => _id === id)).toMatchObject({
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
    const refusal = await surveyor.refused(routes.createSurvey, {
      body: { ...testSurvey, ...wrong },
    });
    expect(refusal.status).toBe(422);
    const error = refusal.errors?.find((one) => one.field === field);
    expect(error).toBeDefined();
    if (message) expect(error?.message).toBe(message);
  });

  it("writes one survey for one key, however often it is sent", async () => {
    const input = { ...aSurvey(), key: randomUUID() };
    const created = await Promise.all(
      Array.from({ length: 20 }, () => otherSurveyor.call(routes.createSurvey, input)),
    );
    expect(new Set(created.map(({ insertedId }) => insertedId)).size).toBe(1);
    expect(await otherSurveyor.call(routes.listOwnSurveys)).toHaveLength(1);
  });
});
