import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import type { IdentityCallName } from "../identity-bodies.ts";
import { createTestApp, type Person, type TestApp } from "../test-app.ts";
import { dumpDatabase } from "../test-scene.ts";

/** Identity calls that name a thing of an account, and the table that contains it. */
const ownThings: Partial<Record<IdentityCallName, [field: string, table: string]>> = {
  endSession: ["id", "session"],
  disconnectSocial: ["accountId", "account"],
  renamePasskey: ["id", "passkey"],
  removePasskey: ["id", "passkey"],
};

let site: TestApp;
let attacker: Person;
let victim: Person;

beforeAll(async () => {
  site = await createTestApp();
  [attacker, victim] = [await site.join(), await site.join()];
  await sql`insert into identity.passkey
    ("publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
    select 'key', id, ${randomUUID()}, 0, 'singleDevice', false
    from identity."user" where email = ${victim.email}`.execute(site.db);
});

describe("identity calls", () => {
  it("are in the list above if they name something", () => {
    const naming = Object.entries(identityCalls).filter(
      ([, call]) => "body" in call && Object.keys(call.body.shape).some((key) => /id$/i.test(key)),
    );
    expect(naming.map(([name]) => name).sort()).toEqual(Object.keys(ownThings).sort());
  });

  it.each(Object.entries(ownThings))(
    "%s reaches nothing of another account",
    async (name, kept) => {
      const [field, table] = kept;
      const { rows } = await sql<{ id: string }>`
      select thing.id from identity.${sql.ref(table)} as thing
      join identity."user" as owner on owner.id = thing."userId"
      where owner.email = ${victim.email}`.execute(site.db);
      expect(rows.length).toBeGreaterThan(0);
      const before = await dumpDatabase(site.db);
      for (const { id } of rows) {
        const call: IdentityCall = identityCalls[name as IdentityCallName];
        const body = { name: "Mine now", [field]: id };
        const answer = await attacker.answer(call, { body });
        expect(answer.status, answer.text).toBeLessThan(500);
      }
      const after = await dumpDatabase(site.db);
      expect(after[`identity.${table}`]).toBe(before[`identity.${table}`]);
    },
  );
});
