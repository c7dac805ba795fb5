import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import {
  type Browser,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../../testing/test-app.ts";
import {
  addPasskey,
  logIn,
  renewToken,
  resetPassword,
  tokenStatus,
} from "../../testing/test-identity.ts";
import { issuerSettings, logInAtIssuer, startTestIssuer } from "../../testing/test-issuer.ts";
import { newestMail, sentMails } from "../../testing/test-mails.ts";

const OTHER = "another horse";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("mails", () => {
  it("let somebody choose a new password, which ends every session and token", async () => {
    const someone = await site.join({ proven: true });
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

describe("a mailbox that nobody has proven gets at most five mails of a kind", () => {
  const mailsTo = (email: string) => sentMails(site).filter(({ to }) => to === email);

  it("when its address is registered and deleted again and again", async () => {
    const email = "flooded@example.org";
    for (let time = 0; time < 6; time += 1) {
      const claim = await site.join({ email });
      await claim.call(identityCalls.deleteAccount, { body: { password: PASSWORD } });
    }
    expect(mailsTo(email)).toHaveLength(5);
    const input = { body: { email } };
    expect(await site.visitor.status(identityCalls.sendConfirmationMail, input)).toBe(429);
  });

  it("when somebody logs in to the claim with one new browser after another", async () => {
    const claim = await site.join();
    for (let time = 0; time < 6; time += 1) await logIn(site, claim);
    expect(mailsTo(claim.email).filter(({ subject }) => /device/.test(subject))).toHaveLength(5);
  });

  it("when the claim's password is changed again and again", async () => {
    let claim: Browser & { email: string } = await site.join();
    const { email } = claim;
    for (let time = 0; time < 6; time += 1) {
      const [from, to] = time % 2 === 0 ? [PASSWORD, OTHER] : [OTHER, PASSWORD];
      const body = { currentPassword: from, newPassword: to, revokeOtherSessions: true as const };
      const { browser } = await claim.answer(identityCalls.changePassword, { body });
      claim = { ...browser, email };
    }
    expect(mailsTo(email).filter(({ subject }) => /password/.test(subject))).toHaveLength(5);
  });
});

it("tells whoever has proven their address of every new device", async () => {
  const owner = await site.join({ proven: true });
  for (let time = 0; time < 6; time += 1) await logIn(site, owner);
  const told = sentMails(site).filter(
    ({ to, subject }) => to === owner.email && /device/.test(subject),
  );
  expect(told).toHaveLength(6);
});

describe("a new way into an account", () => {
  const newest = async (who: Browser) =>
    (await who.readAll(routes.listOwnSecurityEvents)).map(({ kind }) => kind);

  it("is told by mail: a passkey", async () => {
    const owner = await site.join({ proven: true });
    expect((await addPasskey(owner)).status).toBe(200);
    const { text } = newestMail(site, owner.email, /passkey was added/);
    expect(text).toContain("log in without your password");
  });

  it("is told by mail and recorded: another site, but not where it is the only one", async () => {
    const issuer = await startTestIssuer();
    const linked = await createTestApp(issuerSettings(issuer));
    const owner = await linked.join({ proven: true });
    issuer.claims = { email: owner.email, email_verified: true };
    for (let time = 0; time < 2; time += 1) {
      const { location } = await logInAtIssuer(linked);
      expect(location).toBe("/socialPopup?done=1");
    }
    const told = (to: string) =>
      sentMails(linked).filter((mail) => mail.to === to && /Another site/.test(mail.subject));
    expect(told(owner.email)).toHaveLength(1);
    expect((await newest(owner)).filter((kind) => kind === "social.connected")).toHaveLength(1);

    const email = "new-by-issuer@corp.test";
    issuer.claims = { email, email_verified: true };
    const { browser } = await logInAtIssuer(linked);
    expect(await newest(await renewToken(linked, browser, { email }))).not.toContain(
      "social.connected",
    );
    expect(told(email)).toEqual([]);
  });
});
