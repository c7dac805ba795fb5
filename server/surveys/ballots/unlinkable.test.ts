import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aPublication, aSurvey } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { ballotOf, getPaper } from "../../testing/test-ballot.ts";
import { addToLog } from "../../testing/test-log.ts";
import { publishAll } from "../../testing/test-record.ts";
import { settleBallots } from "./settle.ts";

// As the operator with the whole database: who cast which ballot?

const VOTERS = 60;
// As many as guessing finds, and some more than chance would ever add. Of however many pairs, a random
// order has one right on average, and six or more once in 1,600 times.
const BY_CHANCE = 6;

let site: TestApp;
let id: string;
/** In the order in which they had their papers; each cast right after, with this receipt. */
const voters: { person: Person; receipt: string }[] = [];

beforeAll(async () => {
  site = await createTestApp({ LIMIT_FACTOR: "100" });
  const surveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });
  const body = { ...aSurvey().body, ballot: "secret" as const, resultsMode: "always" as const };
  ({ insertedId: id } = await surveyor.call(routes.createSurvey, { body }));
  await admin.call(routes.publishSurvey, aPublication(id));
  await addToLog(site.db);
  for (let n = 0; n < VOTERS; n += 1) {
    const person = await site.join();
    const paper = await getPaper(site, person, id);
    const vote = n % 3 === 0 ? ("yes" as const) : ("no" as const);
    const ballot = { ...paper, vote, ...(await ballotOf(site, id)) };
    const cast = await site.visitor.call(routes.castBallot, { params: { id }, body: ballot });
    voters.push({ person, receipt: cast.receipt.receipt });
  }
  await settleBallots(site.db, { least: 10, waitHours: -1 });
  await publishAll(site.db);
}, 300_000);

const digits = (uuid: string) => uuid.replaceAll("-", "");

/** How many of these ballots, in this order, stand where their voters stand. */
function countPairs(receipts: string[]): number {
  return receipts.filter((receipt, index) => digits(receipt) === voters[index]?.receipt).length;
}

describe("papers and ballots of many people", () => {
  it.each([
    ["the order in which rows lie", sql`ctid`],
    ["the transactions that wrote them", sql`xmin::text::bigint, ctid`],
    ["their hours", sql`hour, ctid`],
    ["their receipts", sql`receipt`],
    ["their nonces", sql`nonce`],
    ["their serial numbers", sql`serial`],
    ["their signatures", sql`signature`],
    ["their size", sql`length(serial || signature), ctid`],
  ])("are not paired by %s", async (_what, order) => {
    const { rows } = await sql<{ receipt: string }>`
      select receipt from ballots where survey_id = ${id} order by ${order}
    `.execute(site.db);
    expect(rows).toHaveLength(VOTERS);
    expect(countPairs(rows.map(({ receipt }) => receipt))).toBeLessThan(BY_CHANCE);
  });

  it.each([
    ["their place in the record", sql`position`],
    ["the order of its rows", sql`ctid`],
  ])("are not paired by %s", async (_what, order) => {
    const { rows } = await sql<{ receipt: string }>`
      select receipt from record_entries
      where survey_id = ${id} and receipt is not null order by ${order}
    `.execute(site.db);
    expect(rows).toHaveLength(VOTERS);
    expect(countPairs(rows.map(({ receipt }) => receipt))).toBeLessThan(BY_CHANCE);
  });

  it("are written by one transaction, in one hour, and leave nothing in the inbox", async () => {
    const { rows } = await sql<{ transactions: number; hours: number; left: number }>`
      select count(distinct xmin::text)::int as transactions, count(distinct hour)::int as hours,
        (select count(*)::int from ballot_inbox) as left
      from ballots where survey_id = ${id}
    `.execute(site.db);
    expect(rows).toEqual([{ transactions: 1, hours: 1, left: 0 }]);
  });

  it("have nothing in common, in any column of any table", async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('public', 'identity')
    `.execute(site.db);
    const joining: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} as t
      `.execute(site.db);
      for (const { row } of rows) {
        const hasPerson = voters.some(
          ({ person }) => row.includes(person.id) || row.includes(person.email),
        );
        const hasBallot = voters.some(({ receipt }) => digits(row).includes(receipt));
        if (hasPerson && hasBallot) joining.push(name);
      }
    }
    expect(joining).toEqual([]);
  });

  it("are not paired by what is measured, and casting is not even counted", async () => {
    const { body } = await site.inject({ url: "/metrics" });
    // That papers are counted shows that the pattern would find ballots.
    const counts = (path: string) => body.includes(`method="POST",route="${path}"`);
    expect([counts("/survey/paper/:id"), counts("/survey/ballot/:id")]).toEqual([true, false]);
    for (const { person, receipt } of voters.slice(0, 5)) {
      expect(body).not.toContain(person.id);
      expect(body).not.toContain(receipt);
    }
  });
});
