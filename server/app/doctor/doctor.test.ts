import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { backupName, markCopied } from "../../database/backup/folder.ts";
import { migrate } from "../../database/migrate.ts";
import { startReadOnly } from "../../operations/maintenance/queries.ts";
import { readConfig } from "../../process/config.ts";
import { deriveKey } from "../../process/secret.ts";
import { createSigner } from "../../record/signing/signer.ts";
import { onDatabase } from "../../testing/built-server.ts";
import { createEmptyDatabase, ENGLISH_ONLY } from "../../testing/empty-database.ts";
import { startStripeServer } from "../../testing/stripe-server.ts";
import { createTestApp, createTestDatabase } from "../../testing/test-app.ts";
import { issuerSettings, startTestIssuer } from "../../testing/test-issuer.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVote, minutesAgo } from "../../testing/test-surveys.ts";
import { examine } from "./examine.ts";
import type { Report } from "./findings.ts";

/** What the doctor says about a site with these settings. */
async function examineWith(settings: Record<string, string>): Promise<Report[]> {
  return examine({ mailTo: undefined, load: () => readConfig(settings) });
}

/** The databases of tests are faster than safe, or slow on a busy machine, which the doctor notices. */
const isOfTests = ({ text }: Report) =>
  /^(fsync|full_page_writes|synchronous_commit) is|answers in \d+\.\d ms: each call/.test(text);

const troubles = (reports: Report[]) =>
  reports.filter((report) => report.level !== "ok" && !isOfTests(report));

async function startStripe() {
  const stripe = await startStripeServer();
  onTestFinished(() => stripe.close());
  const settings = {
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_PUBLISHABLE_KEY: "pk_test_x",
    STRIPE_WEBHOOK_SECRET: `whsec_${"x".repeat(32)}`,
    STRIPE_API_URL: stripe.url,
  };
  return { stripe, settings };
}

