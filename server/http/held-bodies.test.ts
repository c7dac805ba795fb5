import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { identityCalls } from "../../contract/identity-calls.ts";
import type { Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { endReadOnly, startReadOnly } from "../operations/maintenance/queries.ts";
import { setLocked } from "../people/users/operator-queries.ts";
import { createHashAddress } from "../people/users/queries.ts";
import { aComment, aSurvey, aVote } from "../testing/inputs.ts";
import {
  createTestApp,
  PASSWORD,
  type Person,
  TEST_SECRET,
  type TestApp,
} from "../testing/test-app.ts";
import { addTestSurvey, readCounts } from "../testing/test-surveys.ts";

// A caller may send the headers of a call now and its body much later. What they may do is decided
// by who they are when the body has arrived.

let site: TestApp;
let admin: Person;
let port: number;

beforeAll(async () => {
  site = await createTestApp({ LIMIT_FACTOR: "1", ATTEMPTS_PER_ADDRESS: "1000" });
  admin = await site.join({ admin: true });
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  port = (site.app.server.address() as AddressInfo).port;
});

/** Sends the headers of a call. Returns, once its caller is accepted, what sends the body. */
async function hold(
  person: Person,
  { method, path }: { method: string; path: string },
  input: { body?: unknown },
) {
  const body = JSON.stringify(input.body ?? {});
  const held = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    headers: {
      ...person.headers,
      cookie: person.cookie,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      expect: "100-continue",
    },
  });
  held.flushHeaders();
  await once(held, "continue");
  // A call that may write first learns whether the site is read-only, as the held one did before it.
  await person.status(routes.withdrawReaction, { params: { id: person.id } });
  // The same people's rows are read one batch after another: this one comes after the held call's.
  await person.call(routes.readVoteMarks, { query: { ids: person.id } });
  return async () => {
    held.end(body);
    const [answer] = (await once(held, "response")) as [IncomingMessage];
    await text(answer);
    return answer.statusCode;
  };
}

const leave = (person: Person) =>
  person.call(identityCalls.deleteAccount, { body: { password: PASSWORD } });

const of = (id: string, { method, path }: Route) => ({ method, path: path.replace(":id", id) });

describe("A call whose body is held back", () => {
  it("counts no vote of somebody who is locked out meanwhile, nor while the site is read-only", async () => {
    const survey = await addTestSurvey(site.db);
    const [locked, waiting] = [await site.join(), await site.join()];
    const late = await hold(locked, routes.castVote, aVote(survey));
    await setLocked(site.db, locked.email, true, createHashAddress(TEST_SECRET));
    expect(await late()).toBe(401);

    const later = await hold(waiting, routes.castVote, aVote(survey));
    await startReadOnly(site.db, new Date(Date.now() + 600_000));
    const expectLike = (status: number) => {
      const tryIt = () => site.visitor.status(routes.like, { params: { id: survey } });
      return vi.waitFor(async () => expect(await tryIt()).toBe(status));
    };
    onTestFinished(async () => {
      await endReadOnly(site.db);
      await expectLike(401);
    });
    await expectLike(503);
    expect(await later()).toBe(503);
    expect((await readCounts(site.db, survey)).tally).toMatchObject({ yes: 0, no: 0 });
  });

  it("gives an address no second vote, however often it is deleted and registered again", async () => {
    const survey = await addTestSurvey(site.db);
    const email = "holds.votes@example.org";
    const held: (() => Promise<number | undefined>)[] = [];
    for (let round = 0; round < 3; round += 1) {
      const person = await site.join({ email });
      held.push(await hold(person, routes.castVote, aVote(survey)));
      await leave(person);
    }
    const last = await site.join({ email });
    expect(await last.status(routes.castVote, aVote(survey))).toBe(201);
    expect(await Promise.all(held.map((release) => release()))).toEqual([401, 401, 401]);
    const { tally, rows } = await readCounts(site.db, survey);
    expect(tally).toMatchObject({ yes: 1, no: 0 });
    expect(rows).toEqual(tally);
  });

  it("gives an address no second like", async () => {
    const survey = await addTestSurvey(site.db);
    const email = "holds.likes@example.org";
    const before = await site.join({ email });
    const release = await hold(before, of(survey, routes.like), {});
    await leave(before);
    const after = await site.join({ email });
    await after.call(routes.like, { params: { id: survey } });
    expect(await release()).toBe(401);
    expect((await readCounts(site.db, survey)).tally).toMatchObject({ liked: 1 });
  });

  it("does nothing after a log-out", async () => {
    const survey = await addTestSurvey(site.db);
    const person = await site.join();
    const release = await hold(person, routes.castVote, aVote(survey));
    await person.call(routes.logOut);
    expect(await release()).toBe(401);
    expect((await readCounts(site.db, survey)).tally).toMatchObject({ yes: 0 });
  });

  it("does nothing that a demoted person may no longer do", async () => {
    const surveyor = await site.join({ role: "surveyor" });
    const release = await hold(surveyor, routes.createSurvey, aSurvey());
    const demotion = { params: { id: surveyor.id }, body: { role: "user" as const } };
    await admin.call(routes.changeRole, demotion);
    expect(await release()).toBe(403);
  });

  it("gives a deleted account no access token", async () => {
    const email = "holds.jwt@example.org";
    const person = await site.join({ email });
    const release = await hold(person, routes.issueToken, { body: { email } });
    await leave(person);
    expect(await release()).toBe(401);
    const left = await site.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .execute();
    expect(left).toEqual([]);
  });

  it("counts once against its limits, and is done for those who still may", async () => {
    const survey = await addTestSurvey(site.db);
    const pro = await site.join({ role: "pro-user" });
    const { body } = aComment(survey);
    // As many as one person may write in a minute.
    const held = await Promise.all(
      Array.from({ length: 10 }, () => hold(pro, of(survey, routes.addComment), { body })),
    );
    const statuses = await Promise.all(held.map((release) => release()));
    expect(statuses).toEqual(Array(10).fill(200));
  });
});
