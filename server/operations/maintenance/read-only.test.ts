import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { beforeAll, expect, it, vi } from "vitest";
import { callAddress } from "../../../contract/call.ts";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { createEvery } from "../../process/every.ts";
import { publishDue } from "../../record/survey-record/publisher.ts";
import { aVote } from "../../testing/inputs.ts";
import { watchStatements } from "../../testing/statements.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { logIn, tokenStatus } from "../../testing/test-identity.ts";
import { testSigner } from "../../testing/test-record.ts";
import {
  addThings,
  createTestScene,
  goodCall,
  type People,
  routeNames,
  routeOf,
  statusOf,
} from "../../testing/test-scene.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";
import { endReadOnly, startReadOnly, toggleReadOnly } from "./queries.ts";

const MINUTES = 30;

let site: TestApp;
let people: People;
beforeAll(async () => {
  ({ site, people } = await createTestScene());
});

/** Waits until this server knows it. The settings name no time if that takes long to read. */
async function knows(on: TestApp, isReadOnly: boolean): Promise<void> {
  const tryIt = () => on.visitor.status(routes.like, { params: { id: randomUUID() } });
  await vi.waitFor(async () => expect(await tryIt()).toBe(isReadOnly ? 503 : 401));
}

async function whileReadOnly(work: () => Promise<void>): Promise<void> {
  await startReadOnly(site.db, new Date(Date.now() + MINUTES * 60_000));
  await knows(site, true);
  try {
    await work();
  } finally {
    await endReadOnly(site.db);
    await knows(site, false);
  }
}

it("refuses every route that is no GET, whoever calls, with the time", async () => {
  const things = await addThings(site, people.surveyor);
  await whileReadOnly(async () => {
    const served = [];
    for (const name of routeNames.filter((one) => routeOf(one).method !== "GET")) {
      for (const person of [people.admin, null]) {
        const answer = await site.inject(goodCall(name, things, person));
        if (answer.statusCode !== 503) {
          served.push(`${name}: ${answer.statusCode}`);
          continue;
        }
        expect(answer.json(), name).toMatchObject({ status: 503, code: "read_only" });
        expect(answer.json().detail).toMatch(
          /^Please try again after \d+ \w+ \d{4} at \d\d:\d\d UTC/,
        );
        const seconds = Number(answer.headers["retry-after"]);
        expect(seconds).toBeGreaterThan((MINUTES - 2) * 60);
        expect(seconds).toBeLessThanOrEqual(MINUTES * 60);
      }
    }
    expect(served).toEqual(["issueToken: 200", "issueToken: 401", "logOut: 200", "logOut: 401"]);
  });
});

/** Counts, who downloaded what, and what is computed again anyway: nothing that anybody would miss. */
const alsoWritten = /"?(limit_counts|security_events|suspicion_summaries)"?/;

it("serves every route that is a GET, and stores nothing meanwhile", async () => {
  const admin = await site.join({ admin: true });
  const things = await addThings(site, people.surveyor);
  await whileReadOnly(async () => {
    const statuses: Record<string, number> = {};
    const statements = await watchStatements(async () => {
      for (const name of routeNames.filter((one) => routeOf(one).method === "GET")) {
        statuses[name] = await statusOf(site, goodCall(name, things, admin));
      }
    });
    expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([]);
    expect(Object.values(statuses).filter((status) => status === 200).length).toBeGreaterThan(25);
    const writes = statements
      .map(({ text }) => text)
      .filter((text) =>
        /^\s*(insert|update|delete|with[\s\S]*\b(insert|update|delete)\b)/i.test(text),
      )
      .filter((text) => !alsoWritten.test(text));
    expect(writes).toEqual([]);
  });
});

