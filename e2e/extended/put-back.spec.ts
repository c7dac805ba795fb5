import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { usualLimits } from "../../record/bounded-fetch.ts";
import { checkpointOf } from "../../record/checkpoint.ts";
import { SIGNS_NOTES } from "../../record/signed-note.ts";
import { eachEntry } from "../../record/tree-reader.ts";
import { toVkey } from "../../record/vkey.ts";
import { runVerify } from "../../scripts/verify-command.ts";
import { createSiteSigner } from "../../server/record/signing/signer.ts";
import { freePort } from "../../server/testing/server-process.ts";
import { testWith } from "../other-site.ts";
import { callerOn, register } from "../people.ts";
import { makeDue, publishRecord, readKept, withDatabase } from "../records.ts";
import { type RunningSite, startSite } from "../server.ts";
import { expect } from "../site.ts";
import { download } from "../staff.ts";
import { result, vote } from "../surveys.ts";

// A vote is proved in a log that two witnesses have signed; then an older backup is restored.

const APP_SECRET = randomUUID() + randomUUID();
const witnesses: ChildProcess[] = [];
let folder: string;
let policy: string;
let settings: Record<string, string>;

const test = testWith(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "put-back-"));
  const port = String(await freePort());
  const { publicKey } = createSiteSigner(APP_SECRET);
  const log = toVkey({ name: `127.0.0.1:${port}/log`, publicKey, signs: SIGNS_NOTES });
  const named = [await startWitness("town", log), await startWitness("paper", log)];
  policy = path.join(folder, "policy");
  const lines = named.map(({ name, vkey, url }) => `witness ${name} ${vkey} ${url}`);
  await writeFile(
    policy,
    [`log ${log}`, ...lines, "group both all town paper", "quorum both"].join("\n"),
  );
  const WITNESSES = named.map(({ vkey, url }) => `${vkey} ${url}`).join(",");
  settings = { PORT: port, APP_SECRET, WITNESSES, WITNESS_QUORUM: "2" };
  return settings;
});
test.describe.configure({ mode: "default" });
const LATER = { timeout: 240_000 };
// The site adds to its log once a minute, and three servers start one after the other.
test.setTimeout(600_000);

async function startWitness(name: string, log: string) {
  const port = String(await freePort());
  const options = ["--name", `${name}.example/witness`, "--log", log, "--port", port];
  const program = ["dist/web/witness.mjs", ...options, "--data", path.join(folder, name)];
  const started = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  witnesses.push(started);
  const [said] = (await once(started.stdout, "data")) as [Buffer];
  const [vkey = ""] = String(said).split("\n");
  return { name, vkey, url: `http://127.0.0.1:${port}` };
}

test.afterAll(async () => {
  for (const witness of witnesses) witness.kill();
  await rm(folder, { recursive: true });
});

