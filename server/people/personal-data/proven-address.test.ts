import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { tables } from "../../database/schema.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../../testing/test-app.ts";
import { mailToken, renewToken, resetPassword } from "../../testing/test-identity.ts";

let site: TestApp;
let admin: Person;
beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

/** Somebody without an account writes to the admins. */
async function aLetterFrom(email: string): Promise<string> {
  const message = `My secret is ${randomUUID()}`;
  await site.visitor.call(routes.sendMessage, { body: { name: "Ada", email, message } });
  return message;
}

const ownData = async (person: Pick<Person, "answer">) =>
  (await person.answer(routes.downloadOwnData)).text;
const letters = async () => (await admin.readAll(routes.listMessages)).map((each) => each.message);
const deleteAccount = (person: Person) =>
  person.call(identityCalls.deleteAccount, { body: { password: PASSWORD } });

describe("whoever registers a stranger's address and does not prove it", () => {
  it("reads no message that the stranger wrote", async () => {
    const email = `${randomUUID()}@example.org`;
    const message = await aLetterFrom(email);
    expect(await ownData(await site.join({ email }))).not.toContain(message);
  });

  it("erases no message that the stranger wrote", async () => {
    const email = `${randomUUID()}@example.org`;
    const message = await aLetterFrom(email);
    await deleteAccount(await site.join({ email }));
    expect(await letters()).toContain(message);
  });

  it("lets an admin who deletes them erase none either", async () => {
    const email = `${randomUUID()}@example.org`;
    const message = await aLetterFrom(email);
    const { id } = await site.join({ email });
    await admin.call(routes.deleteUser, { params: { id } });
    expect(await letters()).toContain(message);
  });
});

describe("whoever proves an address", () => {
  it("reads and erases what was written with it, by the link in the mail", async () => {
    const claim = await site.join();
    const message = await aLetterFrom(claim.email);
    const token = mailToken(site, claim, /Confirm/);
    await claim.call(identityCalls.confirmEmail, { body: { token } });
    expect(await ownData(await renewToken(site, claim, claim))).toContain(message);
    await deleteAccount(claim);
    expect(await letters()).not.toContain(message);
  });

  it("reads it after a reset, where that is a proof", async () => {
    const strict = await createTestApp({ EMAIL_VERIFICATION: "required" }, site.db);
    const claim = await site.join();
    const message = await aLetterFrom(claim.email);
    await resetPassword(strict, claim, "another good password");
    const body = { email: claim.email, password: "another good password" };
    const { browser } = await strict.visitor.answer(identityCalls.signIn, { body });
    expect(await ownData(await renewToken(strict, browser, claim))).toContain(message);
  });
});

/**
 * Tables whose rows are found by the address of the account that asks, proven or not. Each needs a
 * reason why the rows can be nobody else's.
 */
const ownAccount = "made by this account: all of it ends when somebody else proves the address";
const foundUnproven: Record<string, string> = {
  "identity.user": ownAccount,
  "identity.session": ownAccount,
  "identity.account": ownAccount,
  "identity.twoFactor": ownAccount,
  "identity.passkey": ownAccount,
};

/** Columns with an address or a hash of one, and who finds a row by it. */
const addressColumns: Record<string, string> = {
  "users.email": "the row of the account that asks",
  "contact_messages.email": "only who has proven the address",
  "former_people.address_hash": "who registers, so that one address has one vote; never shown",
  "brand.operator_address": "nobody: whoever runs the site has it on every page",
  "brand.operator_email": "nobody: the same",
  "security_events.address": "nobody: it is a network",
  "program_tokens.last_address": "nobody: the same",
  "identity.user.email": "the account itself",
  "identity.user.emailVerified": "nobody: it says whether the address is proven",
  "identity.session.ipAddress": "nobody: it is a network",
};

describe("the table of columns", () => {
  it("finds no row by an address that is not proven, without a decision", () => {
    const asking = { userId: randomUUID(), email: "claimed@example.org", provenEmail: null };
    const found = Object.entries(tables).flatMap(([name, { rowsOf }]) =>
      rowsOf?.(asking).compile(site.db).parameters.includes(asking.email) ? [name] : [],
    );
    expect(found, "Find its rows by `provenEmail`, or say here why they are nobody else's").toEqual(
      Object.keys(foundUnproven),
    );
  });

  it("has no column with an address about which nobody has decided who finds a row by it", () => {
    const named = Object.entries(tables).flatMap(([table, { columns }]) =>
      Object.keys(columns)
        .filter((column) => /mail|address/i.test(column))
        .map((column) => `${table}.${column}`),
    );
    expect(named.sort()).toEqual(Object.keys(addressColumns).sort());
  });
});
