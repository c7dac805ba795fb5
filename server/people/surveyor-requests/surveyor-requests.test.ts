import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { words } from "../../process/words.ts";
import { theFee } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { renewToken } from "../../testing/test-identity.ts";
import { sentMails } from "../../testing/test-mails.ts";
import { setAdmin } from "../users/standing-queries.ts";

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  await site.app.listen({ port: 0 });
  admin = await site.join({ admin: true });
});

const reason = "I want to ask my town about its library.";

async function ask(person: Person): Promise<string> {
  return (await person.call(routes.askToBeSurveyor, { body: { reason } })).insertedId;
}

const decision = (id: string, accepted: boolean, answer = "") => ({
  params: { id },
  body: { accepted, answer },
});

const readOwn = async (person: Person) => (await person.call(routes.readOwnRequest)).request;
const isSurveyor = async (person: Person) =>
  (await person.status(routes.listOwnSurveys, {})) === 200;
const queue = async () => (await admin.readAll(routes.listRequests)).map(({ id }) => id);
const noticesOf = async (person: Person) => (await person.call(routes.listNotices)).account;
const mailsTo = ({ email }: Person) => sentMails(site).filter(({ to }) => to === email);

describe("a request to become a surveyor", () => {
  it("waits in the queue, the first to ask first, with who asks and why", async () => {
    const [first, second] = [await site.join(), await site.join()];
    const ids = [await ask(first), await ask(second)];
    expect(await readOwn(first)).toEqual({ id: ids[0], reason, timestamp: expect.any(String) });
    const requests = await admin.readAll(routes.listRequests, { query: { limit: 1 } });
    expect(requests.filter(({ id }) => ids.includes(id))).toMatchObject([
      { id: ids[0], reason, userId: first.id, username: "Test Person", email: first.email },
      { id: ids[1], reason, userId: second.id },
    ]);
  });

  it("is accepted: the role, the audit entry, the notice and the mail", async () => {
    const person = await site.join();
    const id = await ask(person);
    const accepting = { ...decision(id, true, "Welcome!"), key: randomUUID() };
    expect(await admin.call(routes.decideOnRequest, accepting)).toEqual({ matchedCount: 1 });
    // Repeated, it changes nothing and sends no second mail.
    expect(await admin.call(routes.decideOnRequest, accepting)).toEqual({ matchedCount: 1 });
    expect(await isSurveyor(person)).toBe(true);
    expect(await queue()).not.toContain(id);
    expect(await noticesOf(person)).toMatchObject([
      { kind: "surveyor", message: "Welcome!", read: false },
    ]);
    const mails = () => mailsTo(person).filter(({ subject }) => /surveyor/.test(subject));
    await vi.waitFor(() => expect(mails()).not.toEqual([]));
    const [mail, ...others] = mails();
    expect(mail).toMatchObject({ subject: "You are a surveyor now" });
    expect(mail?.text).toContain("Welcome!");
    expect(others).toEqual([]);
    expect(await admin.call(routes.listAudit, { query: { limit: 1 } })).toMatchObject([
      {
        action: "user.role",
        subjectId: person.id,
        before: { role: "user" },
        after: { role: "surveyor", answer: "Welcome!" },
      },
    ]);
  });

  it("is answered by mail in the person's language", async () => {
    const person = await site.join();
    await person.call(routes.setLanguage, { body: { language: "ar" } });
    await admin.call(routes.decideOnRequest, decision(await ask(person), true));
    const { subject, text } = words.ar.mails.accepted;
    await vi.waitFor(() =>
      expect(mailsTo(person)).toContainEqual(expect.objectContaining({ language: "ar", subject })),
    );
    const url =
      mailsTo(person)
        .at(-1)
        ?.text.match(/https?:\S+/)?.[0] ?? "";
    expect(new URL(url).pathname).toBe(`/ar${pages.createSurvey}`);
    expect(mailsTo(person).at(-1)?.text).toBe(text({ url }));
  });

  it("is declined: told with the admin's words, and the person can ask again", async () => {
    const person = await site.join();
    await admin.call(routes.decideOnRequest, decision(await ask(person), false, "Say more."));
    expect(await isSurveyor(person)).toBe(false);
    expect(await noticesOf(person)).toMatchObject([{ kind: "declined", message: "Say more." }]);
    await vi.waitFor(() =>
      expect(mailsTo(person).at(-1)).toMatchObject({
        subject: "Your request to become a surveyor was declined",
        text: expect.stringContaining("Say more."),
      }),
    );
    expect(await admin.call(routes.listAudit, { query: { limit: 1 } })).toMatchObject([
      {
        action: "user.role",
        before: { role: "user" },
        after: { role: "user", request: "declined", answer: "Say more." },
      },
    ]);
    expect(await readOwn(person)).toBeNull();
    const again = await ask(person);
    expect(await queue()).toContain(again);
  });

  it("is one at a time, and the same call is one request", async () => {
    const person = await site.join();
    const input = { body: { reason }, key: randomUUID() };
    const answers = await Promise.all([1, 2].map(() => person.call(routes.askToBeSurveyor, input)));
    expect(answers[1]).toEqual(answers[0]);
    const another = await person.refused(routes.askToBeSurveyor, { body: { reason: "Please!" } });
    expect(another).toMatchObject({ status: 409, detail: expect.stringContaining("already") });
    expect((await readOwn(person))?.reason).toBe(reason);
  });

  it("is withdrawn by the person, and then nobody can decide on it", async () => {
    const person = await site.join();
    const id = await ask(person);
    expect(await person.call(routes.withdrawRequest)).toEqual({ deletedCount: 1 });
    expect(await person.call(routes.withdrawRequest)).toEqual({ deletedCount: 0 });
    expect(await admin.status(routes.decideOnRequest, decision(id, true))).toBe(404);
    expect(await isSurveyor(person)).toBe(false);
  });

  it("is decided once, by whoever is first", async () => {
    const person = await site.join();
    const id = await ask(person);
    const other = await site.join({ admin: true });
    const statuses = await Promise.all([
      admin.status(routes.decideOnRequest, decision(id, true)),
      other.status(routes.decideOnRequest, decision(id, false)),
    ]);
    expect(statuses.sort()).toEqual([200, 404]);
    expect(await noticesOf(person)).toHaveLength(1);
  });

  it("needs no answer once the person is a surveyor, has paid or is an admin", async () => {
    const [promoted, paid, granted] = [await site.join(), await site.join(), await site.join()];
    const ids = [await ask(promoted), await ask(paid), await ask(granted)];
    await admin.call(routes.changeRole, {
      params: { id: promoted.id },
      body: { role: "surveyor" },
    });
    await site.db
      .updateTable("users")
      .set({ role: "pro-user" })
      .where("id", "=", paid.id)
      .execute();
    await setAdmin(site.db, granted.email, true);
    const waiting = await queue();
    expect(ids.filter((id) => waiting.includes(id))).toEqual([]);
    const [first = "", second = ""] = ids;
    expect(await admin.status(routes.decideOnRequest, decision(first, false))).toBe(404);
    expect(await admin.status(routes.decideOnRequest, decision(second, true))).toBe(409);
    // A demotion does not bring the old request back.
    await admin.call(routes.changeRole, { params: { id: promoted.id }, body: { role: "user" } });
    expect(await readOwn(promoted)).toBeNull();
  });

  it("goes with the account, also if the person asks while they are deleted", async () => {
    const person = await site.join();
    const id = await ask(person);
    await admin.call(routes.deleteUser, { params: { id: person.id } });
    expect(await admin.status(routes.decideOnRequest, decision(id, true))).toBe(404);

    const hasty = await site.join();
    await Promise.all([
      hasty.status(routes.askToBeSurveyor, { body: { reason } }),
      admin.call(routes.deleteUser, { params: { id: hasty.id } }),
    ]);
    const left = await site.db
      .selectFrom("surveyor_requests")
      .select("id")
      .where("user_id", "in", [person.id, hasty.id])
      .execute();
    expect(left).toEqual([]);
  });

  it("is in the person's own data", async () => {
    const person = await site.join();
    const id = await ask(person);
    const { text } = await person.answer(routes.downloadOwnData);
    expect(text).toContain(id);
    expect(text).toContain(reason);
  });

  it("is bounded in length and number", async () => {
    const strict = await createTestApp({ LIMIT_FACTOR: "1" }, site.db);
    const person = await strict.join();
    for (const text of ["", "  ", "x".repeat(1001)]) {
      const answer = await person.refused(routes.askToBeSurveyor, { body: { reason: text } });
      expect(answer.status).toBe(422);
    }
    const again = await person.refused(routes.askToBeSurveyor, { body: { reason } });
    expect(again.status).toBe(429);
    const other = await site.join();
    const long = decision(await ask(other), false, "x".repeat(501));
    expect(await admin.status(routes.decideOnRequest, long)).toBe(422);
  });

  it("is for normal users: pro users keep what they have paid for", async () => {
    for (const standing of [{ role: "pro-user" }, { role: "surveyor" }, { admin: true }] as const) {
      const person = await site.join(standing);
      expect(await person.status(routes.askToBeSurveyor, { body: { reason } })).toBe(403);
    }
    expect(await site.visitor.status(routes.askToBeSurveyor, { body: { reason } })).toBe(401);
    const asker = await site.join();
    await ask(asker);
    expect(await asker.status(routes.createPaymentIntent, theFee)).toBe(200);
  });
});

describe("a change of role", () => {
  it("is told in the bell: what one can do now, and what one has lost", async () => {
    const person = await site.join();
    const change = (role: "user" | "surveyor") =>
      admin.call(routes.changeRole, { params: { id: person.id }, body: { role } });
    await change("surveyor");
    // It was so already, so there is nothing to tell.
    await change("surveyor");
    await change("user");
    await setAdmin(site.db, person.email, true);
    await setAdmin(site.db, person.email, false);
    // The token ends with the rights.
    const { call } = await renewToken(site, person, person);
    const told = await call(routes.listNotices);
    expect(told.unread).toBe(4);
    expect(told.notices).toEqual([]);
    expect(told.account.map(({ kind }) => kind)).toEqual([
      "not-admin",
      "admin",
      "not-surveyor",
      "surveyor",
    ]);
    const until = told.account[0]?.timestamp ?? "";
    await call(routes.readNotices, { body: { until } });
    expect(await call(routes.listNotices)).toMatchObject({
      unread: 0,
      account: [{ read: true }, {}, {}, {}],
    });
  });
});
