import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aPublication, aRejection, aVote, testSurvey } from "../../testing/inputs.ts";
import { waitedFor } from "../../testing/locks.ts";
import { createTestDesk } from "../../testing/test-desk.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

let desk: Awaited<ReturnType<typeof createTestDesk>>;

beforeAll(async () => {
  desk = await createTestDesk();
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const terms = () =>
  ({ opensAt: inHours(1), closesAt: inHours(48), resultsMode: "closed" }) as const;

async function create(more: object = {}): Promise<string> {
  const body = { ...testSurvey, ...more };
  return (await desk.surveyor.call(routes.createSurvey, { body })).insertedId;
}

/** As if the time had come. */
async function setTimes(id: string, times: { opens_at?: Date | null; closes_at?: Date }) {
  await desk.site.db.updateTable("surveys").set(times).where("id", "=", id).execute();
}

describe("the terms of a survey", () => {
  it("are what was sent, are approved with the text, and are kept with the decision", async () => {
    const { surveyor, admin, readOwn } = desk;
    const sent = terms();
    const id = await create(sent);
    expect(await readOwn(id)).toMatchObject(sent);
    await admin.call(routes.publishSurvey, aPublication(id));
    const [decision] = await admin.call(routes.listDecisions, { params: { id } });
    expect(decision?.survey).toMatchObject(sent);
    const detail = await surveyor.call(routes.readSurvey, { params: { id } });
    expect(detail).toMatchObject({ ...sent, phase: "upcoming" });
  });

  it("are by default: open from its publication on, results after voting", async () => {
    const id = await create();
    expect(await desk.readOwn(id)).toMatchObject({
      opensAt: null,
      closesAt: null,
      resultsMode: "voted",
    });
  });

  it.each([
    [{ closesAt: "tomorrow" }, "closesAt"],
    [{ closesAt: inHours(-1) }, "closesAt"],
    [{ closesAt: inHours(6 * 366 * 24) }, "closesAt"],
    [{ opensAt: "0001-01-01T00:00:00Z" }, "opensAt"],
    [{ opensAt: inHours(2), closesAt: inHours(1) }, "closesAt"],
    [{ resultsMode: "never" }, "resultsMode"],
  ])("are refused with %o", async (more, expected) => {
    const body = { ...testSurvey, ...more };
    const { status, errors } = await desk.surveyor.refused(routes.createSurvey, { body });
    expect(status).toBe(422);
    expect(errors?.map(({ field }) => field)).toEqual([expected]);
  });

  it("change like the text, and what is not given stays", async () => {
    const { surveyor, admin, readOwn } = desk;
    const sent = terms();
    const id = await create(sent);
    const { revision } = await readOwn(id);
    const edit = (body: object, query = {}) =>
      surveyor.status(routes.editSurvey, {
        params: { id },
        query,
        body: { ...testSurvey, ...body },
      });
    expect(await edit({})).toBe(200);
    expect(await readOwn(id)).toMatchObject({ ...sent, revision });
    expect(await edit({ closesAt: null })).toBe(200);
    expect(await readOwn(id)).toMatchObject({ ...sent, closesAt: null, revision: revision + 1 });
    // What the admin has read is not what would be published.
    const publication = { ...aPublication(id), query: { revision } };
    expect(await admin.status(routes.publishSurvey, publication)).toBe(409);
    expect(await edit({ closesAt: inHours(0.5) })).toBe(409);
    expect(await edit({ closesAt: inHours(-5), opensAt: null })).toBe(409);
  });

  it("can't be published or sent once the closing time has passed without a vote", async () => {
    const { surveyor, admin } = desk;
    const id = await create({ closesAt: inHours(1) });
    await setTimes(id, { closes_at: new Date(Date.now() - HOUR_MS) });
    expect(await admin.refused(routes.publishSurvey, aPublication(id))).toMatchObject({
      status: 409,
      detail: "Its closing time has passed, so nobody could vote on it.",
    });
    await admin.call(routes.unpublishSurvey, aRejection(id));
    const resend = (body: object) => surveyor.status(routes.resendSurvey, { params: { id }, body });
    expect(await resend({})).toBe(409);
    expect(await resend({ closesAt: inHours(3) })).toBe(200);
  });

  it("stay after the first vote, and a closed survey never opens again", async () => {
    const { surveyor, admin, site } = desk;
    const id = await create({ closesAt: inHours(5) });
    await admin.call(routes.publishSurvey, aPublication(id));
    await (await site.join()).call(routes.castVote, aVote(id));
    await admin.call(routes.unpublishSurvey, aRejection(id));
    const edit = (body: object) =>
      surveyor.status(routes.editSurvey, { params: { id }, body: { ...testSurvey, ...body } });
    expect(await edit({ resultsMode: "always" })).toBe(409);
    expect(await edit({ opensAt: inHours(1) })).toBe(409);
    expect(await edit({ closesAt: inHours(9) })).toBe(200);
    await setTimes(id, { closes_at: new Date(Date.now() - HOUR_MS) });
    expect(await edit({ closesAt: inHours(9) })).toBe(409);
    expect(await edit({ closesAt: null })).toBe(409);
    // Its final result can be shown again.
    expect(await surveyor.status(routes.resendSurvey, { params: { id }, body: {} })).toBe(200);
    expect(await admin.status(routes.publishSurvey, aPublication(id))).toBe(200);
  });
});

describe("POST /survey/close/{id}", () => {
  it("closes an own survey at once, once, and is in the audit log", async () => {
    const { surveyor, admin, otherSurveyor, site } = desk;
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
    const params = { id };
    expect(await otherSurveyor.status(routes.closeSurvey, { params })).toBe(404);
    expect(await (await site.join()).status(routes.closeSurvey, { params })).toBe(403);
    expect(await site.visitor.status(routes.closeSurvey, { params })).toBe(401);

    const key = randomUUID();
    const again = await Promise.all([
      surveyor.status(routes.closeSurvey, { params, key }),
      surveyor.status(routes.closeSurvey, { params, key }),
    ]);
    expect(again).toEqual([200, 200]);
    const { phase, closesAt } = await surveyor.call(routes.readOwnSurvey, { params });
    expect(phase).toBe("closed");
    // The public list is not remembered from before.
    const cards = await site.visitor.readAll(routes.listSurveys);
    expect(cards.find(({ _id }) => _id === id)).toMatchObject({
      phase: "closed",
      results: { yes: 0, no: 0 },
    });
    expect(await surveyor.status(routes.closeSurvey, { params })).toBe(409);
    expect(await admin.status(routes.closeSurvey, { params })).toBe(409);
    const entries = await admin.readAll(routes.listAudit, { query: { action: "survey.close" } });
    expect(entries.filter(({ subjectId }) => subjectId === id)).toMatchObject([
      { actorId: surveyor.id, before: { closesAt: null }, after: { closesAt } },
    ]);
  });

  it("is the admins' too, by one of two who try at the same time", async () => {
    const { surveyor, admin, site } = desk;
    const closes_at = new Date(Date.now() + HOUR_MS);
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, closes_at });
    const statuses = await Promise.all(
      [surveyor, admin].map((person) => person.status(routes.closeSurvey, { params: { id } })),
    );
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it("is refused for whoever began before it was closed, and waited for the one who did it", async () => {
    const { surveyor, site } = desk;
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
    let late: Promise<number> | undefined;
    await site.db.transaction().execute(async (trx) => {
      const own = trx.updateTable("surveys").where("id", "=", id);
      await own.set({ closes_at: null }).execute();
      late = surveyor.status(routes.closeSurvey, { params: { id } });
      await waitedFor(trx, site.db);
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
      await own.set({ closes_at: rows[0]?.now ?? null }).execute();
    });
    expect(await late).toBe(409);
  });

  it("is refused for a survey that is not published or not open", async () => {
    const { admin, site } = desk;
    const pending = await addTestSurvey(site.db, { status: "pending" });
    const early = await addTestSurvey(site.db, { opens_at: new Date(Date.now() + HOUR_MS) });
    for (const id of [pending, early]) {
      expect(await admin.status(routes.closeSurvey, { params: { id } })).toBe(409);
    }
  });
});
