import { expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { addEventsOfTime } from "../../people/webhooks/event-queries.ts";
import { aPublication, aSecretSurvey } from "../../testing/inputs.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { ballotOf, ballotServer, getPaper } from "../../testing/test-ballot.ts";
import { addToLog } from "../../testing/test-log.ts";
import { publishAll, verify, waitForLists } from "../../testing/test-record.ts";

// Until the ballots of a closed survey are counted, every way out says so, and never 0 : 0.

it("says that it is being counted, on every way out, and tells of the closing when it is", async () => {
  const site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });
  const { insertedId: id } = await surveyor.call(routes.createSurvey, aSecretSurvey());
  await admin.call(routes.publishSurvey, aPublication(id));
  await addToLog(site.db);
  const person = await site.join();
  const paper = await getPaper(site, person, id);
  const body = { ...paper, vote: "yes" as const, ...(await ballotOf(site, id)) };
  await site.visitor.call(routes.castBallot, { params: { id }, body });
  const params = { id };
  const read = async (url: string) => (await site.inject({ url })).body;

  async function expectNothing() {
    const nothing = { results: null, votes: 0, counting: "closing" };
    for (const reader of [person, surveyor, admin]) {
      expect(await reader.call(routes.readSurvey, { params })).toMatchObject(nothing);
    }
    expect(await site.visitor.call(routes.readResults, { params })).toMatchObject(nothing);
    const [card] = await site.visitor.call(routes.listSurveys);
    expect(card).toMatchObject(nothing);
    expect(await surveyor.call(routes.readOwnResults, { params, query: {} })).toMatchObject({
      results: null,
      counting: "closing",
    });
    expect(await site.visitor.call(routes.readRecordedSurvey, { params })).toMatchObject({
      shown: null,
    });
    for (const route of [routes.readTimeline, routes.openRecord]) {
      expect(await admin.status(route, { params })).toBeGreaterThanOrEqual(403);
    }
    expect(await read("/openData/results")).not.toContain(id);
  }
  await publishAll(site.db);
  await expectNothing();
  expect(await read(`/embed/${id}`)).toContain("Counted when it closes");

  await admin.call(routes.closeSurvey, { params });
  await expectNothing();
  // It is kept for some seconds.
  const frame = await vi.waitFor(async () => {
    const shown = await read(`/embed/${id}`);
    expect(shown).toContain("The ballots are being counted");
    return shown;
  });
  expect(frame).not.toMatch(/0 votes|No votes/);
  expect(await read(`/results/${id}`)).not.toMatch(/>0 votes|No votes/);
  await addEventsOfTime(site.db);
  const news = () => site.db.selectFrom("news").select("id").where("kind", "=", "closed").execute();
  expect(await news()).toEqual([]);

  await (await ballotServer(site.db)).count();
  expect(await news()).toHaveLength(1);
  expect(await site.visitor.call(routes.readResults, { params })).toMatchObject({
    results: { yes: 1, no: 0 },
    votes: 1,
    counting: "counted",
  });
  await addEventsOfTime(site.db);
  expect(await news()).toHaveLength(1);
});

it("is no fault for whoever checks the site meanwhile", async () => {
  const site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });
  const { insertedId: id } = await surveyor.call(routes.createSurvey, aSecretSurvey());
  await admin.call(routes.publishSurvey, aPublication(id));
  await addToLog(site.db);
  const paper = await getPaper(site, await site.join(), id);
  const body = { ...paper, vote: "yes" as const, ...(await ballotOf(site, id)) };
  await site.visitor.call(routes.castBallot, { params: { id }, body });
  for (const close of [false, true]) {
    if (close) await admin.call(routes.closeSurvey, { params: { id } });
    await publishAll(site.db);
    await addToLog(site.db);
    await waitForLists();
    const { findings } = await verify(site);
    // In the seconds before the count, its record can't be opened yet.
    const about = close ? ["wrong"] : ["wrong", "unchecked"];
    expect(findings.filter(({ verdict }) => about.includes(verdict))).toEqual([]);
  }
});
