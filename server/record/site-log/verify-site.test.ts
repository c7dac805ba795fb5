import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { usualLimits } from "../../../record/bounded-fetch.ts";
import { writeReceiptFile } from "../../../record/receipt-file.ts";
import { runVerify } from "../../../scripts/verify-command.ts";
import { aPublication, aRejection, aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addToLog } from "../../testing/test-log.ts";
import { fetchFrom, publishAll, verify, waitForLists } from "../../testing/test-record.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

// What a stranger's first run finds because of the log.

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

async function createVoted(): Promise<{ id: string; person: Person }> {
  const id = await addTestSurvey(site.db, { results: "always" });
  const person = await site.join();
  for (const voter of [person, await site.join(), await site.join()]) {
    await voter.call(routes.castVote, aVote(id));
  }
  await publishAll(site.db);
  await addToLog(site.db);
  return { id, person };
}

/** The record of a survey made anew by the operator, with other votes and the site's own key. */
async function rewrite(id: string): Promise<void> {
  await sql`delete from record_entries where survey_id = ${id}`.execute(site.db);
  await sql`delete from record_tiles where survey_id = ${id}`.execute(site.db);
  await sql`delete from record_hours where survey_id = ${id}`.execute(site.db);
  await sql`delete from records where survey_id = ${id}`.execute(site.db);
  await sql`update votes set vote = 'no' where survey_id = ${id}`.execute(site.db);
  await sql`update survey_tallies set yes = 0, no = 3 where survey_id = ${id}`.execute(site.db);
  await publishAll(site.db);
}

describe("a stranger's first run", () => {
  it("finds nothing wrong with an honest site, and reads its log", async () => {
    const { id } = await createVoted();
    const { findings, wrong, kept } = await verify(site);
    expect(wrong).toEqual([]);
    expect(
      findings
        .filter(({ about }) => about === "log")
        .map(({ text }) => text)
        .join(),
    ).toMatch(/entries about \d+ surveys, as signed/);
    expect(findings.some(({ about }) => about === id)).toBe(true);
    await createVoted();
    // One that was taken down still has its record.
    const admin = await site.join({ admin: true });
    await admin.call(routes.unpublishSurvey, aRejection(id));
    await addToLog(site.db);
    expect((await verify(site, { kept })).wrong).toEqual([]);
    expect((await verify(site)).wrong).toEqual([]);
    await admin.call(routes.publishSurvey, aPublication(id));
    await addToLog(site.db);
    await waitForLists();
    expect((await verify(site, { kept })).wrong).toEqual([]);
    const named = await sql<{ text: string }>`select text from log_entries
      where survey_id = ${id} order by position desc limit 2`.execute(site.db);
    expect(named.rows.map(({ text }) => text)).toEqual([
      `shown-again ${id}\n`,
      `taken-down ${id}\n`,
    ]);
  });

  it("is told of a survey or a record that the log does not name, and the next one that it is wrong", async () => {
    const { id } = await createVoted();
    const hidden = await addTestSurvey(site.db, { results: "always" });
    await (await site.join()).call(routes.castVote, aVote(id));
    await publishAll(site.db);
    // What was entered in the record a moment ago may not be in the log yet.
    const unnamed = [expect.stringContaining("the log of the site does not name it")];
    // The list of surveys is kept for a second, and what was listed before has been logged.
    const first = await vi.waitFor(async () => {
      const found = await verify(site);
      expect(found.wrong).toEqual(unnamed);
      return found;
    });
    expect(first.kept?.surveys[id]?.unlogged).toMatchObject({ size: 6 });
    const kept = structuredClone(first.kept);
    const anHourAgo = (again: string) => {
      const { unlogged } = kept?.surveys[again] ?? {};
      if (unlogged) unlogged.at = new Date(Date.now() - 3_600_000).toISOString();
    };
    anHourAgo(id);
    anHourAgo(hidden);
    const { findings } = await verify(site, { kept });
    const textOf = (one: string) =>
      findings.find(({ about, verdict }) => about === one && verdict === "wrong")?.text;
    expect(textOf(id)).toContain("showed its record with 6 entries, but its log does not name");
    expect(textOf(hidden)).toContain("the site showed it, but its log does not name that");
    await addToLog(site.db);
    const after = await verify(site, { kept });
    expect(after.wrong).toEqual([]);
    expect(after.kept?.surveys[id]?.unlogged).toBeUndefined();
  });

  it("is told of terms that are shown otherwise than the log says, and of a record that is not closed", async () => {
    const { id } = await createVoted();
    const set = (closes: string) =>
      sql`update surveys set closes_at = now() + ${closes}::interval where id = ${id}`.execute(
        site.db,
      );
    await set("1 day");
    expect((await verify(site, { ids: [id] })).wrong[0]).toContain("its log: never");
    await addToLog(site.db);
    expect((await verify(site, { ids: [id] })).wrong).toEqual([]);
    const later = new Date(Date.now() + 26 * 3_600_000);
    const { wrong } = await verify(site, { ids: [id], now: later });
    expect(wrong.join()).toContain("but its record does not say so");
  });

  it("finds a record that was rewritten after the log had named it", async () => {
    const { id } = await createVoted();
    await rewrite(id);
    const { findings } = await verify(site);
    const found = findings.find(({ about }) => about === id);
    expect(found).toMatchObject({ verdict: "wrong" });
    expect(found?.text).toContain("the log of the site names");
    await sql`delete from records where survey_id = ${id}`.execute(site.db);
    const again = await createTestApp({}, site.db);
    const gone = (await verify(again)).findings.find(({ about }) => about === id);
    expect(gone?.text).toContain("The record has vanished");
    await sql`truncate log_head, log_entries, log_tiles, log_surveys`.execute(site.db);
  });
});

describe("a receipt", () => {
  it("is completed while the site answers, and checked without it", async () => {
    const { id, person } = await createVoted();
    const receipt = await person.call(routes.readVoteReceipt, { params: { id } });
    const keys = await site.visitor.call(routes.readRecordKeys);
    const folder = await mkdtemp(path.join(tmpdir(), "receipt-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "receipt.json");
    const { vote: choice, ...rest } = receipt;
    const whole = { ...rest, choice, surveyId: id, title: "T", language: "en" };
    const kept = { ...whole, keys: keys.map(({ publicKey }) => publicKey) };
    await writeFile(file, writeReceiptFile(kept as never, "https://example.org/checkReceipt"));

    const said: string[] = [];
    const run = (fetchIt: typeof fetch, ...args: string[]) =>
      runVerify(args, {
        token: undefined,
        fetch: fetchIt,
        wait: waitForLists,
        limits: usualLimits,
        say: (line) => void said.push(line),
      });
    const nobody: typeof fetch = () => Promise.reject(new Error("no network"));
    expect(await run(nobody, "--receipt", file)).toBe(2);
    const online = fetchFrom(site, (body) => body);
    expect(await run(online, "http://localhost:3000", "--keep", file)).toBe(0);
    // Without a policy only the site's own signature is known.
    expect(await run(nobody, "--receipt", file)).toBe(2);
    expect(said.join("\n")).toContain("names this record");

    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace('"choice": "yes"', '"choice": "no"'));
    expect(await run(nobody, "--receipt", file)).toBe(1);
  });
});
