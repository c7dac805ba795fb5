import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { toBase64, toHex } from "../../../record/bytes.ts";
import { openCheckpoint } from "../../../record/checkpoint.ts";
import { append, bundlesOf, readBundle, rootOf, tilePath } from "../../../record/tiles.ts";
import { hashLeaf } from "../../../record/tree.ts";
import { parseLogKey } from "../../../record/vkey.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, TEST_SECRET, type TestApp } from "../../testing/test-app.ts";
import { addToLog, inMemory, logDeps } from "../../testing/test-log.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { createLastHead } from "./last-head.ts";
import { appendToLog } from "./publisher.ts";

const NEW_SECRET = "another secret that is long enough";

let site: TestApp;
let surveyId: string;

beforeAll(async () => {
  site = await createTestApp();
});

beforeEach(async () => {
  await sql`truncate log_head, log_entries, log_tiles, record_keys, log_surveys`.execute(site.db);
  surveyId = await addTestSurvey(site.db, { results: "always" });
});

async function vote(id = surveyId): Promise<void> {
  await (await site.join()).call(routes.castVote, aVote(id));
  await publishAll(site.db);
}

async function bytesOf(url: string) {
  const answer = await site.inject({ url });
  expect(answer.statusCode, answer.body).toBe(200);
  return { bytes: Uint8Array.from(answer.rawPayload), headers: answer.headers };
}

/** All entries as a stranger reads them, after their hashes were compared with the signed root. */
async function readLog(): Promise<string[]> {
  const { keys } = await site.visitor.call(routes.readLogKeys);
  const note = await site.visitor.call(routes.readLogCheckpoint);
  const head = await openCheckpoint(
    note,
    keys.map(({ vkey }) => parseLogKey(vkey)),
  );
  const entries: string[] = [];
  for (const bundle of bundlesOf(head.size)) {
    const { bytes } = await bytesOf(`/log/${tilePath(bundle)}`);
    entries.push(...readBundle(bytes, bundle.width));
  }
  const end = { size: 0, tails: [] };
  append(
    end,
    entries.map((entry) => hashLeaf(entry)),
  );
  expect(toBase64(rootOf(end))).toBe(toBase64(head.root));
  return entries;
}

/** About this survey, without its id. */
async function readShort(): Promise<string[]> {
  const entries = await readLog();
  return entries
    .filter((entry) => entry.includes(surveyId))
    .map((entry) => entry.replace(`${surveyId} `, "").trimEnd());
}

