import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aPublication, aSecretSurvey, aSurvey, aVote } from "../../testing/inputs.ts";
import { waitedFor } from "../../testing/locks.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import {
  ballotOf,
  ballotServer,
  blindPaper,
  countInGroups,
  getPaper,
} from "../../testing/test-ballot.ts";
import { addToLog } from "../../testing/test-log.ts";
import { publishAll, verify, waitForLists } from "../../testing/test-record.ts";
import { addTestUser } from "../../testing/test-surveys.ts";
import { settleBallots } from "./in-groups.ts";
import { destroyKeys } from "./paper-queries.ts";
import { stopPapers } from "./stop-queries.ts";

let site: TestApp;
let people: { surveyor: Person; admin: Person };

beforeAll(async () => {
  site = await createTestApp();
  people = {
    surveyor: await site.join({ role: "surveyor" }),
    admin: await site.join({ admin: true }),
  };
});

/** A secret survey that is published and in the log, so that people can have papers. */
async function secretSurvey(on = { site, people }): Promise<string> {
  const { surveyor, admin } = on.people;
  const { body } = aSecretSurvey();
  const { insertedId } = await surveyor.call(routes.createSurvey, { body });
  await admin.call(routes.publishSurvey, aPublication(insertedId));
  await addToLog(on.site.db);
  return insertedId;
}

/** One that version 1.0 has published. */
async function oldSurvey(on = { site, people }): Promise<string> {
  const id = await secretSurvey(on);
  await countInGroups(on.site.db, id);
  await addToLog(on.site.db);
  return id;
}

async function close(id: string) {
  await people.admin.call(routes.closeSurvey, { params: { id } });
}

async function cast(id: string, paper: { serial: string; signature: string }, vote: "yes" | "no") {
  const body = { ...paper, vote, ...(await ballotOf(site, id)) };
  await site.visitor.call(routes.castBallot, { params: { id }, body });
  return body;
}

const paperOf = (person: Person, id: string) => getPaper(site, person, id);

/** As if an hour had passed. */
async function settle(id: string): Promise<void> {
  const hour = new Date(Date.now() - 3_600_000);
  await site.db.updateTable("ballot_inbox").set({ hour }).where("survey_id", "=", id).execute();
  await settleBallots(site.db, { least: 1 });
}

const tallyOf = (id: string) =>
  site.db
    .selectFrom("survey_tallies")
    .select(["yes", "no"])
    .where("survey_id", "=", id)
    .executeTakeFirstOrThrow();

describe("a ballot paper", () => {
  it("is signed once for each person, and the same again if its answer was lost", async () => {
    const id = await oldSurvey();
    const person = await site.join();
    const [paper, other] = [await blindPaper(site, id), await blindPaper(site, id)];
    const ask = { params: { id }, body: { blinded: paper.blinded } };
    const { signature } = await person.call(routes.issuePaper, ask);
    expect(await person.call(routes.issuePaper, ask)).toEqual({ signature });
    const second = { params: { id }, body: { blinded: other.blinded } };
    expect(await person.refused(routes.issuePaper, second)).toMatchObject({
      code: "already_voted",
    });
    const details = await person.call(routes.readSurvey, { params: { id } });
    expect(details).toMatchObject({ ballot: "secret", ownPaper: true, ownVote: null });
    // Whoever has had a paper sees the result where voters may.
    expect(details.results).toEqual({ yes: 0, no: 0 });
    const marks = await person.call(routes.readVoteMarks, { query: { ids: id } });
    expect(marks.voted).toEqual([id]);
  });

  it("is refused if no key can sign it, and the right one may follow", async () => {
    const id = await secretSurvey();
    const person = await site.join();
    const tooLarge = Buffer.alloc(256, 0xff).toString("base64url");
    const call = { params: { id }, body: { blinded: tooLarge } };
    expect(await person.refused(routes.issuePaper, call)).toMatchObject({ code: "wrong_paper" });
    expect(await paperOf(person, id)).toHaveProperty("signature");
  });

  it("is one, of all that two tabs and two servers ask for at once", async () => {
    const id = await secretSurvey();
    const person = await site.join();
    const elsewhere = (await createTestApp({}, site.db)).as(person);
    const asked = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const { blinded } = await blindPaper(site, id);
        const call = { params: { id }, body: { blinded } };
        return (n % 2 ? elsewhere : person).status(routes.issuePaper, call);
      }),
    );
    expect(asked.sort()).toEqual([200, ...Array(7).fill(409)]);
    const { issued } = await site.db
      .selectFrom("ballot_keys")
      .select("issued")
      .where("survey_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(issued).toBe(1);
  });

  it("is not had again by whoever deletes their account and registers anew", async () => {
    const id = await secretSurvey();
    const person = await site.join({ proven: true });
    await paperOf(person, id);
    await people.admin.call(routes.deleteUser, { params: { id: person.id } });
    const papers = site.db.selectFrom("ballot_papers").where("survey_id", "=", id);
    expect(await papers.select("user_id").execute()).toEqual([]);
    const again = await site.join({ email: person.email, proven: true });
    const { blinded } = await blindPaper(site, id);
    expect(
      await again.refused(routes.issuePaper, { params: { id }, body: { blinded } }),
    ).toMatchObject({ code: "already_voted" });
  });

  it("is one, also of whoever is deleted while they ask and registers anew", async () => {
    for (let n = 0; n < 5; n += 1) {
      const id = await secretSurvey();
      const person = await site.join({ proven: true });
      const [one, other] = [await blindPaper(site, id), await blindPaper(site, id)];
      const ask = ({ blinded }: { blinded: string }) => ({ params: { id }, body: { blinded } });
      const [first] = await Promise.all([
        person.status(routes.issuePaper, ask(one)),
        people.admin.call(routes.deleteUser, { params: { id: person.id } }),
      ]);
      const again = await site.join({ email: person.email, proven: true });
      const second = await again.status(routes.issuePaper, ask(other));
      expect([first, second].filter((status) => status === 200)).toHaveLength(1);
    }
  });

  it("is not signed before the log has its key, nor after the closing, when the key is gone", async () => {
    const { insertedId: id } = await people.surveyor.call(routes.createSurvey, aSecretSurvey());
    await people.admin.call(routes.publishSurvey, aPublication(id));
    const person = await site.join();
    const { blinded } = await blindPaper(site, id);
    const ask = { params: { id }, body: { blinded } };
    expect(await person.refused(routes.issuePaper, ask)).toMatchObject({ code: "paper_not_ready" });
    await addToLog(site.db);
    await people.admin.call(routes.closeSurvey, { params: { id } });
    expect(await person.refused(routes.issuePaper, ask)).toMatchObject({ code: "closed" });
    await destroyKeys(site.db);
    const keys = site.db.selectFrom("ballot_keys").where("survey_id", "=", id);
    expect(await keys.select("private_key").execute()).toEqual([{ private_key: null }]);
  });
});

