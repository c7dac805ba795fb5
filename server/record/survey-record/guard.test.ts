import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { checkpointText } from "../../../record/checkpoint.ts";
import { commitmentOf } from "../../../record/entries.ts";
import { append, rootOf, type TreeEnd } from "../../../record/tiles.ts";
import { hashLeaf } from "../../../record/tree.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createTestSigner, publishAll } from "../../testing/test-record.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { writeTiles } from "./tree-queries.ts";

// Whoever can write to the database, but does not have the site's key, must not get its signature.

let site: TestApp;
let id: string;
const read = () => site.visitor.status(routes.readCheckpoint, { params: { id } });
const records = () => site.db.updateTable("records").where("survey_id", "=", id);

async function castVotes(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await (await site.join()).call(routes.castVote, aVote(id, n % 2 ? "yes" : "no"));
  }
}

beforeEach(async () => {
  site ??= await createTestApp();
  id = await addTestSurvey(site.db, { results: "always" });
  await castVotes(3);
  await publishAll(site.db);
});

/** Flips all votes and their entries, computes all hashes anew, and returns the text to be signed. */
async function flip(): Promise<string> {
  const { db } = site;
  await sql`update votes set vote = case when vote = 'yes' then 'no' else 'yes' end
    where survey_id = ${id}`.execute(db);
  const { rows } = await sql<{ position: number; receipt: string; nonce: string; text: string }>`
    select * from record_entries where survey_id = ${id} order by position`.execute(db);
  const { origin } = await records()
    .returning("origin")
    .set({ votes: 3 })
    .executeTakeFirstOrThrow();
  const textHash = rows[1]?.text.slice(5, -1) ?? "";
  const end: TreeEnd = { size: 0, tails: [] };
  for (const { position, receipt, nonce, text } of rows) {
    let leaf = text;
    if (receipt) {
      const digits = (uuid: string) => uuid.replaceAll("-", "");
      const bound = { nonce: digits(nonce), textHash };
      const commitment = commitmentOf(id, digits(receipt), "no", bound);
      leaf = `vote ${commitment}\n`;
      await sql`update record_entries set vote = 'no', commitment = decode(${commitment}, 'hex')
        where survey_id = ${id} and position = ${position}`.execute(db);
    }
    await writeTiles(db, id, append(end, [hashLeaf(leaf)]));
  }
  return checkpointText({ origin, size: end.size, root: rootOf(end) });
}

describe("a record that nobody has changed", () => {
  it("is served, and raises no alarm, whichever way its survey's id is written", async () => {
    const params = { id: id.toUpperCase() };
    const { size } = await records().returning("size").set({ votes: 3 }).executeTakeFirstOrThrow();
    for (const path of [
      "checkpoint",
      `tile/entries/000.p/${size}`,
      "opened",
      `tile/0/000.p/${size}`,
    ]) {
      const { statusCode } = await site.inject({ url: `/record/${params.id}/${path}` });
      expect(statusCode, path).toBe(200);
    }
    const { body } = await site.inject({ url: "/metrics" });
    expect(body).toMatch(/^records_refused 0$/m);
    // A vote is promised for the record that it will be in.
    const voter = await site.join();
    const { receipt } = await voter.call(routes.castVote, aVote(params.id));
    expect(receipt.promise.text).toContain(`example.org/record/${id}\n`);
    const again = await voter.call(routes.readVoteReceipt, { params });
    expect(again.promise.text).toBe(receipt.promise.text);
  });
});

describe("a record that was changed in the database", () => {
  it("is neither served nor signed, with flipped votes, right hashes and a zero signature", async () => {
    const text = await flip();
    const zeros = Buffer.alloc(68).toString("base64");
    const name = text.split("\n", 1)[0];
    await records()
      .set({ checkpoint: `${text}\n— ${name} ${zeros}\n` })
      .execute();
    expect(await read()).toBe(503);
    const { body } = await site.inject({ url: "/metrics" });
    expect(body).toMatch(/^records_refused 1$/m);
    // The next vote gets it no signature either, and other surveys are published all the same.
    await castVotes(1);
    const refused = id;
    id = await addTestSurvey(site.db);
    await castVotes(1);
    await publishAll(site.db);
    expect(await read()).toBe(200);
    id = refused;
    const { size } = await site.db
      .selectFrom("records")
      .select("size")
      .where("survey_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(size).toBe(5);
    expect(await read()).toBe(503);
  });

  it("is refused with other hashes than were signed, when it would grow", async () => {
    await flip();
    await castVotes(1);
    await publishAll(site.db);
    const { size } = await site.db
      .selectFrom("records")
      .select("size")
      .where("survey_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(size).toBe(5);
  });

  it("is refused if it was rolled back after this process has seen it", async () => {
    const older = await records().returningAll().set({ votes: 3 }).executeTakeFirstOrThrow();
    await castVotes(1);
    await publishAll(site.db);
    expect(await read()).toBe(200);
    const { size, checkpoint } = older;
    await records().set({ size, checkpoint }).execute();
    expect(await read()).toBe(503);
    await records().set({ size: 0, checkpoint: "" }).execute();
    expect(await read()).toBe(503);
    // Another process can't know.
    const other = await createTestApp({}, site.db);
    const params = { id };
    expect(await other.visitor.status(routes.readCheckpoint, { params })).toBe(404);
  });

  it("is refused if another process with the key went on from a roll-back", async () => {
    await castVotes(1);
    await publishAll(site.db);
    expect(await read()).toBe(200);
    for (const table of ["record_entries", "record_tiles", "records"] as const) {
      await site.db.deleteFrom(table).where("survey_id", "=", id).execute();
    }
    // Otherwise it could begin with the same entries: they are in the order of random receipts.
    await site.db.updateTable("votes").where("survey_id", "=", id).set({ vote: "yes" }).execute();
    await castVotes(2);
    await publishAll(site.db, createTestSigner());
    expect(await read()).toBe(503);
  });

  it("is served again once it is as it was", async () => {
    expect(await read()).toBe(200);
    const { checkpoint } = await records()
      .returning("checkpoint")
      .set({ votes: 3 })
      .executeTakeFirstOrThrow();
    await records().set({ size: 4 }).execute();
    expect(await read()).toBe(503);
    await records().set({ size: 5, checkpoint }).execute();
    expect(await read()).toBe(200);
  });
});
