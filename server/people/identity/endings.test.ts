import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import {
  enrol,
  logIn,
  mailToken,
  renewToken,
  requestReset,
  resetPassword,
} from "../../testing/test-identity.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

let site: TestApp;
/** Where a proof ends what its prover did not create. */
let strict: TestApp;
beforeAll(async () => {
  site = await createTestApp();
  strict = await createTestApp({ EMAIL_VERIFICATION: "required" }, site.db);
});

/** Every way to end a person's tokens. */
const endings: Record<string, (person: Person) => Promise<unknown>> = {
  "the product's log-out": (person) => person.call(routes.logOut),
  "the provider's log-out": (person) => person.call(identityCalls.signOut, { body: {} }),
  "a password reset": (person) => resetPassword(strict, person, "another horse"),
  "a proof of the address by somebody else": (person) => {
    const body = { token: mailToken(site, person, /Confirm/), password: "another horse" };
    return strict.visitor.call(identityCalls.confirmEmail, { body });
  },
};

describe.each(Object.entries(endings))("%s", (_name, end) => {
  it("ends access tokens and ID tokens at once", async () => {
    const person = await site.join();
    const { email } = person;
    const { token } = await person.call(identityCalls.readIdToken);
    const byIdToken = { body: { email }, headers: { authorization: `Bearer ${token}` } };
    expect(await site.visitor.status(routes.issueToken, byIdToken)).toBe(200);
    await end(person);
    expect(await site.visitor.status(routes.issueToken, byIdToken)).toBe(401);
    expect(await person.status(routes.readNormalFlag, { params: { email } })).toBe(401);
  });
});

it("the password without the code ends no token", async () => {
  const person = await site.join();
  const { browser } = await enrol(person);
  const owner = await renewToken(site, browser, person);
  expect((await logIn(site, person)).body.twoFactorRedirect).toBe(true);
  const flag = { params: { email: person.email } };
  expect(await owner.status(routes.readNormalFlag, flag)).toBe(200);
});

it("a password reset ends every other reset link", async () => {
  const person = await site.join({ proven: true });
  const [first, second] = [await requestReset(site, person), await requestReset(site, person)];
  const aReset = (token: string, newPassword: string) => ({ body: { token, newPassword } });
  await site.visitor.call(identityCalls.resetPassword, aReset(second, "another horse"));
  const late = aReset(first, "a thief's horse");
  const refusal = await site.visitor.refused(identityCalls.resetPassword, late);
  expect(refusal.status).toBe(422);
  expect(refusal.errors?.[0]?.field).toBe("token");
});

describe("a live stream", () => {
  let origin: string;
  beforeAll(async () => {
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    origin = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`;
  });

  async function openStream(person: Person) {
    const id = await addTestSurvey(site.db);
    await person.call(routes.castVote, aVote(id));
    const { headers } = person;
    const stream = await fetch(`${origin}/survey/live/${id}`, { headers });
    const reader = stream.body?.getReader();
    await reader?.read();
    return reader;
  }

  it("ends with the log-out", async () => {
    const person = await site.join();
    const reader = await openStream(person);
    await person.call(routes.logOut);
    expect((await reader?.read())?.done).toBe(true);
  });

  it("ends with the person", async () => {
    const [person, admin] = [await site.join(), await site.join({ admin: true })];
    const reader = await openStream(person);
    await admin.call(routes.deleteUser, { params: { id: person.id } });
    expect((await reader?.read())?.done).toBe(true);
  });
});
