import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createTestDesk, testSurvey } from "../testing/test-desk.ts";
import { castVote } from "../testing/test-surveys.ts";
import { findWrongTallies } from "../votes/queries.ts";

const { site, surveyor, otherSurveyor, admin, create, publish, unpublish, step, edit, readOwn } =
  await createTestDesk();

describe("a surveyor's own survey", () => {
  it("is edited while it waits, withdrawn, and sent again", async () => {
    const id = await create();
    expect((await edit(id, { title: "A better title" })).statusCode).toBe(200);
    expect(await readOwn(id)).toMatchObject({ title: "A better title", revision: 2 });
    const key = { "idempotency-key": randomUUID() };
    expect((await step(id, "withdraw", surveyor, key)).statusCode).toBe(200);
    // The same call again, as after a lost answer.
    expect((await step(id, "withdraw", surveyor, key)).statusCode).toBe(200);
    expect((await readOwn(id)).status).toBe("withdrawn");
    const sentBefore = (await readOwn(id)).sentAt;
    expect((await step(id, "resend")).statusCode).toBe(200);
    const again = await readOwn(id);
    expect(again.status).toBe("pending");
    expect(again.sentAt > sentBefore).toBe(true);
  });

  it("can't be changed while it is published", async () => {
    const id = await create();
    await publish(id);
    expect((await edit(id, { title: "Sneaky" })).statusCode).toBe(409);
    expect((await readOwn(id)).title).toBe(testSurvey.title);
  });

  it("keeps its question after the first vote", async () => {
    const id = await create();
    await publish(id);
    await castVote(site, await site.join(), id);
    await unpublish(id);
    expect((await edit(id, { question: "Something else?" })).statusCode).toBe(409);
    expect((await edit(id, { description: "Said more clearly." })).statusCode).toBe(200);
    expect(await readOwn(id)).toMatchObject({
      question: testSurvey.question,
      description: "Said more clearly.",
    });
  });

  it("is not overwritten by an edit of an older text", async () => {
    const id = await create();
    await edit(id, { title: "First" }, surveyor, "?revision=1");
    expect((await edit(id, { title: "Second" }, surveyor, "?revision=1")).statusCode).toBe(409);
    // The first one again, as after a lost answer.
    expect((await edit(id, { title: "First" }, surveyor, "?revision=1")).statusCode).toBe(200);
  });

  it("is copied to its tally at each step", async () => {
    const id = await create();
    const steps = [
      () => edit(id, { title: "A better title", category: "technology" }),
      () => publish(id),
      () => unpublish(id),
      () => step(id, "resend"),
      () => step(id, "withdraw"),
    ];
    for (const take of [...steps, () => step(id, "resend"), () => publish(id)]) {
      expect((await take()).statusCode).toBe(200);
      expect(await findWrongTallies(site.db)).toEqual([]);
    }
  });

  it("is nobody else's", async () => {
    const id = await create();
    const read = await site.call({ url: `/survey/own/${id}`, headers: otherSurveyor.headers });
    expect(read.statusCode).toBe(404);
    expect((await edit(id, {}, otherSurveyor)).statusCode).toBe(404);
    expect((await step(id, "withdraw", otherSurveyor)).statusCode).toBe(404);
    expect((await edit(id, {}, admin)).statusCode).toBe(403);
  });

  it("is listed by state and page by page, without loss or repetition", async () => {
    const someone = await site.join({ role: "surveyor" });
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await create({}, someone));
    const seen = await site.readAll<{ _id: string }>("/survey/own?limit=2", someone);
    expect(seen.map(({ _id }) => _id)).toEqual(ids.reverse());
    expect(await site.readAll("/survey/own?status=published", someone)).toEqual([]);
  });
});
