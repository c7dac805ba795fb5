import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { readHeader } from "../../database/backup/read.ts";
import { writeBackup } from "../../database/backup/write.ts";
import { connect } from "../../database/connect.ts";
import { SUPERUSER } from "../../database/embedded/cluster.ts";
import { startEmbeddedPostgres } from "../../database/embedded/start.ts";
import { migrate } from "../../database/migrate.ts";
import { afterFile } from "../../testing/after-file.ts";
import { aPublication, aSecretSurvey } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { ballotOf, ballotServer, getPaper } from "../../testing/test-ballot.ts";
import { addToLog } from "../../testing/test-log.ts";
import { publishAll } from "../../testing/test-record.ts";

// As the operator with the whole database, its files and its log since the beginning: who cast which
// ballot? Each casts right after having had the paper, so that any order that is kept tells.

const VOTERS = 60;
// As many as guessing finds, and some more than chance would ever add. Of however many pairs, a random
// order has one right on average, and six or more once in 1,600 times.
const BY_CHANCE = 6;
// Whose secrets are looked for in every file. Each is as good as any other.
const LOOKED_FOR = 6;

interface Voter {
  person: Person;
  receipt: string;
  secrets: { serial: Buffer; signature: Buffer; nonce: Buffer };
}

let site: TestApp;
let id: string;
let key: Buffer;
/** The folder of the site, with its database. */
let folder: string;
/** In the order in which they had their papers; each cast right after. */
const voters: Voter[] = [];
/** What was found while all ballots waited, and when they were counted. */
const found: { before: string[]; keyBefore: string[]; keyAfter: string[] } = {
  before: [],
  keyBefore: [],
  keyAfter: [],
};
let inBackup: boolean[];
let superuser: pg.Client;

async function eachFile(of: string): Promise<{ name: string; bytes: Buffer }[]> {
  const names = await readdir(of, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (entry) => {
      const name = path.join(entry.parentPath, entry.name);
      return { name: path.relative(of, name), bytes: await readFile(name) };
    }),
  );
}

/** As bytes, and as whoever writes a log would write them. */
const formsOf = (secret: Buffer) => [
  secret,
  ...(["hex", "base64", "base64url"] as const).map((form) => Buffer.from(secret.toString(form))),
];

const holds = (bytes: Buffer, secret: Buffer) =>
  formsOf(secret).some((form) => bytes.includes(form));

const secretsOf = ({ receipt, secrets }: Voter) => [
  ...Object.values(secrets).map((secret) => secret.subarray(0, 16)),
  Buffer.from(receipt, "hex"),
];

/** All that PostgreSQL has in memory is on disk then, with statistics of every table. */
async function settleDisk(): Promise<void> {
  await sql`analyze`.execute(site.db);
  await sql`vacuum`.execute(site.db);
  await superuser.query("checkpoint");
}

beforeAll(async () => {
  ({ dataDir: folder } = await ballotServer({} as never));
  const settings = { fsync: "off", wal_keep_size: "2GB" };
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => {},
    settings,
    mayCreate: true,
  });
  afterFile(() => postgres.stop());
  const { connection } = postgres;
  superuser = new pg.Client({ ...connection, user: SUPERUSER });
  await superuser.connect();
  afterFile(() => superuser.end());
  await migrate(connection);
  const db = connect({ connection, poolSize: 5, onLost: () => {} });
  afterFile(() => db.destroy());
  site = await createTestApp({ LIMIT_FACTOR: "100", DATA_DIR: folder }, db);
  const surveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });
  ({ insertedId: id } = await surveyor.call(routes.createSurvey, aSecretSurvey()));
  await admin.call(routes.publishSurvey, aPublication(id));
  await addToLog(site.db);
  for (let n = 0; n < VOTERS; n += 1) {
    const person = await site.join();
    const paper = await getPaper(site, person, id);
    const vote = n % 3 === 0 ? ("yes" as const) : ("no" as const);
    const ballot = { ...paper, vote, ...(await ballotOf(site, id)) };
    const cast = await site.visitor.call(routes.castBallot, { params: { id }, body: ballot });
    voters.push({
      person,
      receipt: cast.receipt.receipt,
      secrets: {
        serial: Buffer.from(paper.serial, "base64url"),
        signature: Buffer.from(paper.signature, "base64url"),
        nonce: Buffer.from(ballot.nonce, "hex"),
      },
    });
  }
  const server = await ballotServer(db, folder);
  key = (await server.keys.find(id)) as Buffer;
  await settleDisk();
  const lengths = await sql`select distinct length(sealed) from sealed_ballots`.execute(db);
  expect(lengths.rows).toHaveLength(1);
  const file = path.join((await ballotServer(db)).dataDir, "waiting.backup");
  await writeBackup({ connection, file });
  const { line } = await readHeader(file);
  const backup = brotliDecompressSync((await readFile(file)).subarray(line.length));
  inBackup = [...voters.slice(0, LOOKED_FOR).flatMap(secretsOf), key].map((one) =>
    holds(backup, one),
  );
  // Papers are known, which shows that what is looked for would be found.
  expect(holds(backup, Buffer.from(voters[0]?.person.id ?? ""))).toBe(true);
  for (const { name, bytes } of await eachFile(folder)) {
    if (holds(bytes, key)) found.keyBefore.push(name);
    const some = voters.slice(0, LOOKED_FOR).flatMap(secretsOf);
    if (some.some((secret) => holds(bytes, secret))) found.before.push(name);
  }
  await admin.call(routes.closeSurvey, { params: { id } });
  await server.count();
  await server.keys.tend();
  await settleDisk();
  await publishAll(site.db);
  for (const { name, bytes } of await eachFile(folder)) {
    if (holds(bytes, key)) found.keyAfter.push(name);
  }
}, 600_000);

