import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app.ts";
import { createTestDesk, testSurvey } from "../testing/test-desk.ts";
import { addTestSurvey, castVote, readCounts } from "../testing/test-surveys.ts";

const { site, surveyor, otherSurveyor, admin, create, publish, unpublish, step, edit, readOwn } =
  await createTestDesk();

describe("an admin's decision", () => {
  it("publishes: in the public list at once, told to the surveyor, kept and audited", async () => {
    const id = await create({ title: "Published at once" });
    const listed = async () =>
      (await site.call({ url: "/survey/item?search=published+at+once" })).json();
    expect(await listed()).toEqual([]);
    expect((await publish(id)).json()).toEqual({ matchedCount: 1 });
    expect(await listed()).toMatchObject([{ _id: id }]);

    const notices = await site.call({ url: "/notices", headers: surveyor.headers });
    expect(notices.json().notices[0]).toMatchObject({
      kind: "published",
      surveyItemId: id,
      title: "Published at once",
      read: false,
    });
    const audit = await site.call({ url: "/auditLog?limit=1", headers: admin.headers });
    expect(audit.json()).toMatchObject([
      {
        action: "survey.publish",
        actor: "Test Person",
        subjectId: id,
        subject: "Published at once",
        before: { status: "pending" },
        after: { status: "published" },
      },
    ]);
    expect(site.logged.map(({ mail }) => mail)).toContainEqual(
      expect.objectContaining({
        to: surveyor.email,
        subject: "Your survey is published: Published at once",
      }),
    );
  });

  it("rejects with a message that the surveyor finds under /adminResponse", async () => {
    const id = await create({ title: "Rejected" });
    expect((await unpublish(id, "  ")).json().errors).toEqual([
      { field: "enteredMessage", message: "Message cannot be empty" },
    ]);
    expect((await unpublish(id, "Too vague.")).statusCode).toBe(200);
    expect(await readOwn(id)).toMatchObject({ status: "unpublish", enteredMessage: "Too vague." });
    const url = `/adminResponse/${surveyor.email}?limit=1`;
    expect((await site.call({ url, headers: surveyor.headers })).json()).toMatchObject([
      {
        title: "Rejected",
        category: "social-issues",
        surveyorEmail: surveyor.email,
        surveyorName: "Test Person",
        message: "Too vague.",
        status: "unpublish",
      },
    ]);
    expect((await site.call({ url, headers: admin.headers })).json()).toHaveLength(1);
    expect((await site.call({ url, headers: otherSurveyor.headers })).statusCode).toBe(403);
  });

  it("keeps every decision with the text it was made on", async () => {
    const id = await create();
    await unpublish(id, "Which library?");
    await edit(id, { question: "Should the town library stay open until nine?" });
    await step(id, "resend");
    await publish(id);
    const answer = await site.call({ url: `/survey/decisions/${id}`, headers: admin.headers });
    expect(answer.json()).toMatchObject([
      {
        status: "published",
        message: "",
        survey: { question: "Should the town library stay open until nine?" },
      },
      { status: "unpublish", message: "Which library?", survey: { question: testSurvey.question } },
    ]);
    expect(await readOwn(id)).toMatchObject({ enteredMessage: null, revision: 2 });
  });

  it("is made on the text that the admin has read, or not at all", async () => {
    const id = await create();
    await edit(id, { title: "Something else entirely" });
    const answer = await publish(id, admin, "?revision=1");
    expect(answer.statusCode).toBe(409);
    expect((await readOwn(id)).status).toBe("pending");
    expect((await publish(id, admin, "?revision=2")).statusCode).toBe(200);
  });

  it("is one decision when it is sent twice at once with one key", async () => {
    const id = await create();
    const headers = { ...admin.headers, "idempotency-key": randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => publish(id, { ...admin, headers })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const decisions = await site.call({ url: `/survey/decisions/${id}`, headers: admin.headers });
    expect(decisions.json()).toHaveLength(1);
  });

  it("is made once when two admins race", async () => {
    const id = await create();
    const second = await site.join({ admin: true });
    const answers = await Promise.all([publish(id), publish(id, second)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it("takes turns with the votes that arrive meanwhile", async () => {
    const id = await create();
    await publish(id);
    const voters = await Promise.all(Array.from({ length: 10 }, () => site.join()));
    const votes = voters.map((voter) => castVote(site, voter, id));
    const decisions = [await unpublish(id), await publish(id), await unpublish(id)];
    expect(decisions.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const accepted = (await Promise.all(votes)).filter(({ statusCode }) => {
      expect([201, 404]).toContain(statusCode);
      return statusCode === 201;
    });
    const { tally, rows } = await readCounts(site.db, id);
    expect(tally.yes).toBe(accepted.length);
    expect(rows.yes).toBe(accepted.length);
  });

  it("is not for the survey's own surveyor", async () => {
    const id = await create();
    expect((await publish(id, surveyor)).statusCode).toBe(403);
    expect((await unpublish(id, "No.", surveyor)).statusCode).toBe(403);
    expect((await readOwn(id)).status).toBe("pending");
  });

  it("is 404 for a survey that is not there, and 422 for another status", async () => {
    expect((await publish(randomUUID())).statusCode).toBe(404);
    const answer = await site.call({
      method: "PATCH",
      url: `/survey/${await create()}`,
      headers: admin.headers,
      payload: { status: "pending" },
    });
    expect(answer.statusCode).toBe(422);
  });
});

it("lists what waits for a decision as a queue, and the rest from the last sent", async () => {
  const queue = await createTestApp();
  const chief = await queue.join({ admin: true });
  const ids: string[] = [];
  for (let day = 1; day <= 3; day += 1) {
    const sent_at = new Date(Date.UTC(2026, 0, day));
    ids.push(await addTestSurvey(queue.db, { status: "pending", sent_at, title: `Day ${day}` }));
  }
  async function read(url: string): Promise<string[]> {
    const surveys = await queue.readAll<{ _id: string }>(url, chief);
    return surveys.map(({ _id }) => _id);
  }
  expect(await read("/survey?status=pending&limit=2")).toEqual(ids);
  expect(await read("/survey?limit=2")).toEqual(ids.toReversed());
  expect(await read("/survey?search=day+2")).toEqual([ids[1]]);
});
