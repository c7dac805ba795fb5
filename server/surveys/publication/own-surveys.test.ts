import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { SurveyText } from "../../../contract/publication.ts";
import { routes } from "../../../contract/routes.ts";
import { aPublication, aRejection, aSurvey, aVote, testSurvey } from "../../testing/inputs.ts";
import { createTestDesk } from "../../testing/test-desk.ts";
import { findWrongTallies } from "../votes/recount-queries.ts";

const { site, surveyor, otherSurveyor, admin, create, readOwn } = await createTestDesk();

const edit = (id: string, text: Partial<SurveyText>, by = surveyor, query = {}) =>
  by.status(routes.editSurvey, { params: { id }, query, ...aSurvey(text) });

describe("a surveyor's own survey", () => {
  it("is edited while it waits, withdrawn, and sent again", async () => {
    const id = await create();
    expect(await edit(id, { title: "A better title" })).toBe(200);
    expect(await readOwn(id)).toMatchObject({ title: "A better title", revision: 2 });
    const withdrawal = { params: { id }, key: randomUUID() };
    await surveyor.call(routes.withdrawSurvey, withdrawal);
    // The same call again, as after a lost answer.
    await surveyor.call(routes.withdrawSurvey, withdrawal);
    expect((await readOwn(id)).status).toBe("withdrawn");
    const sentBefore = (await readOwn(id)).sentAt;
    await surveyor.call(routes.resendSurvey, { params: { id } });
    const again = await readOwn(id);
    expect(again.status).toBe("pending");
    expect(again.sentAt > sentBefore).toBe(true);
  });

  it("is saved and sent again in one call, or stays as it was", async () => {
    const id = await create();
    await admin.call(routes.unpublishSurvey, aRejection(id));
    const call = { params: { id }, query: { revision: 1 }, key: randomUUID() };
    await surveyor.call(routes.resendSurvey, { ...call, ...aSurvey({ title: "Better" }) });
    // The same call again, as after a lost answer.
    await surveyor.call(routes.resendSurvey, { ...call, ...aSurvey({ title: "Better" }) });
    const sent = await readOwn(id);
    expect(sent).toMatchObject({ title: "Better", status: "pending", revision: 2 });
    // It is already waiting, so neither the text nor the status changes.
    const again = { params: { id }, ...aSurvey({ title: "Even better" }) };
    expect(await surveyor.status(routes.resendSurvey, again)).toBe(409);
    expect(await readOwn(id)).toEqual(sent);
  });

  it("can't be changed while it is published", async () => {
    const id = await create();
    await admin.call(routes.publishSurvey, aPublication(id));
    expect(await edit(id, { title: "Sneaky" })).toBe(409);
    expect((await readOwn(id)).title).toBe(testSurvey.title);
  });

  it("keeps its question after the first vote", async () => {
    const id = await create();
    await admin.call(routes.publishSurvey, aPublication(id));
    await (await site.join()).call(routes.castVote, aVote(id));
    await admin.call(routes.unpublishSurvey, aRejection(id));
    expect(await edit(id, { question: "Something else?" })).toBe(409);
    expect(await edit(id, { description: "Said more clearly." })).toBe(200);
    expect(await readOwn(id)).toMatchObject({
      question: testSurvey.question,
      description: "Said more clearly.",
    });
  });

  it("is not overwritten by an edit of an older text", async () => {
    const id = await create();
    await edit(id, { title: "First" }, surveyor, { revision: 1 });
    expect(await edit(id, { title: "Second" }, surveyor, { revision: 1 })).toBe(409);
    // The first one again, as after a lost answer.
    expect(await edit(id, { title: "First" }, surveyor, { revision: 1 })).toBe(200);
  });

  it("is copied to its tally at each step", async () => {
    const id = await create();
    const publish = () => admin.status(routes.publishSurvey, aPublication(id));
    const resend = () => surveyor.status(routes.resendSurvey, { params: { id } });
    const steps = [
      () => edit(id, { title: "A better title", category: "technology" }),
      publish,
      () => admin.status(routes.unpublishSurvey, aRejection(id)),
      resend,
      () => surveyor.status(routes.withdrawSurvey, { params: { id } }),
      resend,
      publish,
    ];
    for (const take of steps) {
      expect(await take()).toBe(200);
      expect(await findWrongTallies(site.db)).toEqual([]);
    }
  });

  it("is nobody else's", async () => {
    const id = await create();
    expect(await otherSurveyor.status(routes.readOwnSurvey, { params: { id } })).toBe(404);
    expect(await edit(id, {}, otherSurveyor)).toBe(404);
    expect(await otherSurveyor.status(routes.withdrawSurvey, { params: { id } })).toBe(404);
    expect(await edit(id, {}, admin)).toBe(403);
  });

  it("is listed by state and page by page, without loss or repetition", async () => {
    const someone = await site.join({ role: "surveyor" });
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await create({}, someone));
    const seen = await someone.readAll(routes.listOwnSurveys, { query: { limit: 2 } });
    expect(seen.map(({ _id }) => _id)).toEqual(ids.reverse());
    const published = { query: { status: "published" as const } };
    expect(await someone.readAll(routes.listOwnSurveys, published)).toEqual([]);
  });
});
