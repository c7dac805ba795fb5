import { expect, it } from "vitest";
import type { TextChange } from "../../../contract/publication.ts";
import { routes } from "../../../contract/routes.ts";
import { createRecount } from "../../../record/recount.ts";
import { eachOpened } from "../../record/survey-record/reading-queries.ts";
import { aPublication, aRejection, aSecretSurvey, aSurvey, aVote } from "../../testing/inputs.ts";
import { ballotOf, countInGroups, getPaper } from "../../testing/test-ballot.ts";
import { createTestDesk } from "../../testing/test-desk.ts";
import { addToLog } from "../../testing/test-log.ts";
import { publishAll } from "../../testing/test-record.ts";

// Who decides on edits could publish one before a victim votes and one after, and then read the only
// choice of that text in the opened record.

const { site, surveyor, admin, create, readOwn } = await createTestDesk();

const publish = (id: string) => admin.call(routes.publishSurvey, aPublication(id));
const takeDown = (id: string) => admin.call(routes.unpublishSurvey, aRejection(id));
const edit = (id: string, body: TextChange) =>
  surveyor.answer(routes.resendSurvey, { params: { id }, body });

async function castVotes(id: string, count: number) {
  for (let n = 0; n < count; n += 1) await (await site.join()).call(routes.castVote, aVote(id));
}

/** As whoever may see the result reads it. */
async function votesByText(id: string): Promise<number[]> {
  await publishAll(site.db);
  const counting = createRecount(id);
  for await (const page of eachOpened(site.db, id)) page.forEach(counting.addOpened);
  return counting.finish().texts.map(({ votes }) => votes);
}

async function editAfter(id: string, votes: number, description: string): Promise<void> {
  await publish(id);
  await castVotes(id, votes);
  await takeDown(id);
  expect((await edit(id, { description })).status).toBe(200);
}

it("has no text between two others that fewer than ten people have answered", async () => {
  const id = await create();
  await editAfter(id, 1, "Before the victim votes");
  await publish(id);
  await castVotes(id, 1);
  await takeDown(id);
  const arabic = { language: "ar" as const, title: "أ", description: "ب", question: "ج" };
  const changes = [{ description: "After it" }, { title: "Other" }, { translations: [arabic] }];
  for (const change of changes) {
    const { status, text } = await edit(id, change);
    expect([status, text]).toEqual([409, expect.stringContaining("Fewer than ten people")]);
  }
  expect((await edit(id, { description: "Before the victim votes" })).status).toBe(200);
  await publish(id);
  await castVotes(id, 8);
  await takeDown(id);
  expect((await edit(id, { description: "After it" })).status).toBe(409);
  expect((await edit(id, {})).status).toBe(200);
  await editAfter(id, 1, "After it");
  const again = aSurvey({ description: "Before anybody has answered it" });
  await surveyor.call(routes.editSurvey, { params: { id }, query: {}, ...again });
  await publish(id);
  await castVotes(id, 1);
  expect((await votesByText(id)).sort()).toEqual([1, 1, 10]);
});

it.each(["groups", "closing"])("counts ballots as well, also those that wait (%s)", async (way) => {
  const { insertedId: id } = await surveyor.call(routes.createSurvey, aSecretSurvey());
  const cast = async () => {
    const paper = await getPaper(site, await site.join(), id);
    const ballot = { ...paper, vote: "yes" as const, ...(await ballotOf(site, id)) };
    await site.visitor.call(routes.castBallot, { params: { id }, body: ballot });
  };
  await publish(id);
  if (way === "groups") await countInGroups(site.db, id);
  await addToLog(site.db);
  await cast();
  await takeDown(id);
  expect((await edit(id, { description: "Before the victim votes" })).status).toBe(200);
  await publish(id);
  await cast();
  await takeDown(id);
  const after = await edit(id, { description: "After it" });
  expect([after.status, after.text]).toEqual([409, expect.stringContaining("Fewer than ten")]);
});

it("may change in all that no vote is bound to", async () => {
  const id = await create();
  await editAfter(id, 1, "Before the victim votes");
  await publish(id);
  await castVotes(id, 1);
  await takeDown(id);
  const closesAt = new Date(Date.now() + 3_600_000).toISOString();
  const change = { params: { id }, body: { category: "technology" as const, closesAt } };
  await surveyor.call(routes.resendSurvey, change);
  expect(await readOwn(id)).toMatchObject({ category: "technology", closesAt });
});
