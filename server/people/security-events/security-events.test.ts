import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { sweepExpired } from "../../database/sweep.ts";
import {
  type Browser,
  cookieOf,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../../testing/test-app.ts";
import { aLogIn, enrol, renewToken } from "../../testing/test-identity.ts";
import { sentMails } from "../../testing/test-mails.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp({ TRUSTED_PROXIES: "127.0.0.1" });
  admin = await site.join({ admin: true });
});

function logIn(
  person: Person,
  password = PASSWORD,
  { cookie = "", ...headers }: Record<string, string> = {},
) {
  return site.as({ cookie }).answer(identityCalls.signIn, {
    ...aLogIn(person, password),
    headers: { "user-agent": FIREFOX, "x-forwarded-for": "203.0.113.77", ...headers },
  });
}

const ownEvents = (person: Browser) => person.readAll(routes.listOwnSecurityEvents);

const mailsTo = ({ email }: Person) => sentMails(site).filter(({ to }) => to === email);

const linesAbout = (userId: string) =>
  (site.logged as { security?: { kind: string; userId?: string } }[]).flatMap(({ security }) =>
    security?.userId === userId ? [security] : [],
  );

describe("a log-in", () => {
  it("is written down with a shortened address and the device in words, and logged", async () => {
    const person = await site.join();
    await logIn(person);
    const [newest] = await ownEvents(person);
    expect(newest).toMatchObject({ address: "203.0.113.x", device: "Firefox on Linux" });
    expect(linesAbout(person.id).at(-1)).toMatchObject({
      address: "203.0.113.x",
      device: "Firefox on Linux",
    });
    const { rows } = await sql`select * from security_events`.execute(site.db);
    const everything = JSON.stringify([rows, linesAbout(person.id)]);
    for (const secret of [person.email, PASSWORD, "203.0.113.77"]) {
      expect(everything).not.toContain(secret);
    }
  });

  it("that fails is written down for the account it was aimed at", async () => {
    const person = await site.join();
    await logIn(person, "wrong password");
    expect(await ownEvents(person)).toMatchObject([{ kind: "log-in.failed" }, { kind: "log-in" }]);
  });

  it("with an unknown e-mail is written down once in a while, under nobody's name", async () => {
    const alone = await createTestApp();
    const chief = await alone.join({ admin: true });
    for (const name of ["a", "b", "c"]) {
      const body = { email: `${name}@nowhere.example`, password: "wrong password" };
      await alone.visitor.answer(identityCalls.signIn, { body });
    }
    const query = { kind: "log-in.failed" as const };
    const failures = await chief.readAll(routes.listSecurityEvents, { query });
    expect(failures).toMatchObject([{ person: "", userId: null, address: "loopback" }]);
  });

  it("that is locked out is written down once, however often it is tried", async () => {
    const person = await site.join();
    await Promise.all(Array.from({ length: 10 }, () => logIn(person, "wrong password")));
    for (let attempt = 0; attempt < 3; attempt += 1) await logIn(person, "wrong password");
    const kinds = (await ownEvents(person)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "log-in.failed")).toHaveLength(10);
    expect(kinds.filter((kind) => kind === "log-in.locked")).toHaveLength(1);
  });

  it("works although it can't be written down", async () => {
    const broken = await createTestApp();
    const person = await broken.join();
    await sql`alter table security_events rename to elsewhere`.execute(broken.db);
    const answer = await broken.visitor.answer(identityCalls.signIn, aLogIn(person));
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toContain("survey.session_token=");
    const wrong = aLogIn(person, "wrong password");
    expect(await broken.visitor.status(identityCalls.signIn, wrong)).toBe(401);
    expect(JSON.stringify(broken.logged)).toContain("security event not stored");
  });
});

describe("a new device", () => {
  it("is told by mail, once; the first one ever and a known one are not", async () => {
    const person = await site.join();
    const newDevice = () => mailsTo(person).filter(({ subject }) => subject.includes("new device"));
    expect(newDevice()).toHaveLength(0);

    const first = await logIn(person, PASSWORD, { "user-agent": CHROME });
    expect(newDevice()).toHaveLength(1);
    expect(newDevice()[0]?.text).toContain("Chrome on Windows, from 203.0.113.x");
    expect(newDevice()[0]?.text).toMatch(/http:\/\/localhost:3000\/forgotPassword/);
    expect((await ownEvents(person))[0]).toMatchObject({ kind: "log-in.new-device" });

    // The same browser, from another network.
    const { cookie } = first.browser;
    await logIn(person, PASSWORD, { cookie, "x-forwarded-for": "198.51.100.9" });
    expect(newDevice()).toHaveLength(1);
    expect((await ownEvents(person))[0]).toMatchObject({ kind: "log-in" });

    // Another person's browser, which is known for that person's account only.
    const other = await site.join();
    const stranger = /survey\.browser=[^;]+/.exec(other.cookie)?.[0] ?? "";
    expect(stranger).not.toBe("");
    await logIn(person, PASSWORD, { cookie: stranger });
    expect(newDevice()).toHaveLength(2);
  });
});