describe("the log", () => {
  it("is not there before it has begun", async () => {
    expect((await site.visitor.refused(routes.readLogCheckpoint)).code).toBe("not_found");
    expect((await site.inject({ url: "/log/tile/0/000.p/1" })).statusCode).toBe(404);
  });

  it("says what becomes of a survey, in the order in which it happens", async () => {
    await addToLog(site.db);
    await vote();
    await addToLog(site.db);
    const note = await site.visitor.call(routes.readCheckpoint, { params: { id: surveyId } });
    const [, size, root] = note.split("\n");
    const closes = new Date(Date.now() - 3 * 60_000);
    await sql`update surveys set closes_at = ${closes} where id = ${surveyId}`.execute(site.db);
    await publishAll(site.db);
    await addToLog(site.db);
    const entries = await readShort();
    expect(entries[0]).toBe('terms {"opens":null,"closes":null,"results":"always"}');
    expect(entries).toContain(`checkpoint ${size} ${root}`);
    const changed = JSON.stringify({
      opens: null,
      closes: closes.toISOString(),
      results: "always",
    });
    expect(entries.slice(-3)).toEqual([
      `terms ${changed}`,
      `closed ${closes.toISOString().slice(0, 10)}`,
      expect.stringMatching(/^checkpoint \d+ /),
    ]);
  });

  it("says nothing twice, and that nothing has happened once an hour", async () => {
    await addToLog(site.db);
    const before = await readLog();
    expect(before.at(-1)).toMatch(/^time 20/);
    await addToLog(site.db);
    expect(await readLog()).toEqual(before);
    await sql`update log_head set timed_at = now() - interval '1 hour'`.execute(site.db);
    await addToLog(site.db);
    expect(await readLog()).toEqual([...before, expect.stringMatching(/^time 20/)]);
  });

  it("has no drafts in it, and goes on with the record of a survey that was taken down", async () => {
    const draft = await addTestSurvey(site.db, { status: "pending" });
    await vote();
    await sql`update surveys set status = 'unpublish' where id = ${surveyId}`.execute(site.db);
    await addToLog(site.db);
    const entries = (await readLog()).join("");
    expect(entries).toContain(`checkpoint ${surveyId}`);
    expect(entries).not.toContain(draft);
  });

  it("is written in parts by several servers at once, each survey once", async () => {
    const more = Array.from({ length: 1_100 }, () => randomUUID());
    onTestFinished(async () => {
      await sql`delete from surveys where id = any(${more}::uuid[])`.execute(site.db);
    });
    await sql`
      insert into surveys (id, title, description, category, question, status, published_at, surveyor_id)
      select g.id, 'T', 'D', 'politics', 'Q?', 'published', now(), s.surveyor_id
      from unnest(${more}::uuid[]) as g (id), surveys as s where s.id = ${surveyId}
    `.execute(site.db);
    await Promise.all([addToLog(site.db), addToLog(site.db), addToLog(site.db)]);
    await addToLog(site.db);
    const terms = (await readLog()).filter((entry) => entry.startsWith("terms "));
    const named = terms.map((entry) => entry.split(" ")[1] ?? "");
    expect(named).toEqual(expect.arrayContaining([surveyId, ...more]));
    expect(new Set(named).size).toBe(named.length);
    const full = await bytesOf("/log/tile/0/000");
    expect(full.bytes).toHaveLength(256 * 32);
    expect(full.headers["cache-control"]).toContain("immutable");
  });
});

describe("a tile of the log", () => {
  it("is a file for everybody and every cache", async () => {
    await addToLog(site.db);
    const { headers, bytes } = await bytesOf("/log/tile/0/000.p/1");
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=3600",
    });
    const [first] = await readLog();
    expect(toHex(bytes)).toBe(toHex(hashLeaf(first ?? "")));
    const answer = await site.inject({
      url: "/log/tile/entries/000.p/1",
      headers: { "accept-encoding": "gzip" },
    });
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(answer.headers.vary).toBe("accept-encoding");
    const checkpoint = await site.inject({ url: "/log/checkpoint" });
    expect(checkpoint.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
    });
  });

  it.each(["0/000", "0/000.p/200", "0/001.p/1", "1/000.p/1", "9/000", "entries/000", "x", "0/0"])(
    "is missing at %s while the log is short",
    async (address) => {
      await addToLog(site.db);
      const answer = await site.inject({ url: `/log/tile/${address}` });
      expect(answer.statusCode).toBe(404);
    },
  );
});

