import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { WAITING_MAX } from "../../../contract/overview.ts";
import { routes } from "../../../contract/routes.ts";
import { aPublication, aRejection } from "../../testing/inputs.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

const nothing = { unread: 0, notices: [], account: [] };

it("tells a surveyor of decisions until they have read them", async () => {
  const site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });
  async function decide() {
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, status: "pending" });
    await admin.call(routes.unpublishSurvey, aRejection(id, "Not yet."));
  }
  const list = () => surveyor.call(routes.listNotices);

  expect(await list()).toEqual(nothing);
  await decide();
  await decide();
  const first = await list();
  expect(first).toMatchObject({
    unread: 2,
    notices: [{ kind: "unpublish", message: "Not yet.", read: false }, { read: false }],
  });

  // A notice that arrives after the list was read stays unread.
  await decide();
  const until = first.notices[0]?.timestamp ?? "";
  const read = await surveyor.call(routes.readNotices, { body: { until } });
  expect(read).toEqual({ matchedCount: 2 });
  expect(await list()).toMatchObject({ unread: 1, notices: [{ read: false }, { read: true }, {}] });
  // Other people get no notice, and a visitor may not ask.
  expect(await admin.call(routes.listNotices)).toEqual(nothing);
  expect(await site.visitor.status(routes.listNotices)).toBe(401);
});

it("tells admins how much waits for them", async () => {
  const site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });
  const waiting = () => admin.call(routes.readWaiting);
  const add = (status: "pending" | "published") =>
    addTestSurvey(site.db, { surveyor_id: surveyor.id, status });
  expect(await waiting()).toEqual({ surveys: 0, reports: 0, messages: 0, surveyorRequests: 0 });

  const pending = await add("pending");
  await add("pending");
  const published = await add("published");
  // Two reports on one survey are one thing to look at.
  for (const person of [surveyor, admin]) {
    await person.call(routes.castVote, {
      body: { surveyItemId: published, vote: "no", report: "Which river?" },
    });
  }
  const body = { name: "Ada", email: "ada@example.org", message: "Where is my survey?" };
  const { insertedId: id } = await site.visitor.call(routes.sendMessage, { body });
  const asker = await site.join();
  await asker.call(routes.askToBeSurveyor, { body: { reason: "I want to ask my town." } });
  expect(await waiting()).toEqual({ surveys: 2, reports: 1, messages: 1, surveyorRequests: 1 });

  await admin.call(routes.publishSurvey, aPublication(pending));
  await admin.call(routes.answerMessage, { params: { id }, body: { answered: true } });
  await admin.call(routes.unpublishSurvey, aRejection(published, "Name it."));
  await asker.call(routes.withdrawRequest);
  expect(await waiting()).toEqual({ surveys: 1, reports: 0, messages: 0, surveyorRequests: 0 });

  const many = Array.from({ length: WAITING_MAX + 5 }, () => ({ id: randomUUID(), ...body }));
  await site.db.insertInto("contact_messages").values(many).execute();
  expect(await waiting()).toMatchObject({ messages: WAITING_MAX });
  expect(await surveyor.status(routes.readWaiting)).toBe(403);
  expect(await site.visitor.status(routes.readWaiting)).toBe(401);
});
