import type { LightMyRequestResponse } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { createAuthenticator } from "../testing/authenticator.ts";
import {
  cookieOf,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../testing/test-app.ts";
import { newestMail } from "../testing/test-mails.ts";

const ORIGIN = "http://localhost:3000";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

const ask = (path: string, payload: object, cookie = "") =>
  site.call({ method: "POST", url: `/identity${path}`, headers: { cookie }, payload });
const read = (path: string, cookie = "") =>
  site.call({ url: `/identity${path}`, headers: { cookie } });
const requestToken = (cookie: string, email: string) =>
  site.call({ method: "POST", url: "/jwt", headers: { cookie }, payload: { email } });
const together = (cookie: string, answer: LightMyRequestResponse) =>
  [cookie, cookieOf(answer)].filter(Boolean).join("; ");

async function add(person: Person, key = createAuthenticator(ORIGIN), name = "Laptop") {
  const started = await read("/passkey/generate-register-options", person.cookie);
  expect(started.statusCode).toBe(200);
  const payload = { name, response: key.register(started.json()) };
  return ask("/passkey/verify-registration", payload, together(person.cookie, started));
}

async function signIn(key: ReturnType<typeof createAuthenticator>, cookie = "") {
  const started = await read("/passkey/generate-authenticate-options", cookie);
  const payload = { response: key.signIn(started.json()) };
  return ask("/passkey/verify-authentication", payload, together(cookie, started));
}

describe("passkeys", () => {
  it("are added, named, listed and removed by their owner alone", async () => {
    const [owner, other] = [await site.join(), await site.join()];
    expect((await add(owner)).statusCode).toBe(200);
    const [key] = (await read("/passkey/list-user-passkeys", owner.cookie)).json();
    expect(key).toMatchObject({ name: "Laptop" });

    for (const [path, payload] of [
      ["/passkey/update-passkey", { id: key.id, name: "Mine now" }],
      ["/passkey/delete-passkey", { id: key.id }],
    ] as const) {
      expect((await ask(path, payload)).statusCode).toBe(401);
      expect((await ask(path, payload, other.cookie)).statusCode).toBe(401);
    }
    expect((await read("/passkey/list-user-passkeys", other.cookie)).json()).toEqual([]);

    await ask("/passkey/update-passkey", { id: key.id, name: "Phone" }, owner.cookie);
    const [renamed] = (await read("/passkey/list-user-passkeys", owner.cookie)).json();
    expect(renamed.name).toBe("Phone");
    const removed = await ask("/passkey/delete-passkey", { id: key.id }, owner.cookie);
    expect(removed.statusCode).toBe(200);
    expect((await read("/passkey/list-user-passkeys", owner.cookie)).json()).toEqual([]);
  });

  it("log their owner in, with nothing else", async () => {
    const person = await site.join();
    const key = createAuthenticator(ORIGIN);
    await add(person, key);
    const opened = await signIn(key);
    expect(opened.statusCode).toBe(200);
    expect((await requestToken(cookieOf(opened), person.email)).statusCode).toBe(200);
  });

  it("open nothing after they are removed, or their owner is deleted", async () => {
    const admin = await site.join({ admin: true });
    const [first, second] = [await site.join(), await site.join()];
    const [one, two] = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)];
    const { id } = (await add(first, one)).json();
    await add(second, two);
    await ask("/passkey/delete-passkey", { id }, first.cookie);
    await site.call({ method: "DELETE", url: `/users/${second.id}`, headers: admin.headers });
    for (const key of [one, two]) {
      const answer = await signIn(key);
      expect(answer.statusCode).toBe(401);
      expect(answer.json().detail).toMatch(/doesn't know that passkey/);
    }
  });

  it("are refused when they don't check who uses them, or come from another site", async () => {
    const person = await site.join();
    const lax = createAuthenticator(ORIGIN, { checksOwner: false });
    const foreign = createAuthenticator("https://evil.example");
    const otherHost = createAuthenticator(ORIGIN, { rpId: "evil.example" });
    for (const key of [lax, foreign, otherHost]) {
      expect((await add(person, key)).statusCode).toBe(400);
    }
    expect((await read("/passkey/list-user-passkeys", person.cookie)).json()).toEqual([]);
  });

  it("answer each question once, and only in the browser that asked", async () => {
    const person = await site.join();
    const key = createAuthenticator(ORIGIN);
    await add(person, key);
    const started = await read("/passkey/generate-authenticate-options");
    const payload = { response: key.signIn(started.json()) };
    const path = "/passkey/verify-authentication";
    expect((await ask(path, payload)).statusCode).toBe(400);
    expect((await ask(path, payload, cookieOf(started))).statusCode).toBe(200);
    expect((await ask(path, payload, cookieOf(started))).statusCode).toBe(400);
  });

  it("belong to one account: another can't add the same one", async () => {
    const key = createAuthenticator(ORIGIN);
    expect((await add(await site.join(), key)).statusCode).toBe(200);
    expect((await add(await site.join(), key)).statusCode).toBe(400);
  });

  it("refuse nonsense as the caller's fault", async () => {
    const person = await site.join();
    const good = createAuthenticator(ORIGIN).register({ challenge: "AAAA" });
    for (const response of [
      {},
      null,
      { ...good, id: "a".repeat(5000) },
      { ...good, type: "password" },
      { ...good, response: { clientDataJSON: "e30", attestationObject: "AAAA" } },
    ]) {
      const started = await read("/passkey/generate-register-options", person.cookie);
      const cookie = together(person.cookie, started);
      const answer = await ask("/passkey/verify-registration", { name: "x", response }, cookie);
      expect([400, 422], JSON.stringify(response)).toContain(answer.statusCode);
    }
  });

  it("end with the squatter's claim when the owner proves the address", async () => {
    const squatter = await site.join();
    const key = createAuthenticator(ORIGIN);
    await add(squatter, key);
    const token = newestMail(site, squatter.email, /Confirm/).link.searchParams.get("token");
    await ask("/confirm-email", { token, password: "the owner's own words" });
    expect((await signIn(key)).statusCode).toBe(401);
  });

  it("are at most twenty", async () => {
    const person = await site.join();
    const { id } = await site.db
      .selectFrom("identity.user")
      .select("id")
      .where("email", "=", person.email)
      .executeTakeFirstOrThrow();
    const keys = Array.from({ length: 20 }, (_, at) => ({
      userId: id,
      publicKey: "",
      credentialID: `${id}-${at}`,
      counter: 0,
      deviceType: "singleDevice",
      backedUp: false,
    }));
    await site.db.insertInto("identity.passkey").values(keys).execute();
    const refused = await read("/passkey/generate-register-options", person.cookie);
    expect(refused.statusCode).toBe(422);
  });

  it("leave the password as it is", async () => {
    const person = await site.join();
    await add(person);
    const answer = await ask("/sign-in/email", { email: person.email, password: PASSWORD });
    expect((await requestToken(cookieOf(answer), person.email)).statusCode).toBe(200);
  });
});