describe("the log is not signed", () => {
  async function expectRefused(work: () => Promise<unknown>): Promise<void> {
    const known = { last: inMemory() };
    await addToLog(site.db, known);
    await vote();
    await addToLog(site.db, known);
    const before = await site.visitor.call(routes.readLogCheckpoint);
    await work();
    await vote();
    const states: boolean[] = [];
    await appendToLog({ ...logDeps(site.db, known), onState: (broken) => states.push(broken) });
    expect(states).toEqual([true]);
    const { checkpoint } = await site.db
      .selectFrom("log_head")
      .select("checkpoint")
      .executeTakeFirstOrThrow();
    expect(checkpoint.split("\n")[1]).toBe(before.split("\n")[1]);
  }

  it("if its checkpoint is somebody else's", () =>
    expectRefused(() =>
      sql`update log_head set checkpoint = replace(checkpoint, E'\\n— ', E'\\n— x')`.execute(
        site.db,
      ),
    ));

  it("if its tiles are others", () =>
    expectRefused(() =>
      sql`update log_tiles set hashes = set_byte(hashes, 5, (get_byte(hashes, 5) + 1) % 256)`.execute(
        site.db,
      ),
    ));

  it("if a tile is gone", () => expectRefused(() => sql`delete from log_tiles`.execute(site.db)));

  it("if the database was put back to an earlier state, after the server has started again", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "log-head-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "data/log-head");
    const failed: unknown[] = [];
    const open = () => createLastHead(file, (error) => failed.push(error));
    await addToLog(site.db, { last: open() });
    const early = await site.db.selectFrom("log_head").selectAll().executeTakeFirstOrThrow();
    const tiles = await site.db.selectFrom("log_tiles").selectAll().execute();
    await vote();
    await addToLog(site.db, { last: open() });
    const kept = await readFile(file, "utf8");
    expect(kept).not.toBe(early.checkpoint);

    await sql`delete from log_tiles`.execute(site.db);
    await site.db.insertInto("log_tiles").values(tiles).execute();
    await sql`delete from log_entries where position >= ${early.size}`.execute(site.db);
    await site.db.updateTable("log_head").set(early).execute();
    const states: boolean[] = [];
    const onState = (broken: boolean) => states.push(broken);
    await appendToLog({ ...logDeps(site.db), last: open(), onState });
    expect(states).toEqual([true]);
    // Once somebody has seen to it, the log goes on.
    await rm(file);
    await appendToLog({ ...logDeps(site.db), last: open(), onState });
    expect(states).toEqual([true, false]);
    expect(failed).toEqual([]);
    await writeFile(file, "not a note\n");
    await expect(open().read("example.org/log")).rejects.toThrow();
  });

  it("and nobody gets it, while everything else goes on", async () => {
    await addToLog(site.db);
    await sql`update log_head set published = replace(published, E'\\n— ', E'\\n— x')`.execute(
      site.db,
    );
    for (const url of ["/log/checkpoint", "/log/keys", "/log/tile/0/000.p/1"]) {
      expect((await site.inject({ url })).statusCode).toBe(503);
    }
    expect((await site.inject({ url: "/metrics" })).body).toContain("site_log_broken 1");
    await vote();
  });
});

describe("the key of the log", () => {
  it("is handed over when the secret changes, and both sign while both are known", async () => {
    await addToLog(site.db);
    const { keys: before } = await site.visitor.call(routes.readLogKeys);
    await addToLog(site.db, { secret: NEW_SECRET, appSecretBefore: TEST_SECRET });
    const { rows } = await sql<{ checkpoint: string }>`select checkpoint from log_head`.execute(
      site.db,
    );
    const note = rows[0]?.checkpoint ?? "";
    expect(note.match(/^— /gm)).toHaveLength(2);
    const [known] = before.map(({ vkey }) => parseLogKey(vkey));
    await expect(openCheckpoint(note, known ? [known] : [])).resolves.toBeDefined();
    const listed = await site.db.selectFrom("record_keys").selectAll().execute();
    expect(listed.filter(({ hand_over }) => hand_over !== null)).toHaveLength(1);

    // Without the old secret, it goes on with the new key alone.
    await addToLog(site.db, { secret: NEW_SECRET });
    const { rows: after } = await sql<{ checkpoint: string }>`
      select checkpoint from log_head`.execute(site.db);
    expect(after[0]?.checkpoint.match(/^— /gm)).toHaveLength(1);
  });

  it("that was lost is believed if the operator names it, and introduces nothing", async () => {
    await addToLog(site.db);
    const { keys } = await site.visitor.call(routes.readLogKeys);
    const states: boolean[] = [];
    const onState = (broken: boolean) => states.push(broken);
    const secret = NEW_SECRET;
    await appendToLog({ ...logDeps(site.db, { secret }), onState });
    const signingKeyBefore = Buffer.from(keys[0]?.publicKey ?? "", "base64");
    await appendToLog({ ...logDeps(site.db, { secret, signingKeyBefore }), onState });
    await appendToLog({ ...logDeps(site.db, { secret }), onState });
    expect(states).toEqual([true, false, false]);
    const listed = await site.db.selectFrom("record_keys").selectAll().execute();
    expect(listed.map(({ hand_over }) => hand_over)).toEqual([null, null]);
  });
});
