import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { words } from "../../process/words.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../../testing/test-app.ts";
import { newestMail, sentMails, tokenIn } from "../../testing/test-mails.ts";

const OTHER = "another horse";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const spanishPage = { "accept-language": "es" };
const { es, en, fr } = words;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

const newestTo = ({ email }: { email: string }) =>
  sentMails(site).findLast(({ to }) => to === email);

async function joinIn(language: "es" | "fr", proven = true): Promise<Person> {
  const person = await site.join({ proven });
  await person.call(routes.setLanguage, { body: { language } });
  return person;
}

describe("what has happened to an account is told in its language", () => {
  it("a new device, whose name is in it too, and a link to a page in it", async () => {
    const person = await joinIn("es");
    const headers = { "user-agent": FIREFOX, "accept-language": "zh" };
    const body = { email: person.email, password: PASSWORD };
    await site.visitor.answer(identityCalls.signIn, { headers, body });
    const mail = newestMail(site, person.email, new RegExp(es.mails.newDevice.subject));
    expect(mail.language).toBe("es");
    expect(mail.text).toContain("Firefox en Linux");
    expect(mail.link.pathname).toBe("/es/forgotPassword");
  });

  it("a changed password", async () => {
    const person = await joinIn("es");
    const body = { currentPassword: PASSWORD, newPassword: OTHER };
    await person.call(identityCalls.changePassword, { body });
    const { subject } = es.mails.passwordChanged;
    expect(newestTo(person)).toMatchObject({ language: "es", subject });
  });

  it("a password that was reset", async () => {
    const person = await joinIn("es");
    await site.visitor.call(identityCalls.requestPasswordReset, { body: { email: person.email } });
    const { link } = newestMail(site, person.email, new RegExp(es.mails.passwordReset.subject));
    expect(link.pathname).toBe("/es/resetPassword");
    const body = { token: tokenIn(link), newPassword: OTHER };
    await site.visitor.call(identityCalls.resetPassword, { body });
    expect(newestTo(person)).toMatchObject({ subject: es.mails.passwordChanged.subject });
  });

  it("never in that of a stranger's browser, if none was chosen", async () => {
    const person = await site.join({ proven: true });
    const body = { email: person.email, password: PASSWORD };
    await site.visitor.answer(identityCalls.signIn, { headers: { "accept-language": "zh" }, body });
    const { subject } = en.mails.newDevice;
    expect(newestTo(person)).toMatchObject({ language: "en", subject });
  });
});

describe("a mail that answers a call is in the language of the page", () => {
  it("when somebody registers", async () => {
    const email = "nueva@example.org";
    const body = { email, password: PASSWORD, name: "Nueva", image: "" };
    await site.visitor.call(identityCalls.signUp, { headers: spanishPage, body });
    const mail = newestMail(site, email, new RegExp(es.mails.confirmation.subject));
    expect([mail.language, mail.link.pathname]).toEqual(["es", "/es/verifyEmail"]);
  });

  it("written after the answer, whose time does not tell whether there is an account", async () => {
    const { email } = await site.join({ proven: true });
    const headers = { host: "localhost:3000", origin: "http://localhost:3000", ...spanishPage };
    const { method, path } = identityCalls.requestPasswordReset;
    const url = IDENTITY_PATH + path;
    await site.db.transaction().execute(async (trx) => {
      await sql`lock table users in access exclusive mode`.execute(trx);
      // Not by the visitor's browser, which waits for mails.
      const answer = await site.app.inject({ method, url, headers, payload: { email } });
      expect(answer.statusCode).toBe(200);
      expect(newestTo({ email })?.subject).not.toBe(es.mails.passwordReset.subject);
    });
    await vi.waitFor(() =>
      expect(newestTo({ email })).toMatchObject({ subject: es.mails.passwordReset.subject }),
    );
  });

  it("when somebody has forgotten their password", async () => {
    for (const [proven, { subject }] of [
      [true, es.mails.passwordReset],
      [false, es.mails.passwordNotReset],
    ] as const) {
      const { email } = await site.join({ proven });
      const input = { headers: spanishPage, body: { email } };
      await site.visitor.call(identityCalls.requestPasswordReset, input);
      expect(newestTo({ email })).toMatchObject({ subject });
    }
  });

  it("unless the owner has chosen another one", async () => {
    const { email } = await joinIn("fr");
    const input = { headers: spanishPage, body: { email } };
    await site.visitor.call(identityCalls.requestPasswordReset, input);
    expect(newestTo({ email })).toMatchObject({ subject: fr.mails.passwordReset.subject });
  });

  it("also if somebody else has chosen one for an address that they never proved", async () => {
    const { email } = await joinIn("fr", false);
    const input = { headers: spanishPage, body: { email } };
    await site.visitor.call(identityCalls.sendConfirmationMail, input);
    expect(newestTo({ email })).toMatchObject({ subject: es.mails.confirmation.subject });
  });

  it("and in English if the caller asks for none", async () => {
    const { email } = await site.join();
    expect(newestTo({ email })).toMatchObject({
      language: "en",
      subject: en.mails.confirmation.subject,
    });
  });
});