describe("what somebody does to their account", () => {
  it("a changed password is written down and told by mail", async () => {
    const person = await site.join();
    const body = { currentPassword: PASSWORD, newPassword: "another horse" };
    const answer = await person.answer(identityCalls.changePassword, { body });
    expect(answer.status).toBe(200);
    // Ending a session also ends the access token, so the test needs a new one.
    const fresh = await renewToken(site, answer.browser, person);
    expect((await ownEvents(fresh))[0]).toMatchObject({ kind: "password.changed" });
    expect(mailsTo(person).at(-1)).toMatchObject({ subject: "Your password was changed" });
  });

  it("a refused change is neither", async () => {
    const person = await site.join();
    const body = { currentPassword: "wrong", newPassword: "another horse" };
    expect(await person.status(identityCalls.changePassword, { body })).toBe(422);
    expect((await ownEvents(person)).map(({ kind }) => kind)).toEqual(["log-in"]);
    expect(mailsTo(person).map(({ subject }) => subject)).not.toContain(
      "Your password was changed",
    );
  });

  it("two-factor sign-in is written down on its way, and told by mail when it is off", async () => {
    const person = await site.join();
    const { browser } = await enrol(person);
    // A log-in without its second factor does not count; a wrong code is a failed log-in.
    const half = (await logIn(person)).browser;
    await half.answer(identityCalls.verifyCode, { body: { code: "000000" } });
    await browser.call(identityCalls.disableTwoFactor, { body: { password: PASSWORD } });
    const { rows } = await sql<{ kind: string }>`select kind from security_events
      where user_id = ${person.id} order by created_at, id`.execute(site.db);
    expect(rows.map(({ kind }) => kind)).toEqual([
      "log-in",
      "two-factor.on",
      "log-in.failed",
      "two-factor.off",
    ]);
    expect(mailsTo(person).at(-1)?.subject).toBe("Two-factor sign-in was switched off");
  });

  it("ended sessions are written down", async () => {
    const person = await site.join();
    await person.call(identityCalls.endOtherSessions, { body: {} });
    const fresh = await renewToken(site, person, person);
    expect((await ownEvents(fresh))[0]).toMatchObject({ kind: "sessions.ended" });
  });
});

describe("exports", () => {
  it("are written down with the file's name, and one's own data as such", async () => {
    const chief = await site.join({ admin: true });
    await chief.call(routes.exportUsers);
    await chief.call(routes.downloadOwnData);
    const [own, users] = await ownEvents(chief);
    expect(own).toMatchObject({ kind: "data.download" });
    expect(users).toMatchObject({ kind: "export", detail: "users" });
  });

  it("that are refused are not", async () => {
    const person = await site.join();
    expect(await person.status(routes.exportUsers)).toBe(403);
    expect((await ownEvents(person)).map(({ kind }) => kind)).toEqual(["log-in"]);
  });
});

it("role changes and deletions get their line in the log, with ids and no names", async () => {
  const person = await site.join();
  const params = { id: person.id };
  await admin.call(routes.changeRole, { params, body: { role: "surveyor" } });
  await admin.call(routes.deleteUser, { params });
  expect(linesAbout(admin.id)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "role.changed", subjectId: person.id }),
      expect.objectContaining({ kind: "person.deleted", subjectId: person.id }),
    ]),
  );
});

describe("GET /securityEvents", () => {
  it("shows admins everybody's, by kind and page by page", async () => {
    const person = await site.join();
    const query = { kind: "log-in" as const, limit: 2 };
    const events = await admin.readAll(routes.listSecurityEvents, { query });
    expect(events.every(({ kind }) => kind === "log-in")).toBe(true);
    expect(events.find(({ userId }) => userId === person.id)).toMatchObject({
      person: "Test Person",
    });
  });

  it("is 401 for visitors, 403 for others, and 422 for an unknown kind", async () => {
    const person = await site.join();
    const { listSecurityEvents, listOwnSecurityEvents } = routes;
    expect(await site.visitor.status(listSecurityEvents)).toBe(401);
    expect(await site.visitor.status(listOwnSecurityEvents)).toBe(401);
    expect(await person.status(listSecurityEvents)).toBe(403);
    expect(await admin.status(listSecurityEvents, { query: { kind: "x" } })).toBe(422);
  });
});

it("events are forgotten after half a year", async () => {
  const person = await site.join();
  const age = (days: number) =>
    sql`update security_events set created_at = now() - make_interval(days => ${days})
      where user_id = ${person.id}`.execute(site.db);
  await age(179);
  await sweepExpired(site.db);
  expect(await ownEvents(person)).toHaveLength(1);
  await age(181);
  await sweepExpired(site.db);
  expect(await ownEvents(person)).toHaveLength(0);
});