it("refuses every call of the identity provider that stores something, but no log-out", async () => {
  const person = await site.join();
  await whileReadOnly(async () => {
    const served: string[] = [];
    for (const [name, call] of Object.entries<IdentityCall>(identityCalls)) {
      const params = { provider: "demo" };
      const answer = await site.inject({
        method: call.method,
        url: callAddress(IDENTITY_PATH + call.path, { params }),
        headers: { cookie: name === "signOut" ? "" : person.cookie },
        ...(call.method === "POST" && { payload: {} }),
      });
      if (answer.statusCode === 503) expect(answer.json().code).toBe("read_only");
      else served.push(name);
    }
    expect(served.sort()).toEqual([
      "listPasskeys",
      "listSessions",
      "listSignInWays",
      "readConfirmationWays",
      "readIdToken",
      "readSession",
      "signOut",
    ]);
    expect((await logIn(site, person)).status).toBe(503);
    // Who is signed in gets new access tokens, and can log out.
    expect(await tokenStatus(person, person)).toBe(200);
    await person.call(identityCalls.signOut, { body: {} });
    expect(await tokenStatus(person, person)).toBe(401);
  });
});

it("makes no row for somebody who registered and had no token yet", async () => {
  const email = "just.registered@example.org";
  const { browser } = await site.visitor.answer(identityCalls.signUp, {
    body: { email, password: "correct horse", name: "Test Person", image: "" },
  });
  await site.db.deleteFrom("security_events").execute();
  await site.db.deleteFrom("users").where("email", "=", email).execute();
  await whileReadOnly(async () => {
    expect(await browser.refused(routes.issueToken, { body: { email } })).toMatchObject({
      code: "read_only",
    });
  });
  expect(await tokenStatus(browser, { email })).toBe(200);
});

it("counts no vote on any server, and counts it afterwards", async () => {
  const second = await createTestApp({}, site.db);
  const id = await addTestSurvey(site.db);
  const { token, cookie } = people.user;
  await whileReadOnly(async () => {
    await knows(second, true);
    for (const server of [site, second]) {
      const refused = await server.as({ token, cookie }).refused(routes.castVote, aVote(id));
      expect(refused).toMatchObject({ status: 503, code: "read_only" });
    }
    expect((await readCounts(site.db, id)).tally).toMatchObject({ yes: 0, no: 0 });
    expect((await people.user.call(routes.readSurvey, { params: { id } })).ownVote).toBeNull();
  });
  await knows(second, false);
  await second.as({ token, cookie }).call(routes.castVote, aVote(id));
  expect((await readCounts(site.db, id)).tally).toMatchObject({ yes: 1 });
});

it("refuses the payment provider's events, which are sent again", async () => {
  await whileReadOnly(async () => {
    const event = { method: "POST", url: "/payment-webhook", payload: "{}" } as const;
    const answer = await site.inject({ ...event, headers: { "content-type": "application/json" } });
    expect([answer.statusCode, answer.json().code]).toEqual([503, "read_only"]);
  });
});

it("publishes no vote meanwhile", async () => {
  const { db } = site;
  const id = await addTestSurvey(db);
  await people.surveyor.call(routes.castVote, aVote(id));
  const due = { atLeast: 1, waitMs: 0, settleMs: 0 };
  const log = { warn: () => {} };
  async function publish(until: Date | null) {
    const readOnlyUntil = async () => until;
    const { every, stop } = createEvery({ log, registry: new Registry(), readOnlyUntil });
    const work = () => publishDue({ db, signer: testSigner, host: "example.org", log, due });
    await every(60_000, work, { name: "records", failure: "failed" }).now();
    await stop();
  }
  const records = () =>
    db.selectFrom("records").select("votes").where("survey_id", "=", id).execute();
  await publish(new Date());
  expect(await records()).toEqual([]);
  await publish(null);
  expect(await records()).toEqual([{ votes: 1 }]);
});

it("ends by itself at the time that was named", async () => {
  await startReadOnly(site.db, new Date(Date.now() + 600_000));
  await knows(site, true);
  expect(await people.user.status(routes.logOut)).toBe(200);
  await startReadOnly(site.db, new Date(Date.now() + 500));
  await knows(site, false);
  expect(site.logged.map(({ msg }) => msg)).toContain("no longer read-only");
});

it("is switched on for half an hour, and off again, by the same signal", async () => {
  await toggleReadOnly(site.db);
  await knows(site, true);
  await vi.waitFor(async () => {
    const { readOnlyUntil } = await site.visitor.call(routes.readSettings);
    const minutes = (Date.parse(readOnlyUntil ?? "") - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(31);
  });
  await toggleReadOnly(site.db);
  await knows(site, false);
});
