import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("mails", () => {
  const mailTo = (email: string, subject: RegExp) => {
    const lines = site.logged as { mail?: { to: string; subject: string; text: string } }[];
    const mail = lines
      .map((line) => line.mail)
      .findLast((m) => m?.to === email && subject.test(m.subject));
    const link = mail?.text.match(/https?:\S+/)?.[0];
    if (!link) throw new Error(`no mail to ${email}`);
    return new URL(link);
  };

  it("verify an address by the link in them", async () => {
    const someone = await site.join();
    const link = mailTo(someone.email, /Confirm/);
    const verified = await site.call({ url: link.pathname + link.search });
    expect(verified.statusCode).toBe(302);
    const session = await site.call({
      url: "/identity/get-session",
      headers: { cookie: someone.cookie },
    });
    expect(session.json().user.emailVerified).toBe(true);
  });

  it("let somebody choose a new password, which ends every session and token", async () => {
    const someone = await site.join();
    await site.call({
      method: "POST",
      url: "/identity/request-password-reset",
      payload: { email: someone.email, redirectTo: "/resetPassword" },
    });
    const link = mailTo(someone.email, /new password/);
    const landing = await site.call({ url: link.pathname + link.search });
    const token = new URL(String(landing.headers.location), link).searchParams.get("token");
    const reset = await site.call({
      method: "POST",
      url: "/identity/reset-password",
      payload: { newPassword: "another horse", token },
    });
    expect(reset.statusCode).toBe(200);
    const session = await site.call({
      method: "POST",
      url: "/jwt",
      headers: { cookie: someone.cookie },
      payload: { email: someone.email },
    });
    expect(session.statusCode).toBe(401);
    const flag = { url: `/users/normal/${someone.email}`, headers: someone.headers };
    expect((await site.call(flag)).statusCode).toBe(401);
    const again = { email: someone.email, password: "another horse" };
    const signedIn = await site.call({
      method: "POST",
      url: "/identity/sign-in/email",
      payload: again,
    });
    expect(signedIn.statusCode).toBe(200);
  });

  it("answer a reset for an unknown address as for a known one, and send nothing", async () => {
    const ask = (email: string) =>
      site.call({ method: "POST", url: "/identity/request-password-reset", payload: { email } });
    const [known, unknown] = [await ask(person.email), await ask("nobody@example.org")];
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    expect(() => mailTo("nobody@example.org", /./)).toThrow();
  });

  it("are limited per address they go to", async () => {
    const someone = await site.join();
    const ask = () =>
      site.call({
        method: "POST",
        url: "/identity/request-password-reset",
        payload: { email: someone.email },
      });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
