import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../../testing/test-app.ts";
import { logIn, mailToken, requestReset } from "../../testing/test-identity.ts";
import { setsPassword } from "./better-auth/passwords.ts";

let site: TestApp;
let person: Person;

const fair = { PASSWORD_STRENGTH: "fair", PASSWORD_MIN_LENGTH: "8" };

beforeAll(async () => {
  site = await createTestApp(fair);
  person = await site.join({ proven: true });
});

function signUp(password: string, to = site) {
  const email = `sam.moss.${randomUUID()}@example.org`;
  return to.visitor.answer(identityCalls.signUp, { body: { name: "Sam Moss", email, password } });
}

describe("A password that is too easy to guess", () => {
  it("is refused at registration, at its field, and makes no account", async () => {
    for (const password of ["password1", "12345678", "SamMoss99"]) {
      const answer = await signUp(password);
      expect(answer.status).toBe(422);
      expect(answer.headers["content-type"]).toContain("application/problem+json");
      expect(answer.body).toMatchObject({
        code: "invalid",
        errors: [{ field: "password", message: expect.stringMatching(/too easy to guess/) }],
      });
      expect(answer.text).not.toContain(password);
      expect(answer.cookies).toEqual([]);
    }
  });

  it("is refused where one is reset, knowing whose it is, and the link goes on working", async () => {
    const token = await requestReset(site, person);
    const mailbox = person.email.split("@")[0] ?? "";
    for (const newPassword of ["password1", mailbox]) {
      const body = { token, newPassword };
      const refusal = await site.visitor.refused(identityCalls.resetPassword, { body });
      expect(refusal.status).toBe(422);
      expect(refusal.errors?.[0]).toMatchObject({ field: "newPassword" });
    }
    const body = { token, newPassword: "another horse" };
    await site.visitor.call(identityCalls.resetPassword, { body });
  });

  it("is refused where whoever proves an address sets one, and the link goes on working", async () => {
    const strict = await createTestApp({ ...fair, EMAIL_VERIFICATION: "required" }, site.db);
    const claimed = await site.join({ email: "river.stone@example.org" });
    const token = mailToken(site, claimed, /Confirm/);
    for (const password of ["password1", "riverstone1"]) {
      const body = { token, password };
      const refusal = await strict.visitor.refused(identityCalls.confirmEmail, { body });
      expect(refusal.status).toBe(422);
      expect(refusal.errors?.[0]).toMatchObject({ field: "password" });
    }
    const body = { token, password: "another horse" };
    await strict.visitor.call(identityCalls.confirmEmail, { body });
  });

  it("is refused where one is changed, knowing whose it is", async () => {
    const owner = await site.join({ email: "forest.lake@example.org" });
    const aChange = (newPassword: string) => ({
      body: { currentPassword: PASSWORD, newPassword },
    });
    for (const newPassword of ["password1", "ForestLake7"]) {
      const refusal = await owner.refused(identityCalls.changePassword, aChange(newPassword));
      expect(refusal.status).toBe(422);
      expect(refusal.errors?.[0]).toMatchObject({ field: "newPassword" });
    }
    await owner.call(identityCalls.changePassword, aChange("another horse"));
  });

  it("is refused by every call that takes a new one", async () => {
    const takesNewOne = Object.values<IdentityCall>(identityCalls)
      .filter(({ body }) => Object.hasOwn(body?.shape ?? {}, "newPassword"))
      .map(({ path }) => path);
    expect(takesNewOne).toContain("/reset-password");
    expect(takesNewOne.filter((path) => !setsPassword(path))).toEqual([]);
  });

  it("is never written to the log", async () => {
    await signUp("qwertyuiop123");
    expect(JSON.stringify(site.logged)).not.toContain("qwertyuiop123");
  });
});

describe("A password that is too short", () => {
  it("is told how long it must be", async () => {
    expect((await signUp("xK3!9aQ")).body).toMatchObject({
      errors: [{ field: "password", message: "Must have at least 8 characters" }],
    });
  });
});

describe("Log-in", () => {
  it("takes a password that a new rule would refuse", async () => {
    const before = await createTestApp();
    const email = "was.here@example.org";
    const body = { name: "Old Hand", email, password: "123456" };
    await before.visitor.call(identityCalls.signUp, { body });
    const after = await createTestApp({ PASSWORD_STRENGTH: "strong" }, before.db);
    expect((await logIn(after, { email }, "123456")).status).toBe(200);
  });
});

describe("GET /settings", () => {
  it("tells the browser what is asked for", async () => {
    expect(await site.visitor.call(routes.readSettings)).toMatchObject({
      passwordMinLength: 8,
      passwordStrength: "fair",
    });
  });

  it("asks for no more than six characters on a local site", async () => {
    const local = await createTestApp();
    expect(await local.visitor.call(routes.readSettings)).toMatchObject({
      passwordMinLength: 6,
      passwordStrength: "any",
    });
    expect((await signUp("123456", local)).status).toBe(200);
    expect((await signUp(PASSWORD, local)).status).toBe(200);
  });
});