describe("a ballot of a survey that version 1.0 has published", () => {
  it("is counted with others, once, and its receipt is in the record", async () => {
    const id = await oldSurvey();
    const paper = await paperOf(await site.join(), id);
    const body = await cast(id, paper, "yes");
    expect(await tallyOf(id)).toEqual({ yes: 0, no: 0 });
    // The same again is the same vote, also once it is counted.
    const call = { params: { id }, body };
    const { receipt } = await site.visitor.call(routes.castBallot, call);
    await settle(id);
    expect(await tallyOf(id)).toEqual({ yes: 1, no: 0 });
    expect((await site.visitor.call(routes.castBallot, call)).receipt).toMatchObject({
      receipt: receipt.receipt,
    });
    const otherwise = { params: { id }, body: { ...body, vote: "no" as const } };
    expect(await site.visitor.refused(routes.castBallot, otherwise)).toMatchObject({
      code: "already_voted",
    });
    await settle(id);
    expect(await tallyOf(id)).toEqual({ yes: 1, no: 0 });
  });

  it("waits while others are put in place, and is counted once of all that were sent", async () => {
    const id = await oldSurvey();
    const paper = await paperOf(await site.join(), id);
    const body = { ...paper, vote: "yes" as const, ...(await ballotOf(site, id)) };
    const send = () => site.visitor.status(routes.castBallot, { params: { id }, body });
    const sent = await site.db.transaction().execute(async (trx) => {
      await sql`select 1 from ballot_keys where survey_id = ${id} for update`.execute(trx);
      const waiting = [send(), send(), send()];
      await waitedFor(trx, site.db);
      return waiting;
    });
    expect(await Promise.all(sent)).toEqual([201, 201, 201]);
    await settle(id);
    expect(await tallyOf(id)).toEqual({ yes: 1, no: 0 });
  });

  it("waits for nine others, for a day, or for the closing", async () => {
    const id = await oldSurvey();
    for (const vote of ["yes", "no"] as const) {
      await cast(id, await paperOf(await site.join(), id), vote);
    }
    const waited = (hours: number) =>
      sql`update ballot_inbox set hour = date_trunc('hour', now()) - make_interval(hours => ${hours})
        where survey_id = ${id}`.execute(site.db);
    await waited(3);
    await settleBallots(site.db);
    expect(await tallyOf(id)).toEqual({ yes: 0, no: 0 });
    await waited(25);
    await settleBallots(site.db);
    expect(await tallyOf(id)).toEqual({ yes: 1, no: 1 });
  });
});