test("page and verifier tell whoever has a proved receipt that an older backup was restored", async ({
  page,
  newVisitor,
  otherSite,
  expectComplaint,
}) => {
  const visit = callerOn(page, { site: otherSite.url });
  const id = await findOpenResult(otherSite);
  await register(page, undefined, otherSite.url);
  await waitForLog(otherSite.url);
  const backup = path.join(folder, "site.backup");
  await run("backup", backup, otherSite.dataDir);

  await page.goto(`/surveyPage/${id}`);
  await vote(page, "Yes");
  await expect.poll(() => readKept(page)).toContain("survey-receipt/v2");
  await publishRecord(id, { ...otherSite, secret: APP_SECRET });
  const { size } = checkpointOf(await visit.call(routes.readCheckpoint, { params: { id } }));
  await expect(async () => {
    const note = await visit.call(routes.readLogCheckpoint);
    expect(note).toContain("— town.example/witness ");
    expect(note).toContain("— paper.example/witness ");
    const entries: string[] = [];
    const readFile = (file: string) => readLogFile(otherSite.url, file);
    for await (const entry of eachEntry(readFile, checkpointOf(note).size)) entries.push(entry);
    expect(entries.join("")).toContain(`checkpoint ${id} ${size} `);
  }).toPass(LATER);
  // Two hours later by the clock of this device, which so looks for its vote in the log.
  await page.clock.setFixedTime(Date.now() + 2 * 60 * 60_000);
  await makeDue(page);
  await page.goto(pages.contact);
  await expect.poll(() => readKept(page)).toContain('"state":"counted"');
  // Both have signed the state of the log in which the vote was seen.
  const kept = await readKept(page);
  expect(kept).toContain("logProof");
  expect(kept).toContain("— town.example/witness ");
  expect(kept).toContain("— paper.example/witness ");
  await page.goto(`/surveyPage/${id}`);
  const saved = await download(page, result(page).getByRole("button", { name: "Save" }));
  const receipt = path.join(folder, "receipt.json");
  await writeFile(receipt, saved.text);
  expect((await verifyWith(otherSite.url, receipt)).said).not.toContain("WRONG");
  const before = checkpointOf(await visit.call(routes.readLogCheckpoint)).size;
  // A page that follows the result would complain of a server that is gone.
  await page.goto("about:blank");
  await otherSite.end();

  // With the file, by a clock that is right: the promise is not due yet.
  const visitor = await newVisitor();
  const dataDir = path.join(folder, "restored");
  await run("restore", backup, dataDir);
  const restored = await startSite({ ...settings, DATA_DIR: dataDir });
  // The witnesses have told it that its log was longer, so it refuses to serve less.
  const refused = await fetch(`${restored.url}/log/checkpoint`);
  expect(refused.status).toBe(503);
  expectComplaint(/503 .*log\/(keys|checkpoint)/);
  await expectOutcome(visitor, restored.url, receipt, "The record was rewritten");
  const looked = await verifyWith(restored.url, receipt);
  expect(looked.said).toMatch(/WRONG {3}\S+ {2}The record has (shrunk|vanished)/);
  expect(looked.said).toContain("/log/keys: the site refuses it, because what it has stored");
  expect(looked.code).toBe(1);
  await restored.stop();

  // Its operator makes it go on from there, as the documents tell, and it grows again.
  await rm(path.join(dataDir, "log-head"));
  const again = await startSite({
    ...settings,
    WITNESSES: "",
    WITNESS_QUORUM: "",
    DATA_DIR: dataDir,
  });
  await waitForLog(again.url);
  const now = await visit.call(routes.readLogCheckpoint);
  expect(checkpointOf(now).size).toBeLessThan(before);
  await expectOutcome(visitor, again.url, receipt, "The site was put back to an earlier state");
  const grown = await verifyWith(again.url, receipt);
  expect(grown.said).toContain(
    `The log has shrunk from ${before} to ${checkpointOf(now).size} entries`,
  );
  expect(grown.code).toBe(1);
  await again.stop();
});

/** A site begins its log within a minute; before, a page is told that there is none. */
const waitForLog = (url: string) =>
  expect.poll(async () => (await fetch(`${url}/log/checkpoint`)).status, LATER).toBe(200);

/** What the page says of the receipt in a file. */
async function expectOutcome(page: Page, url: string, receipt: string, title: string) {
  await page.goto(url + pages.checkReceipt);
  await page.locator('input[type="file"]').setInputFiles(receipt);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("Not in the record yet")).toBeHidden();
}

async function verifyWith(url: string, receipt: string) {
  const lines: string[] = [];
  const state = path.join(folder, `${randomUUID()}.json`);
  const code = await runVerify([url, "--with", receipt, "--policy", policy, "--state", state], {
    token: undefined,
    fetch,
    wait: async () => {},
    limits: usualLimits,
    say: (line) => void lines.push(line),
  });
  return { code, said: lines.join("\n") };
}

/** As an operator runs it. */
async function run(command: string, file: string, dataDir: string): Promise<void> {
  await promisify(execFile)(process.execPath, [`dist/scripts/${command}.js`, file], {
    env: { PATH: process.env.PATH, APP_SECRET, DATA_DIR: dataDir, NODE_ENV: "development" },
  });
}

/** A survey of the demo whose result everybody sees. */
function findOpenResult(site: RunningSite): Promise<string> {
  return withDatabase(async (db) => {
    const open = db.selectFrom("surveys").select("id").where("results", "=", "always");
    const { id } = await open
      .where("status", "=", "published")
      .where("closes_at", "is", null)
      .executeTakeFirstOrThrow();
    return id;
  }, site);
}

async function readLogFile(site: string, file: string): Promise<Uint8Array | null> {
  const answer = await fetch(`${site}/log/${file}`);
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
}
