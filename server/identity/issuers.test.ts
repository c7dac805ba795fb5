import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf, createTestApp, PASSWORD, type TestApp } from "../testing/test-app.ts";
import { issuerSettings, startTestIssuer } from "../testing/test-issuer.ts";

let site: TestApp;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  site = await createTestApp(issuerSettings(issuer));
});

/** A whole social log-in in a fresh browser; its cookie, and where it ends. */
async function logIn(claims: Record<string, unknown>) {
  issuer.claims = claims;
  const started = await site.call({
    method: "POST",
    url: "/identity/sign-in/social",
    payload: {
      provider: "test",
      callbackURL: "/socialPopup?done=1",
      errorCallbackURL: "/socialPopup?failed=1",
      disableRedirect: true,
    },
  });
  const chosen = await fetch(started.json().url, { redirect: "manual" });
  const back = new URL(chosen.headers.get("location") ?? "");
  const headers = { cookie: cookieOf(started) };
  const ended = await site.call({ url: back.pathname + back.search, headers });
  return { cookie: cookieOf(ended), location: String(ended.headers.location) };
}

const whoIs = async (cookie: string) =>
  (await site.call({ url: "/identity/get-session", headers: { cookie } })).json()?.user;

describe("a social log-in with an address that somebody registered before", () => {
  it("is the owner's: the password and sessions of the first one end", async () => {
    const squatter = await site.join();
    const { cookie, location } = await logIn({ email: squatter.email, email_verified: true });
    expect(location).toBe("/socialPopup?done=1");
    expect(await whoIs(cookie)).toMatchObject({ email: squatter.email, emailVerified: true });

    expect(await whoIs(squatter.cookie)).toBeUndefined();
    const call = { url: `/users/normal/${squatter.email}`, headers: squatter.headers };
    expect((await site.call(call)).statusCode).toBe(401);
    const signIn = await site.call({
      method: "POST",
      url: "/identity/sign-in/email",
      payload: { email: squatter.email, password: PASSWORD },
    });
    expect(signIn.statusCode).toBe(401);
  });

  it.each(["false", "true", 1, null, undefined])(
    "opens nothing when the issuer calls it verified: %j",
    async (email_verified) => {
      const person = await site.join();
      const { cookie, location } = await logIn({ email: person.email, email_verified });
      expect(location).toContain("failed=1");
      expect(await whoIs(cookie)).toBeUndefined();
      expect(await whoIs(person.cookie)).toMatchObject({ emailVerified: false });
    },
  );
});

describe("an issuer that does not vouch for an address", () => {
  it("makes an unverified account, which ends when the owner comes with a better proof", async () => {
    const email = "owner@corp.test";
    const squatter = await logIn({ sub: "squatter", email, email_verified: "false" });
    expect(await whoIs(squatter.cookie)).toMatchObject({ email, emailVerified: false });
    await logIn({ sub: "owner", email, email_verified: true });
    expect(await whoIs(squatter.cookie)).toBeUndefined();
    // The squatter's social account no longer opens it either.
    const again = await logIn({ sub: "squatter", email, email_verified: "false" });
    expect(again.location).toContain("failed=1");
  });
});

it("takes over a name and a photo only as far as they fit", async () => {
  const { cookie } = await logIn({
    email: "long@corp.test",
    email_verified: true,
    name: "x".repeat(5000),
    picture: "javascript:alert(1)",
  });
  const user = await whoIs(cookie);
  expect(user.name).toHaveLength(100);
  expect(user.image ?? null).toBeNull();
});
