import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { type Browser, createTestApp, PASSWORD, type TestApp } from "../../testing/test-app.ts";
import { logIn, mailToken, renewToken, resetPassword } from "../../testing/test-identity.ts";
import { issuerSettings, logInAtIssuer, startTestIssuer } from "../../testing/test-issuer.ts";

const FOOL = { name: "I am a fool", image: "https://tracker.example/of-whoever-looks.png" };
const OWN = { name: "Jana Novak", image: "/avatars/05.svg" };
const OWN_PASSWORD = "the owner's own words";

/** Where addresses need no proof, and where they do; both on one database. */
let free: TestApp;
let strict: TestApp;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
beforeAll(async () => {
  issuer = await startTestIssuer();
  free = await createTestApp();
  const settings = { ...issuerSettings(issuer), EMAIL_VERIFICATION: "required" };
  strict = await createTestApp(settings, free.db);
});

async function claim() {
  const email = `jana.${randomUUID()}@corp.test`;
  const body = { email, password: PASSWORD, ...FOOL };
  await strict.visitor.call(identityCalls.signUp, { body });
  return { email };
}

/** What the identity provider says of them, and what others see. */
async function shown(browser: Browser, who: { email: string }) {
  const user = (await browser.call(identityCalls.readSession))?.user;
  await renewToken(strict, browser, who);
  const stored = await strict.db
    .selectFrom("users")
    .select(["username", "url"])
    .where("email", "=", who.email)
    .executeTakeFirstOrThrow();
  return { name: user?.name, image: user?.image ?? "", ...stored };
}

const localPart = ({ email }: { email: string }) => email.split("@")[0];

async function confirm(who: { email: string }, more: object = {}) {
  const body = { token: mailToken(strict, who, /Confirm/), password: OWN_PASSWORD, ...more };
  return (await strict.visitor.answer(identityCalls.confirmEmail, { body })).browser;
}

it("shows whoever proves a claimed address under the name and photo that they give", async () => {
  const owner = await claim();
  const body = { ...owner, password: OWN_PASSWORD, ...OWN };
  await strict.visitor.call(identityCalls.signUp, { body });
  const { name, image } = OWN;
  expect(await shown(await confirm(owner, OWN), owner)).toEqual({
    name,
    image,
    username: name,
    url: image,
  });
});

it("takes nothing from the claim if they give neither", async () => {
  const owner = await claim();
  expect(await shown(await confirm(owner), owner)).toEqual({
    name: "",
    image: "",
    username: localPart(owner),
    url: "",
  });
});

it("takes nothing from the claim after a reset", async () => {
  const owner = await claim();
  await resetPassword(strict, owner, OWN_PASSWORD);
  const { browser } = await logIn(strict, owner, OWN_PASSWORD);
  expect(await shown(browser, owner)).toMatchObject({ name: "", username: localPart(owner) });
});

it("takes name and photo from an issuer that vouches for the address", async () => {
  const owner = await claim();
  issuer.claims = { ...owner, email_verified: true, name: OWN.name };
  const { browser } = await logInAtIssuer(strict);
  expect(await shown(browser, owner)).toEqual({
    name: OWN.name,
    image: "",
    username: OWN.name,
    url: "",
  });
});

it("changes the row, too, that the claim has from a time without proofs", async () => {
  const owner = await free.join();
  await owner.call(identityCalls.updateUser, { body: FOOL });
  const profile = {
    email: owner.email,
    username: FOOL.name,
    url: FOOL.image,
    role: "user" as const,
  };
  await owner.call(routes.registerUser, { body: profile });
  expect(await shown(await confirmLater(owner), owner)).toMatchObject({
    name: OWN.name,
    username: OWN.name,
    url: OWN.image,
  });

  /** By a mail that another browser has asked for since proofs are needed. */
  async function confirmLater(who: { email: string }) {
    await strict.visitor.call(identityCalls.sendConfirmationMail, { body: { email: who.email } });
    return confirm(who, OWN);
  }
});

it("leaves name and photo to an owner who links an issuer later", async () => {
  const owner = await claim();
  await confirm(owner, OWN);
  issuer.claims = { ...owner, sub: randomUUID(), email_verified: true, name: "Somewhere Else" };
  const { browser } = await logInAtIssuer(strict);
  expect(await shown(browser, owner)).toMatchObject({ name: OWN.name, image: OWN.image });
});

it("leaves them to whoever confirms what they are signed in with", async () => {
  const person = await free.join();
  await person.call(identityCalls.updateUser, { body: OWN });
  const body = { token: mailToken(free, person, /Confirm/) };
  await person.call(identityCalls.confirmEmail, { body });
  expect((await person.call(identityCalls.readSession))?.user).toMatchObject(OWN);
});
