import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { DRAFTS_MAX } from "../../../contract/drafts.ts";
import { routes } from "../../../contract/routes.ts";
import { TITLE_MAX } from "../../../contract/survey-text.ts";
import { aDraft, aSurvey } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

let site: TestApp;
let surveyor: Person;

beforeAll(async () => {
  site = await createTestApp();
  surveyor = await site.join({ role: "surveyor" });
});

const save = (id: string, title: string, revision: number) => ({
  params: { id },
  body: { content: aDraft({ title }), revision },
});

async function titleOf(id: string, reader = surveyor) {
  return (await reader.call(routes.readDraft, { params: { id } })).draft?.content.title;
}

it("keeps a draft, and lists the last saved first", async () => {
  const somebody = await site.join({ role: "surveyor" });
  const [first, second] = [randomUUID(), randomUUID()];
  const content = aDraft({
    title: "  Half a thought ",
    category: "politics",
    closesAt: "2027-01-31T11:00:00.000Z",
    translations: { ar: { title: "ترام", description: "", question: "" } },
  });
  const body = { content, revision: 0 };
  expect(await somebody.call(routes.saveDraft, { params: { id: first }, body })).toEqual({
    revision: 1,
  });
  await somebody.call(routes.saveDraft, save(second, "Another", 0));
  expect(await somebody.call(routes.readDraft, { params: { id: first } })).toEqual({
    draft: { content, revision: 1, timestamp: expect.any(String) },
  });
  const listed = (await somebody.call(routes.listDrafts)).map(({ id }) => id);
  expect(listed.toSorted()).toEqual([first, second].toSorted());
  await somebody.call(routes.saveDraft, save(first, "A whole one", 1));
  expect(await somebody.call(routes.listDrafts)).toMatchObject([
    { id: first, title: "A whole one", language: "", ofSurvey: false },
    { id: second, title: "Another" },
  ]);
});

it("does not let one device overwrite what another has saved", async () => {
  const id = randomUUID();
  await surveyor.call(routes.saveDraft, save(id, "Begun", 0));
  await surveyor.call(routes.saveDraft, save(id, "By the phone", 1));
  const late = await surveyor.refused(routes.saveDraft, save(id, "By the computer", 1));
  expect(late).toMatchObject({ status: 409, refusal: "draft.changed" });
  const begunElsewhere = await surveyor.refused(routes.saveDraft, save(id, "Begun twice", 0));
  expect(begunElsewhere).toMatchObject({ status: 409, refusal: "draft.changed" });
  expect(await titleOf(id)).toBe("By the phone");
  expect(await surveyor.call(routes.saveDraft, save(id, "By the computer", 2))).toEqual({
    revision: 3,
  });
});

it("saves once, however often the same call arrives", async () => {
  const id = randomUUID();
  for (let n = 0; n < 2; n += 1) {
    expect(await surveyor.call(routes.saveDraft, save(id, "Once", 0))).toEqual({ revision: 1 });
  }
  const calls = [1, 2, 3].map(() => surveyor.call(routes.saveDraft, save(id, "Twice", 1)));
  expect(await Promise.all(calls)).toEqual(Array(3).fill({ revision: 2 }));
  const both = ["Here", "There"].map((title) =>
    surveyor.call(routes.saveDraft, save(id, title, 2)).then(
      () => "saved",
      () => "refused",
    ),
  );
  expect((await Promise.all(both)).toSorted()).toEqual(["refused", "saved"]);
});

it("does not bring back a draft that was deleted elsewhere", async () => {
  const id = randomUUID();
  await surveyor.call(routes.saveDraft, save(id, "Short-lived", 0));
  await surveyor.call(routes.deleteDraft, { params: { id } });
  const late = await surveyor.refused(routes.saveDraft, save(id, "Still typing", 1));
  expect(late).toMatchObject({ status: 409, refusal: "draft.changed" });
  const again = await surveyor.refused(routes.deleteDraft, { params: { id } });
  expect(again.status).toBe(404);
  expect(await titleOf(id)).toBeUndefined();
});

it("takes what is a little too long, and no more", async () => {
  const id = randomUUID();
  await surveyor.call(routes.saveDraft, save(id, "x".repeat(2 * TITLE_MAX), 0));
  const tooLong = await surveyor.refused(
    routes.saveDraft,
    save(id, "x".repeat(2 * TITLE_MAX + 1), 1),
  );
  expect(tooLong).toMatchObject({ status: 422, errors: [{ field: "content.title" }] });
});

