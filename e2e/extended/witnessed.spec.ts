import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { usualLimits } from "../../record/bounded-fetch.ts";
import { SIGNS_NOTES } from "../../record/signed-note.ts";
import { eachEntry } from "../../record/tree-reader.ts";
import { toVkey } from "../../record/vkey.ts";
import { runVerify } from "../../scripts/verify-command.ts";
import { createSiteSigner } from "../../server/record/signing/signer.ts";
import { freePort } from "../../server/testing/server-process.ts";
import { testWith } from "../other-site.ts";
import { callerOn, register } from "../people.ts";
import { makeDue, publishRecord, readKept, withDatabase } from "../records.ts";
import { expect } from "../site.ts";
import { download } from "../staff.ts";
import { result, vote } from "../surveys.ts";

// A site whose log is watched by the witness program that every site serves as one file.

const APP_SECRET = randomUUID() + randomUUID();
let witness: { process: ChildProcess; folder: string; policy: string };

const test = testWith(async () => {
  const [port, witnessPort] = [String(await freePort()), String(await freePort())];
  const name = `127.0.0.1:${port}/log`;
  const { publicKey } = createSiteSigner(APP_SECRET);
  const log = toVkey({ name, publicKey, signs: SIGNS_NOTES });
  const folder = await mkdtemp(path.join(tmpdir(), "witness-"));
  const options = ["--name", "other.example/witness", "--log", log, "--data", folder];
  const program = ["dist/web/witness.mjs", ...options, "--port", witnessPort];
  const started = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(started.stdout, "data")) as [Buffer];
  const [vkey = ""] = String(said).split("\n");
  const url = `http://127.0.0.1:${witnessPort}`;
  const policy = path.join(folder, "policy");
  await writeFile(policy, `log ${log}\nwitness other ${vkey} ${url}\nquorum other\n`);
  witness = { process: started, folder, policy };
  return { PORT: port, APP_SECRET, WITNESSES: `${vkey} ${url}` };
});
test.describe.configure({ mode: "default" });
// The site adds to its log once a minute.
test.setTimeout(300_000);
const NEXT_CHECKPOINT = { timeout: 150_000 };

test.afterAll(async () => {
  witness.process.kill();
  await rm(witness.folder, { recursive: true });
});

test("a vote, its receipt, the next checkpoint with a witness, the check, and a visitor's recount", async ({
  page,
  newVisitor,
  otherSite,
}) => {
  const visit = callerOn(page, { site: otherSite.url });
  const id = await findOpenResult(otherSite);
  await register(page, undefined, otherSite.url);
  await page.goto(`/surveyPage/${id}`);
  await vote(page, "Yes");
  await expect.poll(() => readKept(page)).toContain("survey-receipt/v2");

  await publishRecord(id, { ...otherSite, secret: APP_SECRET });
  const { size } = await sizeOf(page, otherSite.url, id);
  // The site's own next round names the record in the log, and its witness has signed that.
  await expect(async () => {
    const note = await visit.call(routes.readLogCheckpoint);
    expect(note).toContain("— other.example/witness ");
    const entries: string[] = [];
    const files = eachEntry((file) => readLogFile(otherSite.url, file), sizeIn(note));
    for await (const entry of files) entries.push(entry);
    expect(entries.join("")).toContain(`checkpoint ${id} ${size} `);
  }).toPass(NEXT_CHECKPOINT);

  await makeDue(page);
  await page.goto(pages.contact);
  await expect.poll(() => readKept(page)).toContain('"state":"counted"');
  await page.goto(`/surveyPage/${id}`);
  await expect(result(page)).toContainText("Your vote is in the record.");

  // The saved file is checked without the site, years later, by whom its owner trusts.
  const saved = await download(page, result(page).getByRole("button", { name: "Save" }));
  const file = path.join(witness.folder, "receipt.json");
  await writeFile(file, saved.text);
  const said: string[] = [];
  const code = await runVerify(["--receipt", file, "--policy", witness.policy], {
    token: undefined,
    fetch: () => Promise.reject(new Error("no network")),
    wait: async () => {},
    limits: usualLimits,
    say: (line) => void said.push(line),
  });
  expect(said.join("\n")).toContain("other.example/witness had seen this log on");
  expect(code).toBe(0);

  const visitor = await newVisitor();
  await visitor.goto(otherSite.url + fillPath(pages.results, { id }));
  const shown = visitor.getByRole("main");
  await expect(shown).toContainText(/Verified .+ by 1 witness that this site names/);
  await visitor.getByText("Check this result", { exact: true }).click();
  await expect(shown).toContainText("The recount agrees with the result");
});

/** A survey of the demo whose result everybody sees. */
function findOpenResult(site: { url: string; dataDir: string }): Promise<string> {
  return withDatabase(async (db) => {
    const open = db.selectFrom("surveys").select("id").where("results", "=", "always");
    const { id } = await open
      .where("status", "=", "published")
      .where("closes_at", "is", null)
      .executeTakeFirstOrThrow();
    return id;
  }, site);
}

async function sizeOf(page: Page, site: string, id: string): Promise<{ size: number }> {
  const note = await callerOn(page, { site }).call(routes.readCheckpoint, { params: { id } });
  return { size: sizeIn(note) };
}

const sizeIn = (note: string) => Number(note.split("\n")[1]);

async function readLogFile(site: string, file: string): Promise<Uint8Array | null> {
  const answer = await fetch(`${site}/log/${file}`);
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
}
