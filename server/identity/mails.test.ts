import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { newestMail, sentMails } from "../testing/test-mails.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("mails", () => {
  it("let somebody choose a new password, which ends every session and token", async () => {
    const someone = await site.join();
    await site.call({
      method: "POST",
      url: "/identity/request-password-reset",
      payload: { email: someone.email },
    });
    const token = newestMail(site, someone.email, /new password/).link.searchParams.get("token");
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
    expect(sentMails(site).map(({ to }) => to)).not.toContain("nobody@example.org");
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
