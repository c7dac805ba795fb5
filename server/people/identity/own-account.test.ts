import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../../testing/test-app.ts";
import { forgetPassword, isSignedIn, logIn, resetPassword } from "../../testing/test-identity.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

describe("POST /identity/change-password", () => {
  const aChange = (currentPassword = PASSWORD, newPassword = "another horse") => ({
    body: { currentPassword, newPassword },
  });

  it("asks for the old one, ends every other session, and keeps this browser signed in", async () => {
    const person = await site.join();
    const elsewhere = (await logIn(site, person)).browser;
    const answer = await person.answer(identityCalls.changePassword, aChange());
    expect(answer.status).toBe(200);
    expect(await isSignedIn(answer.browser)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(person)).toBe(false);
    expect((await logIn(site, person)).status).toBe(401);
    expect((await logIn(site, person, "another horse")).status).toBe(200);
  });

  it("is 422 at the field for a wrong old one, and nothing changes", async () => {
    const person = await site.join();
    const refusal = await person.refused(identityCalls.changePassword, aChange("wrong"));
    expect(refusal.status).toBe(422);
    expect(refusal.errors).toMatchObject([{ field: "currentPassword" }]);
    expect((await logIn(site, person)).status).toBe(200);
  });

  it("can't be told to leave the others be", async () => {
    const person = await site.join();
    const body = { ...aChange().body, revokeOtherSessions: false };
    expect(await person.status(identityCalls.changePassword, { body })).toBe(422);
  });

  it("is 401 for visitors, 422 for a short one, and 409 for an account without a password", async () => {
    const { changePassword } = identityCalls;
    expect(await site.visitor.status(changePassword, aChange())).toBe(401);
    const person = await site.join();
    expect(await person.status(changePassword, aChange(PASSWORD, "12345"))).toBe(422);
    await forgetPassword(site, person);
    expect(await person.status(changePassword, aChange())).toBe(409);
  });
});

it("a social account gets its first password by the reset mail, and is told so", async () => {
  const person = await site.join({ proven: true });
  await forgetPassword(site, person);
  expect((await resetPassword(site, person, "a first horse")).status).toBe(200);
  expect((await logIn(site, person, "a first horse")).status).toBe(200);
  const { rows } = await sql`select 1 from security_events
    where user_id = ${person.id} and kind = 'password.reset'`.execute(site.db);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(site.logged)).toContain("Your password was changed");
});

describe("a person's sessions", () => {
  it("are listed by id, with device and place, and without their tokens", async () => {
    const person = await site.join();
    await logIn(site, person);
    const answer = await person.answer(identityCalls.listSessions);
    const sessions = answer.body;
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ address: "loopback", device: "An unknown program" });
    const { rows } = await sql<{ token: string }>`select token from identity.session`.execute(
      site.db,
    );
    for (const { token } of rows) expect(answer.text).not.toContain(token);
  });

  it("can be ended one by one, and nobody else's", async () => {
    const person = await site.join();
    const elsewhere = (await logIn(site, person)).browser;
    const other = await site.join();
    const end = (id?: string) => person.status(identityCalls.endSession, { body: { id } });
    const [victim] = await other.call(identityCalls.listSessions);
    expect(await end(victim?.id)).toBe(404);
    expect(await isSignedIn(other)).toBe(true);

    const sessions = await person.call(identityCalls.listSessions);
    expect(await end(sessions.find(({ current }) => !current)?.id)).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(person)).toBe(true);
  });

  it("can be ended all but this one, however many there are", async () => {
    const person = await site.join();
    const elsewhere = (await logIn(site, person)).browser;
    await sql`insert into identity.session ("expiresAt", token, "updatedAt", "userId")
      select now() + interval '1 day', 'token ' || ${person.id} || n, now(), u.id
      from generate_series(1, 250) as n, identity."user" as u where u.email = ${person.email}
    `.execute(site.db);
    await person.call(identityCalls.endOtherSessions, { body: {} });
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await person.call(identityCalls.listSessions)).toMatchObject([{ current: true }]);
  });

  it("are 401 for visitors, 422 for no id; the provider's own calls with tokens are not served", async () => {
    expect(await site.visitor.status(identityCalls.listSessions)).toBe(401);
    expect(await site.visitor.status(identityCalls.endOtherSessions, { body: {} })).toBe(401);
    const person = await site.join();
    expect(await person.status(identityCalls.endSession, { body: { id: "x" } })).toBe(422);
    const list = { method: "GET", path: "/list-sessions" } as const;
    expect(await person.status(list)).toBe(404);
    const revoke = { method: "POST", path: "/revoke-session" } as const;
    expect(await person.status(revoke, { body: { token: "x" } })).toBe(404);
  });
});

describe("social accounts", () => {
  const waysOf = (person: Person) => person.call(identityCalls.listSignInWays);
  const disconnect = (person: Person, accountId: string | undefined) =>
    person.status(identityCalls.disconnectSocial, { body: { accountId } });

  it("can be disconnected while another way in remains, and the last one can't", async () => {
    const person = await site.join();
    await forgetPassword(site, person, ["one", "two"]);
    const [first, second] = await waysOf(person);
    expect(await disconnect(person, first?.id)).toBe(200);
    expect(await disconnect(person, second?.id)).toBe(409);
    expect(await waysOf(person)).toMatchObject([{ id: second?.id }]);
    const events = await person.readAll(routes.listOwnSecurityEvents);
    expect(events[0]).toMatchObject({ kind: "social.disconnected", detail: first?.providerId });
  });

  it("of somebody else can't be", async () => {
    const person = await site.join();
    const other = await site.join();
    await forgetPassword(site, other, ["one", "two"]);
    const [victim] = await waysOf(other);
    expect(await disconnect(person, victim?.id)).toBeGreaterThanOrEqual(400);
    expect(await waysOf(other)).toHaveLength(2);
  });

  it("show no secret of theirs", async () => {
    const person = await site.join();
    const { text } = await person.answer(identityCalls.listSignInWays);
    expect(text).not.toMatch(/password|token/i);
  });
});
