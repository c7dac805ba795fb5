import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { usualLimits } from "../../../record/bounded-fetch.ts";
import { cosign } from "../../../record/cosignature.ts";
import { SIGNS_CHECKPOINTS, SIGNS_NOTES, textOfNote } from "../../../record/signed-note.ts";
import { toVkey, type Vkey } from "../../../record/vkey.ts";
import { runVerify } from "../../../scripts/verify-command.ts";
import { afterFile } from "../../testing/after-file.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addToLog, logDeps } from "../../testing/test-log.ts";
import { publishAll, verify, waitForLists } from "../../testing/test-record.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { openSigningKey } from "../signing/signing-key.ts";

// An opened record that somebody downloads, keeps, and checks without the site.

vi.setConfig({ testTimeout: 60_000 });

let site: TestApp;
let log: Vkey;
const witnesses = [createWitness("town.example"), createWitness("paper.example")];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "opened-"));
  afterFile(() => rm(folder, { recursive: true }));
  site = await createTestApp();
  const { signer, host } = logDeps(site.db);
  log = { name: `${host}/log`, publicKey: signer.publicKey, signs: SIGNS_NOTES };
});

interface Witness {
  key: Vkey;
  cosign(note: string): string;
}

function createWitness(host: string): Witness {
  const { publicKey, sign } = openSigningKey(randomBytes(32));
  const key = { name: `${host}/witness`, publicKey, signs: SIGNS_CHECKPOINTS };
  const now = () => Math.floor(Date.now() / 1_000);
  return { key, cosign: (note) => cosign(textOfNote(note), key, now(), sign) };
}

/** Brings the log up to date, and all witnesses sign it. */
async function addWitnessed(): Promise<void> {
  await addToLog(site.db);
  const { published } = await site.db
    .selectFrom("log_head")
    .select("published")
    .executeTakeFirstOrThrow();
  const signed = [published, ...witnesses.map((one) => one.cosign(published))].join("");
  await site.db.updateTable("log_head").set({ published: signed }).execute();
}

async function vote(id: string, choices: ("yes" | "no")[]): Promise<void> {
  for (const choice of choices) await (await site.join()).call(routes.castVote, aVote(id, choice));
  await publishAll(site.db);
}

async function createVoted(): Promise<string> {
  const id = await addTestSurvey(site.db, { results: "always" });
  await vote(id, ["yes", "yes", "no"]);
  return id;
}

async function createLogged(): Promise<string> {
  const id = await createVoted();
  await addWitnessed();
  return id;
}

