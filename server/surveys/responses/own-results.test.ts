import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import type { VoteSource } from "../../../contract/vote-sources.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { findWrongTallies, fixTally } from "../votes/recount-queries.ts";

let site: TestApp;
let surveyor: Person;

beforeAll(async () => {
  site = await createTestApp();
  surveyor = await site.join({ role: "surveyor" });
});

const read = async (id: string, reader = surveyor) =>
  reader.call(routes.readOwnResults, { params: { id } });

async function voteFrom(id: string, source?: VoteSource) {
  const voter = await site.join();
  const { body } = aVote(id);
  await voter.call(routes.castVote, { body: { ...body, ...(source && { source }) } });
  return voter;
}

it("counts how voters came, and a vote without a source as one by a link", async () => {
  const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
  const came = ["list", "list", "frame", "qr", "link", undefined] as const;
  await Promise.all(came.map((source) => voteFrom(id, source)));
  const { sources, votes, results } = await read(id);
  expect(sources).toEqual({ list: 2, link: 2, frame: 1, qr: 1 });
  expect({ votes, results }).toEqual({ votes: 6, results: { yes: 6, no: 0 } });
});

it("counts the source of a repeated vote once, and that of a second vote never", async () => {
  const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
  const voter = await site.join();
  const body = { ...aVote(id).body, source: "qr" as const };
  const key = randomUUID();
  for (let n = 0; n < 2; n += 1) await voter.call(routes.castVote, { body, key });
  expect(await voter.status(routes.castVote, { body: { ...body, source: "list" } })).toBe(409);
  expect((await read(id)).sources).toEqual({ list: 0, link: 0, frame: 0, qr: 1 });
});

it("refuses a source that it does not know", async () => {
  const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
  const voter = await site.join();
  const body = { ...aVote(id).body, source: "newsletter" };
  const refused = await voter.refused(routes.castVote, { body });
  expect(refused).toMatchObject({ status: 422, errors: [{ field: "source" }] });
  expect((await read(id)).votes).toBe(0);
});

it("says nothing of how the voters of a secret ballot came", async () => {
  const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, ballot: "secret" });
  expect((await read(id)).sources).toBeNull();
});

it("keeps what was counted when votes are counted again", async () => {
  const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
  await voteFrom(id, "list");
  await voteFrom(id);
  await site.db.updateTable("survey_tallies").set({ yes: 7 }).where("survey_id", "=", id).execute();
  await fixTally(site.db, id);
  expect(await findWrongTallies(site.db, [id])).toEqual([]);
  expect(await read(id)).toMatchObject({ votes: 2, sources: { list: 1, link: 1 } });
});

it("is for the survey's surveyor and admins, and has no result while it is not published", async () => {
  const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, results: "closed" });
  await voteFrom(id, "list");
  const admin = await site.join({ admin: true });
  for (const reader of [surveyor, admin]) {
    expect(await read(id, reader)).toMatchObject({ votes: 1, results: { yes: 1, no: 0 } });
  }
  const others = [await site.join({ role: "surveyor" }), await site.join(), site.visitor];
  const statuses = others.map((other) => other.status(routes.readOwnResults, { params: { id } }));
  expect(await Promise.all(statuses)).toEqual([404, 403, 401]);

  await site.db.updateTable("surveys").set({ status: "unpublish" }).where("id", "=", id).execute();
  expect(await read(id)).toMatchObject({ votes: 1, results: null, picture: null });
});

it("names the picture that everybody may see, in the reader's language", async () => {
  const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
  const { picture } = await read(id);
  expect(picture).toMatch(new RegExp(`/share/${id}-.*\\.png$`));
  const drawn = await site.inject({ method: "GET", url: new URL(picture ?? "").pathname });
  expect(drawn.headers["content-type"]).toBe("image/png");
});
