import { generateKeyPairSync } from "node:crypto";
import { createSigner } from "fast-jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { aPayment } from "../inputs.ts";
import { createStripeApp, type StripeApp } from "../stripe-app.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { issuerSettings, logInAtIssuer, startTestIssuer } from "../test-issuer.ts";

describe("an issuer that lies", () => {
  let site: TestApp;
  let issuer: Awaited<ReturnType<typeof startTestIssuer>>;

  beforeAll(async () => {
    issuer = await startTestIssuer();
    site = await createTestApp(issuerSettings(issuer));
  });

  /** A complete social log-in. Returns where it ends and who is logged in then. */
  async function logIn(claims: Record<string, unknown>, forge?: (claims: object) => string) {
    Object.assign(issuer, { claims, forge });
    const { browser, status, location } = await logInAtIssuer(site);
    const session = await browser.call(identityCalls.readSession);
    return { status, location, user: session?.user };
  }

  const claims = { email: "victim@corp.test", email_verified: true };
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ownKey = privateKey.export({ type: "pkcs8", format: "pem" });
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

  const lies: [
    what: string,
    claims: Record<string, unknown>,
    forge?: (claims: object) => string,
  ][] = [
    ["a token for another client", { ...claims, aud: "another" }],
    ["a token of another issuer", { ...claims, iss: "https://accounts.example" }],
    ["a token that has run out", { ...claims, iat: 1_000_000_000 }],
    ["a token of another log-in", { ...claims, nonce: "overheard" }],
    ["a token without a subject", { ...claims, sub: "" }],
    ["a token without an e-mail", { email_verified: true, sub: "nobody" }],
    [
      "a token signed by another key",
      claims,
      createSigner({ key: ownKey, algorithm: "ES256", kid: "one" }),
    ],
    [
      "a token signed by the client's secret",
      claims,
      createSigner({ key: "a secret of the client", algorithm: "HS256", kid: "one" }),
    ],
    ["a token that nobody signed", claims, (said) => `${encode({ alg: "none" })}.${encode(said)}.`],
    ["no token at all", claims, () => "nonsense"],
  ];

  it.each(lies)("with %s logs nobody in", async (_, said, forge) => {
    const { location, user } = await logIn(said, forge);
    expect(user).toBeUndefined();
    expect(location).toMatch(/^\/socialPopup\?failed=1/);
  });

  it.each([
    { email: { $ne: "" } },
    { email: ["victim@corp.test", "x@y.test"] },
    { email: "no address" },
    { email: `${"x".repeat(300)}@corp.test` },
    { name: { first: "A" }, picture: "javascript:alert(1)" },
    { name: "x".repeat(100_000), picture: "http://169.254.169.254/" },
    { name: "a\u0000b" },
  ])("about somebody, as in %j, is no failure of ours and stores nothing of it", async (odd) => {
    const email = `${crypto.randomUUID()}@corp.test`;
    const { status, user } = await logIn({ email, email_verified: true, sub: email, ...odd });
    expect(status).toBe(302);
    if (!user) return;
    expect(user.email).toBe(email);
    expect(user.name.length).toBeLessThanOrEqual(100);
    expect(user.image ?? "").toBe("");
  });
});

describe("a payment provider that lies", () => {
  let site: StripeApp;
  beforeAll(async () => {
    site = await createStripeApp();
  });

  it.each([
    { amount_received: 1 },
    { amount_received: "10000" },
    { amount_received: -10_000 },
    { amount_received: null },
    { currency: "eur" },
    { currency: ["usd"] },
    { status: "Succeeded" },
    { status: { $ne: "open" } },
    { metadata: {} },
    { metadata: null },
    { metadata: { userId: ["x"] } },
  ])("about a payment, as in %j, sells nothing", async (odd) => {
    const person = await site.join();
    const id = await site.buy(person);
    Object.assign(site.stripe.intents.get(id) ?? {}, odd);
    const told = await person.answer(routes.recordPayment, aPayment(id));
    expect([402, 409, 503], told.text).toContain(told.status);
    expect(await site.roleOf(person)).toBe("user");
    expect(await site.countPayments(person)).toBe(0);
  });

  it("about who paid makes the one pro whom it names, and not the one who tells", async () => {
    const [payer, teller] = [await site.join(), await site.join()];
    const id = await site.buy(payer);
    expect(await teller.status(routes.recordPayment, aPayment(id))).toBe(409);
    expect(await site.roleOf(teller)).toBe("user");
  });
});
