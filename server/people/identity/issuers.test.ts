import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { type Browser, createTestApp, PASSWORD, type TestApp } from "../../testing/test-app.ts";
import { mailToken } from "../../testing/test-identity.ts";
import { issuerSettings, logInAtIssuer, startTestIssuer } from "../../testing/test-issuer.ts";
import { sentMails } from "../../testing/test-mails.ts";

let site: TestApp;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  site = await createTestApp(issuerSettings(issuer));
});

function logIn(claims: Record<string, unknown>, at = site) {
  issuer.claims = claims;
  return logInAtIssuer(at);
}

const whoIs = async (browser: Browser) => (await browser.call(identityCalls.readSession))?.user;

describe("a social log-in with an address that somebody registered before", () => {
  it("opens nothing and ends nothing, and says why", async () => {
    const first = await site.join();
    const { browser, location } = await logIn({ email: first.email, email_verified: true });
    expect(location).toBe("/socialPopup?failed=1&error=account_not_linked");
    expect(await whoIs(browser)).toBeUndefined();
    expect(await whoIs(first)).toMatchObject({ emailVerified: false });
  });

  it("opens the account once its owner has confirmed the address", async () => {
    const person = await site.join();
    const token = mailToken(site, person, /Confirm/);
    await person.call(identityCalls.confirmEmail, { body: { token } });
    const claims = { sub: person.email, email: person.email, email_verified: true };
    const { browser, location } = await logIn(claims);
    expect(location).toBe("/socialPopup?done=1");
    expect(await whoIs(browser)).toMatchObject({ email: person.email, emailVerified: true });
    expect(await whoIs(person)).toMatchObject({ email: person.email });
  });

  it.each(["false", "true", 1, null, undefined])(
    "opens nothing when the issuer calls it verified: %j",
    async (email_verified) => {
      const person = await site.join();
      const { browser, location } = await logIn({ email: person.email, email_verified });
      expect(location).toContain("failed=1");
      expect(await whoIs(browser)).toBeUndefined();
      expect(await whoIs(person)).toMatchObject({ emailVerified: false });
    },
  );
});

describe("a name from an issuer", () => {
  it.each([
    ["\u202enimda\u200b\u{e0041}", "nimda"],
    ["Ann\nAdmin", "Ann Admin"],
    ["علی می\u200cخواهم", "علی می\u200cخواهم"],
  ])("is cleaned, and keeps nobody out: %j", async (name, shown) => {
    const email = `${randomUUID()}@corp.test`;
    const { browser } = await logIn({ sub: email, email, email_verified: true, name });
    expect(await whoIs(browser)).toMatchObject({ email, name: shown });
    expect(await browser.status(routes.issueToken, { body: { email } })).toBe(200);
  });
});

it("an issuer that does not vouch for an address makes an unverified account of whoever came first", async () => {
  const email = "first@corp.test";
  const first = await logIn({ sub: "first", email, email_verified: "false" });
  expect(await whoIs(first.browser)).toMatchObject({ email, emailVerified: false });
  const later = await logIn({ sub: "later", email, email_verified: true });
  expect(later.location).toContain("account_not_linked");
  expect(await whoIs(first.browser)).toMatchObject({ email });
});

describe("where addresses have to be confirmed, an issuer that does not vouch for one", () => {
  let strict: TestApp;
  const email = "careful@corp.test";
  const claims = { sub: "careful", email, email_verified: false };

  beforeAll(async () => {
    strict = await createTestApp({ ...issuerSettings(issuer), EMAIL_VERIFICATION: "required" });
  });

  const confirmations = (to: string) =>
    sentMails(strict).filter((mail) => mail.to === to && /Confirm/.test(mail.subject));

  it("opens no session: the person confirms the address by mail first", async () => {
    for (const mails of [1, 2]) {
      const { browser, location } = await logIn(claims, strict);
      expect(location).toBe("/socialPopup?failed=1&error=EMAIL_NOT_VERIFIED");
      expect(await whoIs(browser)).toBeUndefined();
      expect(await browser.status(routes.issueToken, { body: { email } })).toBe(401);
      expect(confirmations(email)).toHaveLength(mails);
    }
    const body = { token: mailToken(strict, { email }, /Confirm/), password: PASSWORD };
    const confirmed = await strict.visitor.answer(identityCalls.confirmEmail, { body });
    expect(await whoIs(confirmed.browser)).toMatchObject({ email, emailVerified: true });
  });

  it("opens it at once when it vouches for the address later", async () => {
    const late = { sub: "late", email: "late@corp.test" };
    await logIn({ ...late, email_verified: false }, strict);
    const { browser, location } = await logIn({ ...late, email_verified: true }, strict);
    expect(location).toBe("/socialPopup?done=1");
    expect(await whoIs(browser)).toMatchObject({ email: late.email, emailVerified: true });
  });

  it("opens it at once for a claimed address that an issuer vouches for", async () => {
    const claimed = "claimed@corp.test";
    const body = { email: claimed, password: PASSWORD, name: "Somebody" };
    await strict.visitor.call(identityCalls.signUp, { body });
    const { location } = await logIn({ email: claimed, email_verified: true }, strict);
    expect(location).toBe("/socialPopup?done=1");
    // The password and the social account of whoever registered it open nothing any more.
    const logIns = { body: { email: claimed, password: PASSWORD } };
    expect(await strict.visitor.status(identityCalls.signIn, logIns)).toBe(401);
    const squatter = await logIn(
      { sub: "squatter", email: claimed, email_verified: "false" },
      strict,
    );
    expect(squatter.location).toContain("failed=1");
  });

  it("ends a claim's own social account when another one proves the address", async () => {
    const both = "both@corp.test";
    await logIn({ sub: "squatter of both", email: both, email_verified: false }, strict);
    await logIn({ sub: "owner of both", email: both, email_verified: true }, strict);
    const again = await logIn(
      { sub: "squatter of both", email: both, email_verified: false },
      strict,
    );
    expect(again.location).toContain("failed=1");
  });
});

it("takes over a name and a photo only as far as they fit", async () => {
  const { browser } = await logIn({
    email: "long@corp.test",
    email_verified: true,
    name: "x".repeat(5000),
    picture: "javascript:alert(1)",
  });
  const user = await whoIs(browser);
  expect(user?.name).toHaveLength(100);
  expect(user?.image ?? null).toBeNull();
});