const digits = (uuid: string) => uuid.replaceAll("-", "");

/** How many of these ballots, in this order, stand where their voters stand. */
function countPairs(receipts: string[]): number {
  return receipts.filter((receipt, index) => digits(receipt) === voters[index]?.receipt).length;
}

describe("the files of a site", () => {
  it("have nothing of a ballot that waits, nor its backup, and the key where the log is not", () => {
    expect(found.before).toEqual([]);
    expect(inBackup).toEqual(inBackup.map(() => false));
    // Its own file, and perhaps the unlogged table's, which no copy of the log has.
    const elsewhere = found.keyBefore.filter(
      (name) => !/^(ballot-keys|postgres\/base)\//.test(name),
    );
    expect(elsewhere).toEqual([]);
    expect(found.keyBefore).toContainEqual(expect.stringMatching(/^ballot-keys\//));
  });

  it("have no key any more when the ballots are counted", async () => {
    expect(found.keyAfter).toEqual([]);
    expect(await readdir(path.join(folder, "ballot-keys"))).toEqual([]);
  });

  it("have no statistics of what is sealed", async () => {
    const { rows } = await sql`
      select attname from pg_stats where tablename in ('sealed_ballots', 'ballot_seals')
        and attname in ('place', 'sealed', 'key')
    `.execute(site.db);
    expect(rows).toEqual([]);
  });

  it("pair no ballot by where it first is in the log, or in any table or index", async () => {
    const order = async (secretOf: (voter: Voter) => Buffer, among: RegExp) => {
      const files = (await eachFile(folder)).filter(({ name }) => among.test(name));
      const all = Buffer.concat(
        files.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ bytes }) => bytes),
      );
      // Some are cut by the end of a page.
      return voters
        .map((voter) => ({ receipt: voter.receipt, at: all.indexOf(secretOf(voter)) }))
        .filter(({ at }) => at >= 0)
        .sort((a, b) => a.at - b.at);
    };
    const serial = ({ secrets }: Voter) => secrets.serial;
    const person = ({ person: { id: own } }: Voter) => Buffer.from(digits(own), "hex");
    for (const among of [/^postgres\/pg_wal\//, /^postgres\/base\//]) {
      const ballots = await order(serial, among);
      expect(ballots.length).toBeGreaterThan(0.9 * VOTERS);
      expect(countPairs(ballots.map(({ receipt }) => receipt))).toBeLessThan(BY_CHANCE);
    }
    // People are there in their order, so the log would tell that of ballots if it had it.
    const people = await order(person, /^postgres\/pg_wal\//);
    const inOrder = voters.filter(({ receipt }) => people.some((one) => one.receipt === receipt));
    expect(people.length).toBeGreaterThan(0.9 * VOTERS);
    expect(people.map(({ receipt }) => receipt)).toEqual(inOrder.map(({ receipt }) => receipt));
  });
});

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
        (select count(*) from ballot_inbox)::int + (select count(*) from sealed_ballots)::int as left
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