describe("a ballot", () => {
  it("waits sealed until the closing, and is counted once with all others", async () => {
    const id = await secretSurvey();
    const server = await ballotServer(site.db);
    const votes = ["yes", "no", "yes"] as const;
    const bodies = [];
    for (const vote of votes)
      bodies.push(await cast(id, await paperOf(await site.join(), id), vote));
    const [body] = bodies;
    if (!body) throw new Error("None was cast");
    const call = { params: { id }, body };
    const { receipt } = await site.visitor.call(routes.castBallot, call);
    expect(receipt.promise.text).toContain("closing");
    const otherwise = { params: { id }, body: { ...body, vote: "no" as const } };
    expect(await site.visitor.refused(routes.castBallot, otherwise)).toMatchObject({
      code: "already_voted",
    });
    await settle(id);
    await server.count();
    expect(await tallyOf(id)).toEqual({ yes: 0, no: 0 });
    await close(id);
    await Promise.all([server.count(), (await ballotServer(site.db)).count()]);
    expect(await tallyOf(id)).toEqual({ yes: 2, no: 1 });
    expect(
      await site.visitor.refused(routes.castBallot, {
        params: { id },
        body: { ...body, nonce: "0".repeat(32) },
      }),
    ).toMatchObject({ code: "already_voted" });
    expect((await site.visitor.call(routes.castBallot, call)).receipt.receipt).toBe(
      receipt.receipt,
    );
    await server.count();
    expect(await tallyOf(id)).toEqual({ yes: 2, no: 1 });
  });

  it("is taken or refused, and never lost, while its survey is counted", async () => {
    const id = await secretSurvey();
    const server = await ballotServer(site.db);
    const papers = await Promise.all(
      Array.from({ length: 12 }, async () => paperOf(await site.join(), id)),
    );
    const { textHash } = await ballotOf(site, id);
    const send = (paper: { serial: string; signature: string }) => {
      const body = { ...paper, vote: "yes" as const, nonce: "0".repeat(32), textHash };
      return site.visitor.status(routes.castBallot, { params: { id }, body });
    };
    const first = await send(papers[0] as (typeof papers)[0]);
    const [statuses] = await Promise.all([
      Promise.all(papers.slice(1).map(send)),
      close(id).then(server.count),
    ]);
    await server.count();
    const taken = [first, ...statuses].filter((status) => status === 201).length;
    expect(statuses.filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
    expect(await tallyOf(id)).toEqual({ yes: taken, no: 0 });
  });

  it("needs a paper of this survey", async () => {
    const [id, other] = [await secretSurvey(), await secretSurvey()];
    const paper = await paperOf(await site.join(), other);
    const rest = { vote: "yes" as const, ...(await ballotOf(site, id)) };
    const forged = { ...paper, signature: randomBytes(256).toString("base64url") };
    const renumbered = { ...paper, serial: randomBytes(32).toString("base64url") };
    for (const [on, given] of [
      [id, paper],
      [other, forged],
      [other, renumbered],
    ] as const) {
      const call = { params: { id: on }, body: { ...given, ...rest } };
      expect(await site.visitor.refused(routes.castBallot, call)).toMatchObject({
        code: "wrong_paper",
      });
    }
  });

  it("is refused with another text and after the closing", async () => {
    const id = await secretSurvey();
    const paper = await paperOf(await site.join(), id);
    const rest = { ...paper, vote: "yes" as const, ...(await ballotOf(site, id)) };
    const changed = { params: { id }, body: { ...rest, textHash: "0".repeat(64) } };
    expect(await site.visitor.refused(routes.castBallot, changed)).toMatchObject({
      code: "text_changed",
    });
    await people.admin.call(routes.closeSurvey, { params: { id } });
    const late = { params: { id }, body: rest };
    expect(await site.visitor.refused(routes.castBallot, late)).toMatchObject({ code: "closed" });
  });

  it("is the only way to vote on a secret survey, whose kind stays after the first paper", async () => {
    const id = await secretSurvey();
    const person = await site.join();
    expect(await person.refused(routes.castVote, aVote(id))).toMatchObject({
      code: "secret_ballot",
    });
    await paperOf(person, id);
    await people.admin.call(routes.unpublishSurvey, {
      params: { id },
      body: { status: "unpublish", enteredMessage: "Please explain." },
    });
    const { title, description, category, question } = aSurvey().body;
    const named = { title, description, category, question, ballot: "named" as const };
    expect(
      await people.surveyor.refused(routes.editSurvey, { params: { id }, body: named }),
    ).toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("who sees how they voted"),
    });
  });
});

