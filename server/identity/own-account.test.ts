import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { OwnSession } from "../../contract/identity-calls.ts";
import {
  cookieOf,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../testing/test-app.ts";
import { newestMail } from "../testing/test-mails.ts";
import { addTestSurvey, castVote, readCounts } from "../testing/test-surveys.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

function tell(cookie: string, path: string, payload: object) {
  return site.call({ method: "POST", url: `/identity${path}`, headers: { cookie }, payload });
}

async function logIn({ email }: Person, password = PASSWORD) {
  const payload = { email, password };
  return site.call({ method: "POST", url: "/identity/sign-in/email", payload });
}

async function isSignedIn(cookie: string): Promise<boolean> {
  const answer = await site.call({ url: "/identity/get-session", headers: { cookie } });
  return answer.json() !== null;
}

async function sessionsOf(cookie: string): Promise<OwnSession[]> {
  return (await site.call({ url: "/identity/own-sessions", headers: { cookie } })).json();
}

/** As if the account had been made by a social log-in. */
async function forgetPassword({ email }: Person, providers = ["somewhere"]) {
  await sql`delete from identity.account where "userId" =
    (select id from identity."user" where email = ${email})`.execute(site.db);
  for (const provider of providers) {
    await sql`insert into identity.account ("accountId", "providerId", "userId", "updatedAt")
      select ${`${provider} ${email}`}, ${provider}, id, now()
      from identity."user" where email = ${email}`.execute(site.db);
  }
}

async function ageSessions({ email }: Person, minutes: number) {
  await sql`update identity.session set "signedInAt" = now() - make_interval(mins => ${minutes})
    where "userId" = (select id from identity."user" where email = ${email})`.execute(site.db);
}

describe("POST /identity/change-password", () => {
  const change = (cookie: string, currentPassword: string, newPassword: string, more = {}) =>
    tell(cookie, "/change-password", { currentPassword, newPassword, ...more });

  it("asks for the old one, ends every other session, and keeps this browser signed in", async () => {
    const person = await site.join();
    const elsewhere = cookieOf(await logIn(person));
    const answer = await change(person.cookie, PASSWORD, "another horse");
    expect(answer.statusCode).toBe(200);
    expect(await isSignedIn(cookieOf(answer))).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await logIn(person)).statusCode).toBe(401);
    expect((await logIn(person, "another horse")).statusCode).toBe(200);
  });

  it("is 422 at the field for a wrong old one, and nothing changes", async () => {
    const person = await site.join();
    const answer = await change(person.cookie, "wrong", "another horse");
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toMatchObject([{ field: "currentPassword" }]);
    expect((await logIn(person)).statusCode).toBe(200);
  });

  it("can't be told to leave the others be", async () => {
    const person = await site.join();
    const more = { revokeOtherSessions: false };
    expect((await change(person.cookie, PASSWORD, "another horse", more)).statusCode).toBe(422);
  });

  it("is 401 for visitors, 422 for a short one, and 409 for an account without a password", async () => {
    expect((await change("", PASSWORD, "another horse")).statusCode).toBe(401);
    const person = await site.join();
    expect((await change(person.cookie, PASSWORD, "12345")).statusCode).toBe(422);
    await forgetPassword(person);
    expect((await change(person.cookie, PASSWORD, "another horse")).statusCode).toBe(409);
  });
});

it("a social account gets its first password by the reset mail, and is told so", async () => {
  const person = await site.join();
  await forgetPassword(person);
  await tell("", "/request-password-reset", { email: person.email });
  const token = newestMail(site, person.email, /new password/).link.searchParams.get("token");
  const reset = await tell("", "/reset-password", { token, newPassword: "a first horse" });
  expect(reset.statusCode).toBe(200);
  expect((await logIn(person, "a first horse")).statusCode).toBe(200);
  const { rows } = await sql`select 1 from security_events
    where user_id = ${person.id} and kind = 'password.reset'`.execute(site.db);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(site.logged)).toContain("Your password was changed");
});

