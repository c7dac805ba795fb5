import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { tables } from "../../database/schema.ts";
import type { OfPeople, Owner } from "../../database/tables/table.ts";
import { aComment, aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { deleteLeftRows } from "../users/removal-queries.ts";

const personal = Object.entries(tables).filter(
  (entry): entry is [string, OfPeople] => entry[1].rowsOf !== undefined,
);

/** Leaves a row of theirs in every table that has rows of people. */
async function leaveEverything({ db, visitor }: TestApp, person: Person): Promise<void> {
  const { id, email } = person;
  const surveyId = await addTestSurvey(db, { surveyor_id: id });
  await person.call(routes.castVote, aVote(surveyId));
  await person.call(routes.addComment, aComment(surveyId, "I was here"));
  await person.call(routes.like, { params: { id: surveyId } });
  await person.call(routes.reportSurvey, { body: { surveyItemId: surveyId, report: "Biased" } });
  const letter = { name: "Me", email, message: "Hello, it is me again." };
  await visitor.call(routes.sendMessage, { body: letter });
  const rows: RawBuilder<unknown>[] = [
    sql`insert into set_asides (survey_id, id, admin_id, finding, reason, votes)
      values (${surveyId}, ${randomUUID()}, ${id}, 'network', 'Invented', 1)`,
    sql`insert into comment_likes (survey_id, comment_id, user_id)
      select survey_id, id, ${id} from comments where survey_id = ${surveyId}`,
    sql`insert into ballot_papers (survey_id, user_id, blinded_hash)
      values (${surveyId}, ${id}, '')`,
    sql`insert into program_tokens (id, user_id, hash, name, scopes, second_factor, expires_at)
      values (${randomUUID()}, ${id}, '', 'Screen', '{read}', false, now())`,
    sql`insert into webhooks (id, user_id, url, description, events, of_site, signature, secret)
      values (${id}, ${id}, '', '', '{}', false, 'v1', '')`,
    sql`insert into notices (user_id, id, kind) values (${id}, ${randomUUID()}, 'surveyor')`,
    sql`insert into follows (user_id, kind, target, wanted) values (${id}, 'category', 'politics', true)`,
    sql`insert into survey_drafts (user_id, id, content) values (${id}, ${randomUUID()}, '{}')`,
    sql`insert into surveyor_requests (user_id, id, reason)
      values (${id}, ${randomUUID()}, 'I want to ask my town.')`,
    sql`insert into audit_log (id, actor_id, action, subject_kind, subject_id, before, after)
      values (${randomUUID()}, ${id}, 'user.role', 'user', ${id}, '{}', '{}')`,
    sql`insert into payments (user_id, transaction_id, gateway, amount, currency)
      values (${id}, ${randomUUID()}, 'sandbox', 10000, 'usd')`,
    sql`insert into payment_attempts (user_id, gateway) values (${id}, 'sandbox')`,
    sql`insert into sandbox_intents (id, key, client_secret, user_id, amount, currency)
      values (${randomUUID()}, ${randomUUID()}, ${randomUUID()}, ${id}, 10000, 'usd')`,
    sql`insert into identity."twoFactor" ("userId", secret, "backupCodes")
      select id, 'x', 'x' from identity."user" where email = ${email}`,
    sql`insert into identity.passkey
      ("userId", "publicKey", "credentialID", counter, "deviceType", "backedUp")
      select id, 'x', ${randomUUID()}, 0, 'x', true from identity."user" where email = ${email}`,
  ];
  for (const row of rows) await row.execute(db);
}

/** Which tables have rows of this person. */
async function tablesOf({ db }: TestApp, owner: Owner): Promise<string[]> {
  const found: string[] = [];
  for (const [name, { rowsOf }] of personal) {
    const { rows } =
      await sql`select 1 from ${sql.table(name)} where ${rowsOf(owner)} limit 1`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it("leaves of a deleted person what the table of columns says, in every table", async () => {
  const site = await createTestApp();
  const person = await site.join({ role: "pro-user", admin: true, proven: true });
  const owner = { userId: person.id, email: person.email, provenEmail: person.email };
  await leaveEverything(site, person);
  const all = personal.map(([name]) => name);
  expect(await tablesOf(site, owner), "Leave a row of each table, to see it go or stay").toEqual(
    all,
  );
  const admin = await site.join({ admin: true });
  await admin.call(routes.deleteUser, { params: { id: person.id } });
  const kept = personal.filter(([, { afterDeletion }]) => afterDeletion === "kept");
  expect(await tablesOf(site, owner)).toEqual(kept.map(([name]) => name));
});

it("makes up for a deletion by a server that did not know all tables", async () => {
  const { db, join } = await createTestApp();
  const [gone, there] = [await join(), await join()];
  const followers = async () => {
    const rows = await db.selectFrom("follows").select("user_id").execute();
    return rows.map(({ user_id }) => user_id);
  };
  const now = new Date();
  for (const { id } of [gone, there]) {
    const follow = { user_id: id, kind: "category", target: "politics", wanted: true } as const;
    await db.insertInto("follows").values(follow).execute();
  }
  await db
    .updateTable("users")
    .set({ email: null, deleted_at: now, tokens_ended_at: now })
    .where("id", "=", gone.id)
    .execute();
  await deleteLeftRows(db);
  expect(await followers()).toEqual([there.id]);
});