describe("the doctor", () => {
  it("finds nothing wrong with a healthy site", async () => {
    const site = await createTestApp();
    await addTestVote(site.db, { survey_id: await addTestSurvey(site.db) });
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = site.app.server.address() as AddressInfo;
    const { settings } = await startStripe();
    const reports = await examineWith({ ...(await onDatabase(site.db)), ...settings });
    expect(troubles(reports)).toEqual([]);
    const checked = [...new Set(reports.map(({ check }) => check))].sort();
    expect(checked).toEqual(
      "address backups clock database issuers log mail migrations node payments pictures records settings tallies version waiting".split(
        " ",
      ),
    );

    const open = await examineWith({
      ...(await onDatabase(site.db)),
      PUBLIC_URL: `http://localhost:${port}`,
      EMAIL_VERIFICATION: "off",
      PAYMENT_GATEWAY: "sandbox",
    });
    expect(open.filter(({ check }) => check === "address")).toMatchObject([
      { level: "ok", text: "The site answers at PUBLIC_URL." },
      { level: "ok" },
    ]);
  });

  it("names what is wrong in the database, and changes nothing", async () => {
    const db = await createTestDatabase();
    const survey = await addTestSurvey(db);
    await addTestVote(db, { survey_id: survey, created_at: minutesAgo(120) });
    await db.updateTable("survey_tallies").set({ no: 7 }).execute();
    await sql`insert into migrations (name) values ('999-from-the-future.sql')`.execute(db);
    const found = troubles(await examineWith(await onDatabase(db)));
    expect(found.map(({ check, level }) => `${check} ${level}`)).toEqual([
      "migrations problem",
      "tallies problem",
      "waiting problem",
    ]);
    expect(found[0]?.text).toContain("999-from-the-future.sql");
    expect(found[1]?.text).toContain("1 of 1 tallies");
    const tally = await db.selectFrom("survey_tallies").select("no").executeTakeFirst();
    expect(tally?.no).toBe(7);
  });

  it("says which version this is, and that the site is read-only", async () => {
    const db = await createTestDatabase();
    const until = new Date(Date.now() + 60_000);
    await startReadOnly(db, until);
    const reports = await examineWith(await onDatabase(db));
    const textOf = (name: string) => reports.find(({ check }) => check === name)?.text;
    expect(textOf("version")).toMatch(/^This is version \d+\.\d+\.\d+, built of commit \S+\.$/);
    expect(textOf("maintenance")).toContain(`read-only until ${until.toISOString()}`);
  });

  it("finds a record that the site has not signed", async () => {
    const db = await createTestDatabase();
    const APP_SECRET = "x".repeat(32);
    for (const seed of [deriveKey(APP_SECRET, "public record"), Buffer.alloc(32, 7)]) {
      await addTestVote(db, { survey_id: await addTestSurvey(db) });
      await publishAll(db, createSigner(seed));
    }
    const settings = { ...(await onDatabase(db)), APP_SECRET };
    const found = troubles(await examineWith(settings));
    expect(found).toMatchObject([{ check: "records", level: "problem" }]);
    expect(found[0]?.text).toContain("1 of 2 public records are not what this site has signed");
  });

  it("finds its way on an empty database, and on one of a version before 1.0", async () => {
    const { connection, db } = await createEmptyDatabase(ENGLISH_ONLY);
    const expectOnly = async (...texts: RegExp[]) => {
      const found = troubles(await examineWith(await onDatabase(db, null)));
      expect(found.map(({ text }) => text)).toEqual(
        texts.map((text) => expect.stringMatching(text)),
      );
    };
    const letters = /^The database knows only the letters of English/;
    await expectOnly(letters, /^The database has no tables of this site yet/);
    await migrate(connection);
    await expectOnly(letters);
    await sql`update migrations set name = '001-people-and-surveys.sql' where name like '001-%'`.execute(
      db,
    );
    await expectOnly(letters, /^This database was made by a version before 1\.0/);
  });

  it("says that the server can't write where its data belongs", async () => {
    const directory = await mkdtemp(path.join(tmpdir(), "survey-doctor-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const note = path.join(directory, "note");
    await writeFile(note, "");
    const found = await examineWith({ DATA_DIR: path.join(note, "data") });
    expect(found.filter(({ check }) => check === "files")).toMatchObject([
      { level: "problem", text: expect.stringContaining(`can't write to ${note}`) },
    ]);
    const fine = await examineWith({ DATA_DIR: path.join(directory, "new", "data") });
    expect(fine.filter(({ check }) => check === "files")).toEqual([]);
  });

  it("does not migrate", async () => {
    const db = await createTestDatabase();
    await sql`drop table migrations`.execute(db);
    const found = await examineWith(await onDatabase(db));
    const migrations = found.find(({ check }) => check === "migrations");
    expect(migrations).toMatchObject({ level: "warning" });
    const { rows } = await sql<{ name: string | null }>`
      select to_regclass('migrations')::text as name`.execute(db);
    expect(rows).toEqual([{ name: null }]);
  });

  it("names what can't be reached, one by one", async () => {
    const { stripe, settings } = await startStripe();
    stripe.mood = "failing";
    const found = troubles(
      await examineWith({
        DATABASE_URL: "postgres://survey@127.0.0.1:1/survey",
        APP_SECRET: "x".repeat(32),
        SMTP_URL: "smtp://127.0.0.1:1",
        PUBLIC_URL: "http://127.0.0.1:1",
        ...issuerSettings({ url: "http://127.0.0.1:1" }),
        ...settings,
      }),
    );
    const levels = Object.fromEntries(found.map(({ check, level }) => [check, level]));
    expect(levels).toMatchObject({
      database: "problem",
      mail: "problem",
      payments: "warning",
      issuers: "warning",
      address: "warning",
    });
    expect(found.find(({ check }) => check === "database")?.text).toContain(
      "DATABASE_URL: no answer",
    );
  });

  it("says whether issuers answer", async () => {
    const db = await onDatabase(await createTestDatabase());
    const found = await examineWith({ ...db, ...issuerSettings(await startTestIssuer()) });
    expect(found.find(({ check }) => check === "issuers")).toMatchObject({
      level: "ok",
      text: "The issuer of test answers.",
    });
  });

  it("gives up on a mail server that says nothing", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const db = await onDatabase(await createTestDatabase());
    const found = await examineWith({ ...db, SMTP_URL: `smtp://user:word@127.0.0.1:${port}` });
    expect(found.filter(({ check }) => check === "mail")).toMatchObject([
      { level: "problem", text: expect.stringContaining("SMTP_URL") },
    ]);
    expect(JSON.stringify(found)).not.toContain("word@");
  });

  it("says when Stripe does not know the key", async () => {
    const { settings } = await startStripe();
    const keys = { STRIPE_SECRET_KEY: "sk_live_x", STRIPE_PUBLISHABLE_KEY: "pk_live_x" };
    const db = await onDatabase(await createTestDatabase());
    const found = await examineWith({ ...db, ...settings, ...keys });
    expect(found.filter(({ check }) => check === "payments")[0]).toMatchObject({
      level: "problem",
      text: expect.stringContaining("STRIPE_SECRET_KEY"),
    });
  });

  it("reads the age of the last backup from its name", async () => {
    const directory = await mkdtemp(path.join(tmpdir(), "survey-doctor-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const settings = { ...(await onDatabase(await createTestDatabase())), BACKUP_DIR: directory };
    const backups = async () =>
      (await examineWith(settings)).filter(({ check }) => check === "backups")[0];
    expect(await backups()).toMatchObject({ level: "problem" });
    await writeFile(path.join(directory, backupName(minutesAgo(60))), "");
    expect(await backups()).toMatchObject({
      level: "ok",
      text: "The last backup is 1.0 hours old.",
    });
  });

  it("notices a program for copies that can't be run, or has not copied the newest backup", async () => {
    const directory = await mkdtemp(path.join(tmpdir(), "survey-doctor-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const backup = path.join(directory, backupName(minutesAgo(60)));
    await writeFile(backup, "");
    const database = await onDatabase(await createTestDatabase());
    const about = async (BACKUP_COMMAND: string) =>
      (await examineWith({ ...database, BACKUP_DIR: directory, BACKUP_COMMAND }))
        .filter(({ text }) => text.includes("BACKUP_COMMAND"))
        .map(({ level }) => level);
    expect(await about(backup)).toEqual(["problem"]);
    expect(await about(process.execPath)).toEqual(["warning"]);
    await markCopied(backup);
    expect(await about(process.execPath)).toEqual(["ok"]);
  });

  it("explains each setting that is wrong", async () => {
    const settings = { PORT: "many", WORKERS: "0", TRUSTED_PROXIES: "nginx" };
    expect(await examineWith(settings)).toMatchObject([
      { check: "settings", level: "problem", text: expect.stringMatching(/^PORT: /) },
      { check: "settings", level: "problem", text: expect.stringMatching(/^WORKERS: /) },
      { check: "settings", level: "problem", text: expect.stringMatching(/^TRUSTED_PROXIES: /) },
    ]);
  });

  it("asks what is meant by a setting that is nearly one, or seems to have a comment", async () => {
    const database = await onDatabase(await createTestDatabase());
    const found = await examineWith({ ...database, WORKER: "3", OPERATOR_NAME: "Ada # us" });
    expect(troubles(found)).toMatchObject([
      { check: "settings", level: "warning", text: expect.stringContaining("WORKERS") },
      { check: "settings", level: "warning", text: expect.stringContaining("OPERATOR_NAME") },
    ]);
  });

  it("creates no database where there is none yet", async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "survey-doctor-"));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const found = await examineWith({ DATA_DIR: dataDir });
    expect(found.find(({ check }) => check === "database")).toMatchObject({
      level: "warning",
      text: expect.stringContaining("the first start creates it"),
    });
    expect(existsSync(path.join(dataDir, "postgres"))).toBe(false);
  });
});