describe("a person's sessions", () => {
  it("are listed by id, with device and place, and without their tokens", async () => {
    const person = await site.join();
    await logIn(person);
    const answer = await site.call({
      url: "/identity/own-sessions",
      headers: { cookie: person.cookie },
    });
    const sessions = answer.json<OwnSession[]>();
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ address: "loopback", device: "An unknown program" });
    const { rows } = await sql<{ token: string }>`select token from identity.session`.execute(
      site.db,
    );
    for (const { token } of rows) expect(answer.body).not.toContain(token);
  });

  it("can be ended one by one, and nobody else's", async () => {
    const person = await site.join();
    const elsewhere = cookieOf(await logIn(person));
    const other = await site.join();
    const [victim] = await sessionsOf(other.cookie);
    const foreign = await tell(person.cookie, "/end-session", { id: victim?.id });
    expect(foreign.statusCode).toBe(404);
    expect(await isSignedIn(other.cookie)).toBe(true);

    const session = (await sessionsOf(person.cookie)).find(({ current }) => !current);
    const ended = await tell(person.cookie, "/end-session", { id: session?.id });
    expect(ended.statusCode).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(person.cookie)).toBe(true);
  });

  it("can be ended all but this one, however many there are", async () => {
    const person = await site.join();
    const elsewhere = cookieOf(await logIn(person));
    await sql`insert into identity.session ("expiresAt", token, "updatedAt", "userId")
      select now() + interval '1 day', 'token ' || ${person.id} || n, now(), u.id
      from generate_series(1, 250) as n, identity."user" as u where u.email = ${person.email}
    `.execute(site.db);
    expect((await tell(person.cookie, "/end-other-sessions", {})).statusCode).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await sessionsOf(person.cookie)).toMatchObject([{ current: true }]);
  });

  it("are 401 for visitors, 422 for no id; the provider's own calls with tokens are not served", async () => {
    expect((await site.call({ url: "/identity/own-sessions" })).statusCode).toBe(401);
    expect((await tell("", "/end-other-sessions", {})).statusCode).toBe(401);
    const { cookie } = await site.join();
    expect((await tell(cookie, "/end-session", { id: "x" })).statusCode).toBe(422);
    const list = await site.call({ url: "/identity/list-sessions", headers: { cookie } });
    expect(list.statusCode).toBe(404);
    expect((await tell(cookie, "/revoke-session", { token: "x" })).statusCode).toBe(404);
  });
});

describe("social accounts", () => {
  const waysOf = async (cookie: string) => {
    const answer = await site.call({ url: "/identity/list-accounts", headers: { cookie } });
    return answer.json<{ id: string; providerId: string }[]>();
  };
  const disconnect = (cookie: string, accountId: string | undefined) =>
    tell(cookie, "/unlink-account", { accountId });

  it("can be disconnected while another way in remains, and the last one can't", async () => {
    const person = await site.join();
    await forgetPassword(person, ["one", "two"]);
    const [first, second] = await waysOf(person.cookie);
    expect((await disconnect(person.cookie, first?.id)).statusCode).toBe(200);
    const last = await disconnect(person.cookie, second?.id);
    expect(last.statusCode).toBe(409);
    expect(await waysOf(person.cookie)).toMatchObject([{ id: second?.id }]);
    const events = await site.readAll<{ kind: string; detail: string }>(
      "/securityEvents/own",
      person,
    );
    expect(events[0]).toMatchObject({ kind: "social.disconnected", detail: first?.providerId });
  });

  it("of somebody else can't be", async () => {
    const person = await site.join();
    const other = await site.join();
    await forgetPassword(other, ["one", "two"]);
    const [victim] = await waysOf(other.cookie);
    expect((await disconnect(person.cookie, victim?.id)).statusCode).toBeGreaterThanOrEqual(400);
    expect(await waysOf(other.cookie)).toHaveLength(2);
  });

  it("show no secret of theirs", async () => {
    const person = await site.join();
    const answer = await site.call({
      url: "/identity/list-accounts",
      headers: { cookie: person.cookie },
    });
    expect(answer.body).not.toMatch(/password|token/i);
  });
});