it("keeps twenty drafts of a person, also if they are begun at once", async () => {
  const busy = await site.join({ role: "surveyor" });
  const begun = await Promise.allSettled(
    Array.from({ length: DRAFTS_MAX + 2 }, () =>
      busy.call(routes.saveDraft, save(randomUUID(), "One of many", 0)),
    ),
  );
  expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(DRAFTS_MAX);
  const [{ id } = { id: "" }] = await busy.call(routes.listDrafts);
  const oneMore = await busy.refused(routes.saveDraft, save(randomUUID(), "Too many", 0));
  expect(oneMore).toMatchObject({ status: 409, refusal: "draft.too-many" });
  await busy.call(routes.saveDraft, save(id, "Of these, any can be changed", 1));
  await busy.call(routes.deleteDraft, { params: { id } });
  await busy.call(routes.saveDraft, save(randomUUID(), "Room again", 0));
});

it("shows a draft to nobody else, and lets nobody else change it", async () => {
  const id = randomUUID();
  await surveyor.call(routes.saveDraft, save(id, "Mine", 0));
  const other = await site.join({ role: "surveyor" });
  expect(await titleOf(id, other)).toBeUndefined();
  expect(await other.call(routes.listDrafts)).toEqual([]);
  expect((await other.refused(routes.deleteDraft, { params: { id } })).status).toBe(404);
  // The same id is another draft.
  await other.call(routes.saveDraft, save(id, "Theirs", 0));
  const sent = { ...aSurvey().body, draft: id };
  await other.call(routes.createSurvey, { body: sent });
  expect(await titleOf(id, other)).toBeUndefined();
  expect(await titleOf(id)).toBe("Mine");
  for (const admin of [true, false]) {
    const stranger = await site.join({ admin });
    expect((await stranger.refused(routes.readDraft, { params: { id } })).status).toBe(403);
  }
});

it("deletes a draft with the call that sends its survey, and only if that succeeds", async () => {
  const id = randomUUID();
  await surveyor.call(routes.saveDraft, save(id, "Nearly done", 0));
  const incomplete = { ...aSurvey({ question: "" }).body, draft: id };
  expect((await surveyor.refused(routes.createSurvey, { body: incomplete })).status).toBe(422);
  expect(await titleOf(id)).toBe("Nearly done");
  await surveyor.call(routes.createSurvey, { body: { ...aSurvey().body, draft: id } });
  expect(await titleOf(id)).toBeUndefined();
});

it("deletes the draft of an edit with the edit, and not when the survey is sent as it is", async () => {
  const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, status: "unpublish" });
  const body = { content: aDraft({ surveyRevision: 1 }), revision: 0 };
  await surveyor.call(routes.saveDraft, { params: { id }, body });
  expect(await surveyor.call(routes.listDrafts)).toContainEqual(
    expect.objectContaining({ id, ofSurvey: true }),
  );
  await surveyor.call(routes.resendSurvey, { params: { id }, body: {} });
  expect(await titleOf(id)).toBe("Longer");
  await surveyor.call(routes.editSurvey, { params: { id }, ...aSurvey() });
  expect(await titleOf(id)).toBeUndefined();
});

it("stays theirs when they are no surveyor any more: in their data, and until they are deleted", async () => {
  const admin = await site.join({ admin: true });
  const former = await site.join({ role: "surveyor" });
  const id = randomUUID();
  await former.call(routes.saveDraft, save(id, "From better days", 0));
  await admin.call(routes.changeRole, { params: { id: former.id }, body: { role: "user" } });
  expect((await former.refused(routes.readDraft, { params: { id } })).status).toBe(403);
  expect((await former.refused(routes.saveDraft, save(id, "More", 1))).status).toBe(403);
  const { text } = await former.answer(routes.downloadOwnData);
  expect(text).toContain("From better days");
  await admin.call(routes.deleteUser, { params: { id: former.id } });
  const left = await site.db.selectFrom("survey_drafts").where("user_id", "=", former.id);
  expect(await left.select("id").execute()).toEqual([]);
});

it("can't be read with a token that has ended", async () => {
  const somebody = await site.join({ role: "surveyor" });
  const id = randomUUID();
  await somebody.call(routes.saveDraft, save(id, "Before", 0));
  await somebody.call(routes.logOut);
  expect((await somebody.refused(routes.readDraft, { params: { id } })).status).toBe(401);
  expect((await somebody.refused(routes.saveDraft, save(id, "After", 1))).status).toBe(401);
});
