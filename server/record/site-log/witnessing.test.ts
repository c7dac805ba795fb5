import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { openCosignatures } from "../../../record/cosignature.ts";
import { type Evidence, judgeEvidence, parseEvidence } from "../../../record/evidence.ts";
import { WrongRecord } from "../../../record/faults.ts";
import { openLogged, proveLogged } from "../../../record/lasting.ts";
import { parseLogKey, toVkey, type Vkey } from "../../../record/vkey.ts";
import { createWitnessServer } from "../../../scripts/witness-server.ts";
import { openWitnessStore } from "../../../scripts/witness-store.ts";
import { afterFile } from "../../testing/after-file.ts";
import { aVote } from "../../testing/inputs.ts";
import { readRecord, sourceOf } from "../../testing/record-source.ts";
import { createTestApp, createTestDatabase, type TestApp } from "../../testing/test-app.ts";
import { addToLog, logDeps, verifyLog } from "../../testing/test-log.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { createSiteSigner } from "../signing/signer.ts";
import { publishCosigned } from "./cosigner.ts";
import { appendToLog } from "./publisher.ts";
import { createWitnessGateway, type Witness } from "./witness-gateway.ts";

// Two sites on one machine, each of which watches the other.

interface Watched {
  site: TestApp;
  host: string;
  /** Who watches this site. */
  witness: Witness;
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startWitness(name: string, log: Vkey): Promise<Witness> {
  const folder = await mkdtemp(path.join(tmpdir(), "witness-"));
  const store = await openWitnessStore(folder, name, () => new Date());
  afterFile(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return { key: store.key, url: await listen(createWitnessServer({ store, logs: [log] })) };
}

/** The log of a site begins, its key is told to the other, whose address this site is told. */
async function createWatched(host: string, other: string): Promise<Watched> {
  const db = await createTestDatabase();
  await addTestSurvey(db, { results: "always" });
  await addToLog(db, { host });
  const origin = `${host}/log`;
  const publicKey = logDeps(db).signer.publicKey;
  const witness = await startWitness(`${other}/witness`, { name: origin, publicKey, signs: 1 });
  const site = await createTestApp({ WITNESSES: `${toVkey(witness.key)} ${witness.url}` }, db);
  return { site, host, witness };
}

const SECRET_BEFORE = "the secret of last year, which is long enough";
const SILENT_WITNESS = "a witness does not tell what it has seen of the log";

let a: Watched;
let b: Watched;
beforeAll(async () => {
  a = await createWatched("a.example", "b.example");
  b = await createWatched("b.example", "a.example");
});

const round = ({ site, host, witness }: Watched) =>
  addToLog(site.db, { host, witnesses: [witness], waitMs: 5_000 });

async function vote({ site }: Watched): Promise<string> {
  const id = await addTestSurvey(site.db, { results: "always" });
  await (await site.join()).call(routes.castVote, aVote(id));
  await publishAll(site.db);
  return id;
}

/** As a stranger writes it, who has the keys from the two operators. */
async function policyOf({ site, witness }: Watched, withAddress = true): Promise<string> {
  const { keys } = await site.visitor.call(routes.readLogKeys);
  const address = withAddress ? witness.url : "";
  return `log ${keys[0]?.vkey}\nwitness other ${toVkey(witness.key)} ${address}\nquorum other\n`;
}

/** The operator of a site rewrites its history, with its own key and all that it has. */
async function rewrite({ site }: Watched): Promise<void> {
  await sql`truncate log_entries, log_tiles, log_surveys`.execute(site.db);
  await sql`update log_head set size = 0, checkpoint = '', published = '', published_size = 0`.execute(
    site.db,
  );
  await sql`update surveys set results = 'voted'`.execute(site.db);
}

describe("a site that has witnesses", () => {
  it("signs with both keys at once when its secret changes, also if the log does not grow", async () => {
    const db = await createTestDatabase();
    await addTestSurvey(db, { results: "always" });
    const { publicKey } = createSiteSigner(SECRET_BEFORE);
    const key = { name: "k.example/log", publicKey, signs: 1 };
    const witness = await startWitness("l.example/witness", key);
    await addToLog(db, { host: "k.example", secret: SECRET_BEFORE, witnesses: [witness] });
    const address = `${toVkey(witness.key)} ${witness.url}`;
    const settings = { APP_SECRET_BEFORE: SECRET_BEFORE, WITNESSES: address };
    const site = await createTestApp(settings, db);
    // At a first look only the newest key is known, with a policy only the one before.
    const { keys } = await site.visitor.call(routes.readLogKeys);
    expect(keys[0]?.vkey).not.toBe(toVkey(key));
    const policy = `log ${toVkey(key)}\nwitness w ${address}\nquorum w\n`;
    expect((await verifyLog(site)).wrong).toEqual([]);
    expect((await verifyLog(site, { policy })).wrong).toEqual([]);
    const note = await site.visitor.call(routes.readLogCheckpoint);
    expect(await openCosignatures(note, [witness.key])).toHaveLength(1);
  });

  it("does not go on from less than they have seen, though nothing of its own remembers it", async () => {
    const watched = await createWatched("m.example", "n.example");
    await round(watched);
    const { db } = watched.site;
    const early = await db.selectFrom("log_head").selectAll().executeTakeFirstOrThrow();
    const tiles = await db.selectFrom("log_tiles").selectAll().execute();
    await vote(watched);
    await round(watched);
    await sql`delete from log_tiles`.execute(db);
    await db.insertInto("log_tiles").values(tiles).execute();
    await sql`delete from log_entries where position >= ${early.size}`.execute(db);
    await db.updateTable("log_head").set(early).execute();
    const start = (url: string) =>
      createTestApp({ WITNESSES: `${toVkey(watched.witness.key)} ${url}` }, db);
    const site = await start(watched.witness.url);
    expect(await site.visitor.status(routes.readLogCheckpoint)).toBe(503);
    expect((await site.inject({ url: "/metrics" })).body).toContain("site_log_broken 1");
    // One that can't be reached, or answers nonsense, keeps nobody from starting.
    const nonsense = await listen(createServer((_request, answer) => answer.end("a\n\n— b c\n")));
    for (const url of [nonsense, "http://127.0.0.1:9"]) {
      const other = await start(url);
      expect(await other.visitor.status(routes.readLogCheckpoint)).toBe(200);
      expect(other.logged.some(({ msg }) => msg === SILENT_WITNESS)).toBe(true);
    }
  });
});

describe("two sites that watch each other", () => {
  it("sign each other's checkpoints, and a stranger sees it", async () => {
    for (const watched of [a, b]) {
      await round(watched);
      await vote(watched);
      await round(watched);
      const policy = await policyOf(watched);
      const { wrong, findings, kept } = await verifyLog(watched.site, { policy });
      expect(wrong).toEqual([]);
      expect(findings.map(({ text }) => text).join("\n")).toContain("witnessed by");
      const { witnesses, quorum } = await watched.site.visitor.call(routes.readLogKeys);
      expect(quorum).toBe(1);
      expect(Date.now() - Date.parse(witnesses[0]?.signedAt ?? "")).toBeLessThan(60_000);
      await round(watched);
      await vote(watched);
      await round(watched);
      expect((await verifyLog(watched.site, { policy, kept })).wrong).toEqual([]);
    }
  });

  it("don't sign a history that one of them has rewritten, and a stranger's first look tells", async () => {
    const watched = await createWatched("c.example", "d.example");
    await vote(watched);
    await round(watched);
    const policy = await policyOf(watched);
    const before = await watched.site.visitor.call(routes.readLogCheckpoint);
    expect((await verifyLog(watched.site, { policy })).wrong).toEqual([]);

    await rewrite(watched);
    await round(watched);
    const shorter = await verifyLog(watched.site, { policy });
    expect(shorter.surveys).toBeNull();
    // Now it is longer than the one that the witness has seen.
    for (let n = 0; n < 3; n += 1) await vote(watched);
    await round(watched);
    const after = await watched.site.visitor.call(routes.readLogCheckpoint);
    await expect(openCosignatures(after, [watched.witness.key])).resolves.toEqual([]);
    const { witnesses } = await watched.site.visitor.call(routes.readLogKeys);
    expect(witnesses).toEqual([{ vkey: toVkey(watched.witness.key), signedAt: null }]);

    const { wrong } = await verifyLog(watched.site, { policy });
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatchObject({
      verdict: "wrong",
      text: expect.stringContaining("two histories"),
    });
    // Both are signed with the site's own key, so a third person sees it too.
    const evidence = wrong[0]?.evidence;
    expect(evidence).toMatchObject({ kind: "two-histories", survey: "log" });
    expect([evidence?.earlier, evidence?.later].map((note) => note?.split("\n\n")[0])).toEqual(
      [before, after].map((note) => note.split("\n\n")[0]),
    );
    const judged = (change: Partial<Evidence>) =>
      judgeEvidence(parseEvidence(JSON.stringify({ ...evidence, ...change })));
    expect(await judged({})).toMatchObject({ proven: true });
    expect(await judged({ later: before })).toMatchObject({ proven: false });
    expect(await judged({ survey: randomUUID() })).toMatchObject({ proven: false });
    const offline = await verifyLog(watched.site, { policy: await policyOf(watched, false) });
    expect(offline.wrong.map(({ text }) => text).join()).toContain("Too few witnesses have signed");
    const own = await verifyLog(watched.site);
    expect(own.wrong.map(({ text }) => text).join()).toContain("Too few witnesses have signed");
  });

  it("see that one was put back to an earlier state", async () => {
    const watched = await createWatched("e.example", "f.example");
    await round(watched);
    const policy = await policyOf(watched);
    const { db } = watched.site;
    const head = await db.selectFrom("log_head").selectAll().executeTakeFirstOrThrow();
    const tiles = await db.selectFrom("log_tiles").selectAll().execute();
    await vote(watched);
    await round(watched);
    await sql`delete from log_tiles`.execute(db);
    await db.insertInto("log_tiles").values(tiles).execute();
    await sql`delete from log_entries where position >= ${head.size}`.execute(db);
    await db.updateTable("log_head").set(head).execute();
    const { wrong } = await verifyLog(watched.site, { policy });
    expect(wrong[0]).toMatchObject({ verdict: "wrong", text: expect.stringContaining("shrunk") });
    const { evidence } = wrong[0] ?? {};
    expect(evidence).toMatchObject({ kind: "shrunk", survey: "log" });
    // Both are signed, but nothing shows which of them was served later.
    expect(await judgeEvidence(evidence as Evidence)).toEqual({
      proven: false,
      text: expect.stringContaining("The site has signed both states"),
    });
  });
});

describe("what a voter keeps", () => {
  it("shows without the site that their vote was in the record, and who has seen the log", async () => {
    const surveyId = await vote(a);
    await round(a);
    const entries = await readRecord(a.site, surveyId);
    const place = entries.findIndex((entry) => entry.startsWith("vote "));
    const recordEntry = entries[place] ?? "";
    const asked: string[] = [];
    const source = sourceOf(a.site, surveyId);
    const readFile = (path: string) => {
      asked.push(path);
      return source.readFile(path);
    };
    const given = { surveyId, receipt: "0".repeat(32) };
    const proof = await proveLogged(given, place, { ...source, readFile });
    if (!proof) throw new Error("Not in the log");
    const kept = proof.logged;
    // The same whichever vote it is about: the record is read whole.
    expect(new Set(asked)).toEqual(new Set([`tile/0/000.p/${entries.length}`]));
    const { keys } = await a.site.visitor.call(routes.readLogKeys);
    const trusted = {
      logs: keys.map(({ vkey }) => parseLogKey(vkey)),
      witnesses: [a.witness.key],
    };
    const opened = await openLogged(surveyId, recordEntry, kept, trusted);
    expect(opened.head.origin).toBe("a.example/log");
    expect(opened.cosignatures.map(({ witness }) => witness.name)).toEqual(["b.example/witness"]);

    const open = (entry: string, given: typeof kept, id = surveyId) =>
      openLogged(id, entry, given, trusted);
    const vote0 = `vote ${"0".repeat(64)}\n`;
    await expect(open(vote0, kept)).rejects.toThrow("not in the record");
    const lie = kept.entry.replace(/ (\d+) /, (_, size) => ` ${Number(size) + 1} `);
    await expect(open(recordEntry, { ...kept, entry: lie })).rejects.toThrow(WrongRecord);
    await expect(open(recordEntry, kept, crypto.randomUUID())).rejects.toThrow("something else");
    await expect(open(recordEntry, { ...kept, entry: "x" })).rejects.toThrow("names no tree");
    await expect(open(recordEntry, { ...kept, proof: ["x"] })).rejects.toThrow("can't be read");
    await expect(open(recordEntry, { ...kept, logProof: "x" })).rejects.toThrow("can't be read");
    const other = kept.logProof.replace(/index \d+/, "index 0");
    await expect(open(recordEntry, { ...kept, logProof: other })).rejects.toThrow("does not have");
    const unsigned = kept.logProof.replace("— a.example", "— x.example");
    await expect(open(recordEntry, { ...kept, logProof: unsigned })).rejects.toThrow("not signed");
    expect(await proveLogged(given, 999, source)).toBeNull();
  });
});

describe("a stranger who checks the log", () => {
  it("is told of a log that vanished, another key, a missing file and forged entries", async () => {
    await round(a);
    const { kept } = await verifyLog(a.site);
    const gone = await verifyLog(a.site, { kept, source: { readCheckpoint: async () => null } });
    expect(gone.wrong[0]?.text).toContain("has vanished");
    const policy = await policyOf(a);
    const never = await verifyLog(a.site, { policy, source: { readAbout: async () => null } });
    expect(never.wrong).toMatchObject([{ verdict: "unchecked" }]);
    const otherKey = await verifyLog(a.site, { policy: await policyOf(b) });
    expect(otherKey.wrong[0]?.text).toContain("knows no log with the name a.example/log");
    const missing = await verifyLog(a.site, { source: { readFile: async () => null } });
    expect(missing.wrong[0]?.text).toContain("is missing");
    const { readFile } = (await import("../../testing/test-log.ts")).logSource(a.site);
    const forged = await verifyLog(a.site, {
      source: {
        async readFile(file) {
          const bytes = await readFile(file);
          if (bytes) bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
          return bytes;
        },
      },
    });
    expect(forged.wrong[0]?.text).toContain("are not those that the site has signed");
    const later = new Date(Date.now() + 2 * 24 * 3_600_000);
    const stale = await verifyLog(a.site, { now: later });
    expect(stale.wrong.map(({ verdict }) => verdict)).toEqual(["unchecked", "unchecked"]);
  });

  it("is told of a closing that was backdated", async () => {
    const id = await vote(a);
    await round(a);
    await sql`update surveys set closes_at = now() - interval '3 days' where id = ${id}`.execute(
      a.site.db,
    );
    await publishAll(a.site.db);
    await round(a);
    const { wrong } = await verifyLog(a.site);
    expect(wrong.map(({ text }) => text).join()).toContain(`The closing of ${id} is backdated`);
    await sql`update surveys set closes_at = null where id = ${id}`.execute(a.site.db);
  });
});

describe("a witness that does not do its part", () => {
  /** Publishes the newest checkpoint with such a witness. Returns what was logged, and how long it took. */
  async function publishWith(answer: Parameters<typeof createServer>[1], waitMs = 2_000) {
    const url = await listen(createServer(answer as never));
    const { key } = b.witness;
    const logged: string[] = [];
    const tell = (context: { err: Error }) => void logged.push(String(context.err));
    const deps = { ...logDeps(b.site.db, { host: b.host }), log: { warn: tell, error: tell } };
    await vote(b);
    await appendToLog(deps as never);
    const { size } = await b.site.db
      .selectFrom("log_head")
      .select("size")
      .executeTakeFirstOrThrow();
    await sql`update log_head set asked_at = 'epoch'`.execute(b.site.db);
    const start = performance.now();
    const states: boolean[] = [];
    await publishCosigned({
      ...(deps as ReturnType<typeof logDeps>),
      gateway: createWitnessGateway(),
      witnesses: [{ key, url }],
      quorum: 1,
      waitMs,
      onQuorum: (missing) => states.push(missing),
    });
    const note = await b.site.visitor.call(routes.readLogCheckpoint);
    expect(note.split("\n")[1]).toBe(String(size));
    expect(note.match(/^— /gm)).toHaveLength(1);
    expect(states).toEqual([true]);
    return { logged: logged.join(), ms: performance.now() - start };
  }

  it("and never answers makes a checkpoint late, and no later", async () => {
    const { ms } = await publishWith(() => {}, 1_000);
    expect(ms).toBeGreaterThan(900);
    expect(ms).toBeLessThan(15_000);
  });

  it("and sends this server elsewhere is not followed", async () => {
    let followed = false;
    const elsewhere = await listen(
      createServer((_, response) => {
        followed = true;
        response.end();
      }),
    );
    await publishWith((_, response) => response.writeHead(307, { location: elsewhere }).end());
    expect(followed).toBe(false);
  });

  it.each([
    ["too much", 200, "x".repeat(100_000), "too much"],
    ["nothing", 200, "", "without its signature"],
    ["somebody else's signature", 200, "— other AAAA\n", "without its signature"],
    ["no size", 409, "many\n", "Not a size"],
    ["the same refusal again and again", 409, "0\n", "another size"],
    ["that it has seen more", 409, "999999\n", "It has seen 999999 entries"],
    ["that this is another history", 422, "", "not a continuation"],
    ["with a failure", 500, "", "answers 500"],
  ])("and answers %s is told of in the log", async (_, status, text, words) => {
    const { logged } = await publishWith((_, response) => response.writeHead(status).end(text));
    expect(logged).toContain(words);
  });

  it("has a key that a log does not have", () => {
    expect(() => parseLogKey(toVkey(a.witness.key))).toThrow("Not the key of a log");
  });
});
