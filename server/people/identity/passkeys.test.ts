import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { createAuthenticator } from "../../testing/authenticator.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import {
  addPasskey,
  logIn,
  logInWithPasskey,
  mailToken,
  tokenStatus,
} from "../../testing/test-identity.ts";

const ORIGIN = "http://localhost:3000";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

const signIn = (key: ReturnType<typeof createAuthenticator>) => logInWithPasskey(site, key);

const keysOf = (person: Person) => person.call(identityCalls.listPasskeys);

describe("passkeys", () => {
  it("are added, named, listed and removed by their owner alone", async () => {
    const [owner, other] = [await site.join(), await site.join()];
    expect((await addPasskey(owner)).status).toBe(200);
    const keys = await keysOf(owner);
    expect(keys).toMatchObject([{ name: "Laptop" }]);
    const id = keys[0]?.id ?? "";

    const { renamePasskey, removePasskey } = identityCalls;
    for (const somebody of [site.visitor, other]) {
      const body = { id, name: "Mine now" };
      expect(await somebody.status(renamePasskey, { body })).toBe(401);
      expect(await somebody.status(removePasskey, { body: { id } })).toBe(401);
    }
    expect(await keysOf(other)).toEqual([]);

    await owner.call(renamePasskey, { body: { id, name: "Phone" } });
    expect(await keysOf(owner)).toMatchObject([{ name: "Phone" }]);
    await owner.call(removePasskey, { body: { id } });
    expect(await keysOf(owner)).toEqual([]);
  });

  it("log their owner in, with nothing else", async () => {
    const person = await site.join();
    const key = createAuthenticator(ORIGIN);
    await addPasskey(person, key);
    const opened = await signIn(key);
    expect(opened.status).toBe(200);
    expect(await tokenStatus(opened.browser, person)).toBe(200);
  });

  it("open nothing after they are removed, or their owner is deleted", async () => {
    const admin = await site.join({ admin: true });
    const [first, second] = [await site.join(), await site.join()];
    const [one, two] = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)];
    const { id } = (await addPasskey(first, one)).body;
    await addPasskey(second, two);
    await first.call(identityCalls.removePasskey, { body: { id } });
    await admin.call(routes.deleteUser, { params: { id: second.id } });
    for (const key of [one, two]) {
      const answer = await signIn(key);
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        detail: expect.stringMatching(/doesn't know that passkey/),
      });
    }
  });

  it("are refused when they don't check who uses them, or come from another site", async () => {
    const person = await site.join();
    const lax = createAuthenticator(ORIGIN, { checksOwner: false });
    const foreign = createAuthenticator("https://evil.example");
    const otherHost = createAuthenticator(ORIGIN, { rpId: "evil.example" });
    for (const key of [lax, foreign, otherHost]) {
      expect((await addPasskey(person, key)).status).toBe(400);
    }
    expect(await keysOf(person)).toEqual([]);
  });

  it("answer each question once, and only in the browser that asked", async () => {
    const person = await site.join();
    const key = createAuthenticator(ORIGIN);
    await addPasskey(person, key);
    const { browser, body } = await site.visitor.answer(identityCalls.startPasskeySignIn);
    const input = { body: { response: key.signIn(body) } };
    const { signInWithPasskey } = identityCalls;
    expect(await site.visitor.status(signInWithPasskey, input)).toBe(400);
    expect(await browser.status(signInWithPasskey, input)).toBe(200);
    expect(await browser.status(signInWithPasskey, input)).toBe(400);
  });

  it("belong to one account: another can't add the same one", async () => {
    const key = createAuthenticator(ORIGIN);
    expect((await addPasskey(await site.join(), key)).status).toBe(200);
    expect((await addPasskey(await site.join(), key)).status).toBe(400);
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
      const { browser } = await person.answer(identityCalls.startPasskey);
      const body = { name: "x", response };
      const status = await browser.status(identityCalls.addPasskey, { body });
      expect([400, 422], JSON.stringify(response)).toContain(status);
    }
  });

  it("end with the squatter's claim when the owner proves the address", async () => {
    const squatter = await site.join();
    const key = createAuthenticator(ORIGIN);
    await addPasskey(squatter, key);
    const token = mailToken(site, squatter, /Confirm/);
    const body = { token, password: "the owner's own words" };
    const strict = await createTestApp({ EMAIL_VERIFICATION: "required" }, site.db);
    await strict.visitor.call(identityCalls.confirmEmail, { body });
    expect((await signIn(key)).status).toBe(401);
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
    expect(await person.status(identityCalls.startPasskey)).toBe(422);
  });

  it("leave the password as it is", async () => {
    const person = await site.join();
    await addPasskey(person);
    const { browser } = await logIn(site, person);
    expect(await tokenStatus(browser, person)).toBe(200);
  });
});
