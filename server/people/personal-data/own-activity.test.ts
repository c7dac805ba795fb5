import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aComment, aRejection } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, makeSecrets } from "../../testing/test-surveys.ts";

let site: TestApp;
let admin: Person;
let surveyor: Person;

beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
  surveyor = await site.join({ role: "surveyor" });
});

const newSurvey = (title: string) =>
  addTestSurvey(site.db, { title, surveyor_id: surveyor.id, status: "published" });

it("lists the caller's own votes, newest first, and nobody else's", async () => {
  const person = await site.join();
  expect(await person.call(routes.listOwnVotes)).toEqual([]);
  const [lamps, trees] = [await newSurvey("Lamps"), await newSurvey("Trees")];
  const vote = (surveyItemId: string, report = "") =>
    person.call(routes.castVote, { body: { surveyItemId, vote: "no", report } });
  await vote(lamps);
  await vote(trees, "Which trees?");
  await surveyor.call(routes.castVote, { body: { surveyItemId: lamps, vote: "yes" } });
  await admin.call(routes.unpublishSurvey, aRejection(lamps, "No."));

  const votes = await person.call(routes.listOwnVotes);
  expect(votes).toEqual([
    {
      id: expect.any(String),
      surveyItemId: trees,
      title: "Trees",
      language: "en",
      published: true,
      vote: "no",
      report: "Which trees?",
      setAside: null,
      timestamp: expect.any(String),
    },
    expect.objectContaining({ surveyItemId: lamps, title: "Lamps", published: false, report: "" }),
  ]);
  expect(await admin.call(routes.listOwnVotes)).toEqual([]);
  expect(await site.visitor.status(routes.listOwnVotes)).toBe(401);
});

it("lists them page by page, each once", async () => {
  const person = await site.join();
  const rows = await Promise.all(
    Array.from({ length: 7 }, async (_, index) => {
      const survey_id = await newSurvey(`Survey ${index}`);
      return {
        survey_id,
        user_id: person.id,
        id: randomUUID(),
        vote: "yes" as const,
        ...(await makeSecrets(site.db, survey_id)),
        // Some at the same moment.
        created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3)),
      };
    }),
  );
  await site.db.insertInto("votes").values(rows).execute();
  const votes = await person.readAll(routes.listOwnVotes, { query: { limit: 2 } });
  expect(votes.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  const times = votes.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted().reverse());
});

it("lists the caller's own comments but not deleted ones, and says which are hidden", async () => {
  const person = await site.join({ role: "pro-user" });
  const other = await site.join({ role: "pro-user" });
  const surveyItemId = await newSurvey("Lamps");
  expect(await person.call(routes.listOwnComments)).toEqual([]);
  await person.call(routes.addComment, aComment(surveyItemId, "The first"));
  await person.call(routes.addComment, aComment(surveyItemId, "The second"));
  await other.call(routes.addComment, aComment(surveyItemId, "Of somebody else"));
  const [newest, oldest] = await person.call(routes.listOwnComments);
  expect(newest).toEqual({
    id: expect.any(String),
    surveyItemId,
    title: "Lamps",
    language: "en",
    published: true,
    text: "The second",
    isAnswer: false,
    hidden: false,
    timestamp: expect.any(String),
  });

  const body = { surveyItemId, commentId: oldest?.id ?? "", hidden: true };
  await admin.call(routes.hideComment, { body });
  expect(await person.readAll(routes.listOwnComments, { query: { limit: 1 } })).toMatchObject([
    { text: "The second", hidden: false },
    { text: "The first", hidden: true },
  ]);
  const answer = { commentId: newest?.id ?? "", answer: "Thank you" };
  await surveyor.call(routes.addAnswer, { params: { id: surveyItemId }, body: answer });
  expect(await surveyor.call(routes.listOwnComments)).toMatchObject([
    { text: "Thank you", isAnswer: true },
  ]);
  const deletion = { params: { id: surveyItemId }, query: { commentId: newest?.id ?? "" } };
  await person.call(routes.deleteComment, deletion);
  expect(await person.call(routes.listOwnComments)).toMatchObject([{ text: "The first" }]);
  expect(await site.visitor.status(routes.listOwnComments)).toBe(401);
});
