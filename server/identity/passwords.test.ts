import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type IdentityCall, identityCalls } from "../../contract/identity-calls.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../testing/test-app.ts";
import { newestMail } from "../testing/test-mails.ts";
import { setsPassword } from "./better-auth/passwords.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp({ PASSWORD_STRENGTH: "fair", PASSWORD_MIN_LENGTH: "8" });
  person = await site.join();
});

function post(path: string, payload: object, to = site) {
  return to.call({ method: "POST", url: `/identity${path}`, payload });
}

function signUp(password: string, to = site) {
  const email = `sam.moss.${randomUUID()}@example.org`;
  return post("/sign-up/email", { name: "Sam Moss", email, password }, to);
}

function tokenIn({ email }: Person, subject: RegExp): string | null {
  return newestMail(site, email, subject).link.searchParams.get("token");
}

describe("A password that is too easy to guess", () => {
  it("is refused at registration, at its field, and makes no account", async () => {
    for (const password of ["password1", "12345678", "SamMoss99"]) {
      const answer = await signUp(password);
      expect(answer.statusCode).toBe(422);
      expect(answer.headers["content-type"]).toContain("application/problem+json");
      expect(answer.json()).toMatchObject({
        code: "invalid",
        errors: [{ field: "password", message: expect.stringMatching(/too easy to guess/) }],
      });
      expect(answer.body).not.toContain(password);
      expect(answer.cookies).toEqual([]);
    }
  });

  it("is refused where one is reset, knowing whose it is, and the link goes on working", async () => {
    await post("/request-password-reset", { email: person.email });
    const token = tokenIn(person, /new password/);
    const mailbox = person.email.split("@")[0] ?? "";
    for (const newPassword of ["password1", mailbox]) {
      const answer = await post("/reset-password", { token, newPassword });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0]).toMatchObject({ field: "newPassword" });
    }
    const good = await post("/reset-password", { token, newPassword: "another horse" });
    expect(good.statusCode).toBe(200);
  });

  it("is refused where whoever proves an address sets one, and the link goes on working", async () => {
    const claimed = await site.join({ email: "river.stone@example.org" });
    const token = tokenIn(claimed, /Confirm/);
    for (const password of ["password1", "riverstone1"]) {
      const answer = await post("/confirm-email", { token, password });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0]).toMatchObject({ field: "password" });
    }
    const good = await post("/confirm-email", { token, password: "another horse" });
    expect(good.statusCode).toBe(200);
  });

  it("is refused where one is changed, knowing whose it is", async () => {
    const owner = await site.join({ email: "forest.lake@example.org" });
    const change = (newPassword: string) =>
      site.call({
        method: "POST",
        url: "/identity/change-password",
        headers: { cookie: owner.cookie },
        payload: { currentPassword: PASSWORD, newPassword },
      });
    for (const newPassword of ["password1", "ForestLake7"]) {
      const answer = await change(newPassword);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0]).toMatchObject({ field: "newPassword" });
    }
    expect((await change("another horse")).statusCode).toBe(200);
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
    expect((await signUp("xK3!9aQ")).json().errors).toEqual([
      { field: "password", message: "Must have at least 8 characters" },
    ]);
  });
});

describe("Log-in", () => {
  it("takes a password that a new rule would refuse", async () => {
    const before = await createTestApp();
    const email = "was.here@example.org";
    await post("/sign-up/email", { name: "Old Hand", email, password: "123456" }, before);
    const after = await createTestApp({ PASSWORD_STRENGTH: "strong" }, before.db);
    const answer = await post("/sign-in/email", { email, password: "123456" }, after);
    expect(answer.statusCode).toBe(200);
  });
});

describe("GET /settings", () => {
  it("tells the browser what is asked for", async () => {
    expect((await site.call({ url: "/settings" })).json()).toMatchObject({
      passwordMinLength: 8,
      passwordStrength: "fair",
    });
  });

  it("asks for no more than six characters on a local site", async () => {
    const local = await createTestApp();
    expect((await local.call({ url: "/settings" })).json()).toMatchObject({
      passwordMinLength: 6,
      passwordStrength: "any",
    });
    expect((await signUp("123456", local)).statusCode).toBe(200);
    expect((await signUp(PASSWORD, local)).statusCode).toBe(200);
  });
});