describe("POST /identity/delete-account", () => {
  const remove = ({ cookie }: { cookie: string }, body: object = {}) =>
    tell(cookie, "/delete-account", body);

  it("asks for the password, ends everything at once, and keeps what was voted", async () => {
    const person = await site.join();
    const surveyId = await addTestSurvey(site.db);
    await castVote(site, person, surveyId);

    for (const body of [{}, { password: "wrong password" }]) {
      const refused = await remove(person, body);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().errors).toMatchObject([{ field: "currentPassword" }]);
    }
    expect(await isSignedIn(person.cookie)).toBe(true);

    const answer = await remove(person, { password: PASSWORD });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies.find(({ name }) => name === "survey.session_token")?.value).toBe("");
    expect(await isSignedIn(person.cookie)).toBe(false);
    const flag = { url: `/users/normal/${person.email}`, headers: person.headers };
    expect((await site.call(flag)).statusCode).toBe(401);
    expect((await logIn(person)).statusCode).toBe(401);
    expect((await readCounts(site.db, surveyId)).tally).toMatchObject({ yes: 1 });

    const admin = await site.join({ admin: true });
    const audit = await site.readAll<{ action: string; subjectId: string; actor: string }>(
      "/auditLog?action=user.delete",
      admin,
    );
    expect(audit.find(({ subjectId }) => subjectId === person.id)).toMatchObject({
      actor: "Deleted user",
    });
    const { rows } = await sql`select 1 from audit_log
      where action = 'user.delete' and actor_id = subject_id and actor_id = ${person.id}`.execute(
      site.db,
    );
    expect(rows).toHaveLength(1);
  });

  it("asks those without a password for a fresh sign-in", async () => {
    const person = await site.join();
    await forgetPassword(person);
    await ageSessions(person, 11);
    expect((await remove(person)).statusCode).toBe(403);
    expect((await remove(person, { password: PASSWORD })).statusCode).toBe(403);
    await ageSessions(person, 9);
    expect((await remove(person)).statusCode).toBe(200);
    expect(await isSignedIn(person.cookie)).toBe(false);
  });

  it("is 409 for the last admin, who stays", async () => {
    const alone = await createTestApp();
    const only = await alone.join({ admin: true });
    const leave = ({ cookie }: Person) =>
      alone.call({
        method: "POST",
        url: "/identity/delete-account",
        headers: { cookie },
        payload: { password: PASSWORD },
      });
    const refused = await leave(only);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().detail).toContain("last admin");
    const second = await alone.join({ admin: true });
    expect((await leave(only)).statusCode).toBe(200);
    expect((await leave(second)).statusCode).toBe(409);
  });

  it("is 401 for visitors, and 403 from another site's page", async () => {
    expect((await remove({ cookie: "" }, { password: PASSWORD })).statusCode).toBe(401);
    const person = await site.join();
    const answer = await site.call({
      method: "POST",
      url: "/identity/delete-account",
      headers: { cookie: person.cookie, origin: "https://evil.example" },
      payload: { password: PASSWORD },
    });
    expect(answer.statusCode).toBe(403);
    expect(await isSignedIn(person.cookie)).toBe(true);
  });

  it("leaves one admin when two delete themselves at the same time", async () => {
    const duel = await createTestApp();
    for (let round = 0; round < 3; round += 1) {
      const people = [await duel.join({ admin: true }), await duel.join({ admin: true })];
      const ids = people.map(({ id }) => id);
      await duel.db.updateTable("users").set({ admin: false }).where("id", "not in", ids).execute();
      const answers = await Promise.all(
        people.map(({ cookie }) =>
          duel.call({
            method: "POST",
            url: "/identity/delete-account",
            headers: { cookie },
            payload: { password: PASSWORD },
          }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    }
  });
});
