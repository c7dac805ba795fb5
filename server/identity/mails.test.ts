import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../contract/identity-calls.ts";
import { routes } from "../../contract/routes.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { logIn, resetPassword, tokenStatus } from "../testing/test-identity.ts";
import { sentMails } from "../testing/test-mails.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("mails", () => {
  it("let somebody choose a new password, which ends every session and token", async () => {
    const someone = await site.join();
    const reset = await resetPassword(site, someone, "another horse");
    expect(reset.status).toBe(200);
    expect(await tokenStatus(someone, someone)).toBe(401);
    const flag = { params: { email: someone.email } };
    expect(await someone.status(routes.readNormalFlag, flag)).toBe(401);
    expect((await logIn(site, someone, "another horse")).status).toBe(200);
  });

  it("answer a reset for an unknown address as for a known one, and send nothing", async () => {
    const ask = (email: string) =>
      site.visitor.answer(identityCalls.requestPasswordReset, { body: { email } });
    const [known, unknown] = [await ask(person.email), await ask("nobody@example.org")];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(sentMails(site).map(({ to }) => to)).not.toContain("nobody@example.org");
  });

  it("are limited per address they go to", async () => {
    const someone = await site.join();
    const input = { body: { email: someone.email } };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push(await site.visitor.status(identityCalls.requestPasswordReset, input));
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