describe("papers that stand out", () => {
  /** Papers of people from many networks, and of a dozen from the network of this person. */
  async function addPapers(id: string, person: Person): Promise<void> {
    await paperOf(person, id);
    for (let n = 0; n < 24; n += 1) {
      const user_id = await addTestUser(site.db);
      await sql`
        insert into ballot_papers (survey_id, user_id, blinded_hash, network, created_at)
        select survey_id, ${user_id}, '', case when ${n} < 12 then ${n} else network end,
          now() - make_interval(hours => ${2 * n + 2})
        from ballot_papers where survey_id = ${id} and user_id = ${person.id}
      `.execute(site.db);
    }
  }

  it("are no longer given to a group, until an admin gives them again", async () => {
    const id = await secretSurvey();
    await addPapers(id, await site.join());
    const params = { id };
    const seen = await people.admin.call(routes.readSuspicion, { params });
    const found = seen.findings.find(({ kind }) => kind === "network");
    expect(found).toMatchObject({ votes: 13 });
    const body = { kind: "network" as const, key: found?.key ?? "", reason: "Invented" };
    await people.admin.call(routes.setVotesAside, { params, body });
    const late = await site.join();
    const { blinded } = await blindPaper(site, id);
    const ask = { params, body: { blinded } };
    expect(await late.refused(routes.issuePaper, ask)).toMatchObject({ code: "papers_stopped" });
    const { groups, votes, setAside } = await people.admin.call(routes.readSuspicion, { params });
    expect({ votes, setAside }).toEqual({ votes: 0, setAside: 0 });
    expect(groups).toMatchObject([{ kind: "network", votes: 0, reason: "Invented" }]);
    const again = { setAsideId: groups[0]?.id ?? "", reason: "A school class" };
    await people.admin.call(routes.restoreVotes, { params, body: again });
    await late.call(routes.issuePaper, ask);
    const acts = await people.admin.call(routes.listAudit, { query: { limit: 2 } });
    expect(acts.map(({ action }) => action)).toEqual(["papers.resume", "papers.stop"]);
  });

  it("can be stopped for accounts that were just made, or have an unconfirmed address", async () => {
    const id = await secretSurvey();
    const adminId = people.admin.id;
    const change = { surveyId: id, adminId, reason: "Invented", group: "2026-01-01T00:00Z" };
    const blinded = async () => ({ params: { id }, body: await blindPaper(site, id) });
    const [older, fresh] = [await site.join({ proven: true }), await site.join({ proven: true })];
    await sql`update users set created_at = now() - interval '1 day' where id = ${older.id}`.execute(
      site.db,
    );
    await stopPapers(site.db, { ...change, key: randomUUID(), finding: "new-accounts" });
    expect(await fresh.status(routes.issuePaper, await blinded())).toBe(403);
    expect(await older.status(routes.issuePaper, await blinded())).toBe(200);
    const other = await site.join();
    await sql`update users set created_at = now() - interval '1 day' where id = ${other.id}`.execute(
      site.db,
    );
    await sql`update identity."user" set "emailVerified" = false where email = ${other.email}`.execute(
      site.db,
    );
    await stopPapers(site.db, { ...change, key: randomUUID(), finding: "unverified" });
    expect(await other.status(routes.issuePaper, await blinded())).toBe(403);
    expect(await stopPapers(site.db, { ...change, key: randomUUID(), finding: "burst" })).toEqual({
      refused: "finding.gone",
    });
  });
});

it("is in a record that anybody can check, with the number of papers", async () => {
  const own = await createTestApp();
  const on = {
    site: own,
    people: {
      surveyor: await own.join({ role: "surveyor" }),
      admin: await own.join({ admin: true }),
    },
  };
  const id = await secretSurvey(on);
  for (const vote of ["yes", "yes", "no"] as const) {
    const paper = await getPaper(own, await own.join(), id);
    const body = { ...paper, vote, ...(await ballotOf(own, id)) };
    await own.visitor.call(routes.castBallot, { params: { id }, body });
  }
  await getPaper(own, await own.join(), id);
  await on.people.admin.call(routes.closeSurvey, { params: { id } });
  await (await ballotServer(own.db)).count();
  await publishAll(own.db);
  await addToLog(own.db);
  await waitForLists();
  const { findings } = await verify(own);
  expect(findings.filter(({ verdict }) => verdict !== "fine")).toEqual([]);
  const texts = await own.db
    .selectFrom("record_entries")
    .select("text")
    .where("survey_id", "=", id)
    .where("text", "is not", null)
    .execute();
  expect(texts.map(({ text }) => text)).toContain("issued 4\n");
  // As the operator, who puts in a ballot for which no paper was signed.
  const forged = randomBytes(256);
  await sql`
    update ballots set signature = ${forged} where receipt = (select min(receipt::text)::uuid from ballots)
  `.execute(own.db);
  const { wrong } = await verify(own);
  expect(wrong).toEqual([expect.stringContaining("has no valid ballot paper")]);
});
