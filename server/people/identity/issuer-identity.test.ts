import { beforeAll, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { isSignedIn } from "../../testing/test-identity.ts";
import {
  aSocialSignIn,
  comeBack,
  issuerSettings,
  logInAtIssuer,
  startTestIssuer,
} from "../../testing/test-issuer.ts";

let site: TestApp;
let naming: Awaited<ReturnType<typeof startTestIssuer>>;
let other: Awaited<ReturnType<typeof startTestIssuer>>;

beforeAll(async () => {
  naming = await startTestIssuer(0, { namesItself: true });
  other = await startTestIssuer();
  site = await createTestApp(issuerSettings(naming, other));
});

/** A log-in that waits at the first issuer, and what that sends back. */
async function startAtFirst() {
  naming.claims = { email: "somebody@corp.test", email_verified: true };
  const { body, browser } = await site.visitor.answer(
    identityCalls.startSocialSignIn,
    aSocialSignIn,
  );
  const chosen = await fetch(body.url, { redirect: "manual" });
  const back = new URL(chosen.headers.get("location") ?? "");
  return { browser, said: Object.fromEntries(back.searchParams) };
}

it("takes a log-in from an issuer that says who it is, as it has announced", async () => {
  naming.claims = { email: "named@corp.test", email_verified: true };
  expect((await logInAtIssuer(site)).location).toBe("/socialPopup?done=1");
});

// RFC 9207, 2.4
it.each<Record<string, string>>([{}, { iss: "" }, { iss: "https://elsewhere.example" }])(
  "brings no code to an issuer that has announced to say who it is, after an answer with %j",
  async (iss) => {
    const { browser, said } = await startAtFirst();
    const { iss: _true, ...unnamed } = said;
    const seen = naming.codesSeen;
    const ended = await comeBack(browser, { ...unnamed, ...iss });
    expect(ended.location).toBe("/socialPopup?failed=1&error=issuer_mismatch");
    expect(naming.codesSeen).toBe(seen);
    expect(await isSignedIn(ended.browser)).toBe(false);
  },
);

it("brings no code of a log-in at one issuer to another", async () => {
  const { browser, said } = await startAtFirst();
  const { iss: _first, ...unnamed } = said;
  const ended = await comeBack(browser, unnamed, "test2");
  expect(ended.location).toContain("failed=1");
  expect(other.codesSeen).toBe(0);
  expect(await isSignedIn(ended.browser)).toBe(false);
});