async function download(id: string, format = "json"): Promise<string> {
  const answer = await site.inject({ url: `/record/${id}/opened?format=${format}` });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

/** As a stranger writes it, who has the keys from the operators. */
function policyOf(all: Witness[]): string {
  const named = all.map(({ key }, index) => `witness w${index} ${toVkey(key)}`);
  const group = `group all-of-them all ${all.map((_, index) => `w${index}`).join(" ")}`;
  return [`log ${toVkey(log)}`, ...named, group, "quorum all-of-them", ""].join("\n");
}

/** Runs the verifier without the site. */
async function check(opened: string, policy?: string) {
  const write = async (name: string, text: string) => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const args = ["--opened", await write("opened.json", opened)];
  if (policy) args.push("--policy", await write("policy.txt", policy));
  const said: string[] = [];
  const code = await runVerify(args, {
    token: undefined,
    fetch: () => Promise.reject(new Error("no network")),
    wait: waitForLists,
    limits: usualLimits,
    say: (line) => void said.push(line),
  });
  return { code, said: said.join("\n") };
}

/** The last line is no entry. */
const withoutOfLog = (opened: string) =>
  opened.replace(/,\n\{[^\n]*"entry":"log [^\n]*\n\]\n$/, "\n]\n");

describe("an opened record", () => {
  it("shows without the site what was counted, and that the witnesses of a policy have seen it", async () => {
    const id = await createLogged();
    const opened = await download(id);
    const { code, said } = await check(opened, policyOf(witnesses));
    expect(said).toContain(`The record of ${id}: 2 yes, 1 no, 0 set aside`);
    expect(said).toContain("The log example.org/log names this record");
    expect(said).toContain("town.example/witness had seen this log on");
    expect(said).toContain("paper.example/witness had seen this log on");
    expect(code).toBe(0);
    const alone = await check(opened);
    expect(alone.said).toContain("Without a policy only the site's own signature is known");
    expect(alone.code).toBe(2);
    // The same stands in the other format, and a check of the site itself goes by its log.
    const [, line] = /^(\{.*"entry":"log .*\})$/m.exec(opened) ?? [];
    const { place, entry } = JSON.parse(line ?? "{}") as { place: number; entry: string };
    expect(place).toBe(5);
    expect(await download(id, "csv")).toContain(`${place},,,,"${entry.replaceAll('"', '""')}"`);
    expect((await verify(site, { ids: [id] })).wrong).toEqual([]);
  });

  it("that too few witnesses have signed is not enough", async () => {
    const id = await createLogged();
    const third = createWitness("absent.example");
    const { code, said } = await check(await download(id), policyOf([...witnesses, third]));
    expect(said).toContain("Too few witnesses of the policy have signed");
    expect(code).toBe(2);
  });

  it("with a forged signature of a witness or of the log is wrong", async () => {
    const id = await createLogged();
    const opened = await download(id);
    /** Changes the last bytes of a signature in the file. */
    const forge = (name: string) =>
      opened.replace(new RegExp(`(— ${name} [\\w+/]+?)([\\w+/]{8})(=*\\\\)`), "$1AAAAAAAA$3");
    const policy = policyOf(witnesses);
    const cosigned = await check(forge("town\\.example/witness"), policy);
    expect(cosigned).toMatchObject({ code: 1, said: expect.stringContaining("is forged") });
    const signed = await check(forge("example\\.org/log"), policy);
    expect(signed).toMatchObject({ code: 1, said: expect.stringContaining("is not signed") });
    // Another log, which the same witnesses may watch.
    const { publicKey } = logDeps(site.db, { secret: "another secret of 32 characters." }).signer;
    const ofOther = policy.replace(toVkey(log), toVkey({ ...log, publicKey }));
    expect((await check(opened, ofOther)).code).toBe(1);
  });

  it("with other votes than the log names is wrong", async () => {
    const id = await createLogged();
    const opened = await download(id);
    const policy = policyOf(witnesses);
    const flipped = opened.replace('"vote":"yes"', '"vote":"no"');
    expect((await check(flipped, policy)).said).toContain("not those that the site has signed");
    const shorter = opened.replace(/^\{"place":4,.*\n/m, "");
    expect(await check(shorter, policy)).toMatchObject({ code: 1 });
    // The proof of another record.
    const [, ofOther = ""] = /("entry":"log .*)/.exec(await download(await createLogged())) ?? [];
    const exchanged = opened.replace(/"entry":"log .*/, () => ofOther);
    expect((await check(exchanged, policy)).code).toBe(1);
    expect((await check(opened.replace("log {", "log [{"), policy)).code).toBe(2);
  });

  it("with entries that the log does not name yet counts only those that it names", async () => {
    const id = await createLogged();
    await vote(id, ["no", "no"]);
    const { code, said } = await check(await download(id), policyOf(witnesses));
    expect(said).toContain("2 yes, 1 no");
    expect(said).toContain("2 later entries, which the log does not name, are left out");
    expect(code).toBe(0);
  });

  it("without the log's line is checked as before", async () => {
    const id = await createVoted();
    const before = await download(id);
    expect(before).not.toContain('"entry":"log ');
    expect(await check(before)).toMatchObject({
      code: 2,
      said: expect.stringContaining("nothing of the site's log"),
    });
    await addWitnessed();
    expect(withoutOfLog(await download(id))).toBe(before);
    const { wrong } = await verify(site, { ids: [id], onTheWay: withoutOfLog });
    expect(wrong).toEqual([]);
  });

  it("is served without it while the log is not the one that the site has signed", async () => {
    const id = await createLogged();
    const head = await site.db.selectFrom("log_head").selectAll().executeTakeFirstOrThrow();
    await sql`update log_head set published = replace(published, '/log', '/fog')`.execute(site.db);
    expect(await site.visitor.status(routes.readLogCheckpoint)).toBe(503);
    expect(await download(id)).not.toContain('"entry":"log ');
    await site.db.updateTable("log_head").set(head).execute();
  });
});
