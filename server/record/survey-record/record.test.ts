import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { fromBase64 } from "../../../record/bytes.ts";
import { openCheckpoint } from "../../../record/checkpoint.ts";
import { commitmentOf, toText } from "../../../record/entries.ts";
import { openPromise } from "../../../record/promises.ts";
import type { OpenedEntry } from "../../../record/recount.ts";
import { append, rootOf, type TreeEnd } from "../../../record/tiles.ts";
import { hashLeaf } from "../../../record/tree.ts";
import { aVote } from "../../testing/inputs.ts";
import { readRecord } from "../../testing/record-source.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVote } from "../../testing/test-surveys.ts";
import { insertEntries, textOf } from "./enter-queries.ts";
import { readEntries } from "./reading-queries.ts";

let site: TestApp;
let surveyId: string;
let voters: Person[];

const publish = () => publishAll(site.db);

async function vote(person: Person, choice: "yes" | "no"): Promise<void> {
  await person.call(routes.castVote, aVote(surveyId, choice));
}

beforeAll(async () => {
  site = await createTestApp();
  surveyId = await addTestSurvey(site.db);
  voters = await Promise.all([site.join(), site.join(), site.join()]);
  for (const [index, person] of voters.entries()) await vote(person, index === 0 ? "no" : "yes");
});

/** What the site says at its public addresses. */
async function read() {
  const { visitor } = site;
  const keys = await visitor.call(routes.readRecordKeys);
  const params = { id: surveyId };
  const [origin = ""] = (await visitor.call(routes.readCheckpoint, { params })).split("\n");
  const named = keys.map(({ publicKey }) => ({ name: origin, publicKey: fromBase64(publicKey) }));
  const open = (note: string) => openCheckpoint(note, named);
  return { params, named, open };
}

describe("a voter's receipt", () => {
  it("promises before the vote is in the record, and is proven after", async () => {
    const id = await addTestSurvey(site.db);
    const person = await site.join();
    await person.call(routes.castVote, aVote(id, "no"));
    const params = { id };
    const early = await person.call(routes.readVoteReceipt, { params });
    expect(early).toMatchObject({ vote: "no", checkpoint: null });
    expect(await site.visitor.status(routes.readCheckpoint, { params })).toBe(404);

    await publish();
    const late = await person.call(routes.readVoteReceipt, { params });
    expect(late.receipt).toBe(early.receipt);
    const [key] = await site.visitor.call(routes.readRecordKeys);
    const promised = await openPromise(late.promise, [key?.publicKey ?? ""]);
    const commitment = commitmentOf(id, late.receipt, "no", late);
    expect(promised).toMatchObject({ origin: late.origin, commitment });
    const entries = await readRecord(site, id);
    expect(entries).toContain(toText({ kind: "vote", commitment }));
  });

  it("is nobody else's, and only for those who voted", async () => {
    const params = { id: surveyId };
    const receipts = await Promise.all(
      voters.map(async (person) => (await person.call(routes.readVoteReceipt, { params })).receipt),
    );
    expect(new Set(receipts).size).toBe(3);
    const other = await site.join();
    expect(await other.status(routes.readVoteReceipt, { params })).toBe(404);
    expect(await site.visitor.status(routes.readVoteReceipt, { params })).toBe(401);
  });
});

describe("a record", () => {
  it("is told of in the list when it has begun", async () => {
    const id = await addTestSurvey(site.db);
    await addTestVote(site.db, { survey_id: id });
    const isTold = async () => {
      const listed = await site.visitor.call(routes.listSurveys);
      return listed.find(({ _id }) => _id === id)?.hasRecord;
    };
    await expect.poll(isTold).toBe(false);
    await publish();
    await expect.poll(isTold).toBe(true);
  });

  it("only grows, and proves it", async () => {
    await publish();
    const { params, open } = await read();
    const before = await open(await site.visitor.call(routes.readCheckpoint, { params }));
    await vote(await site.join(), "yes");
    await publish();
    const after = await open(await site.visitor.call(routes.readCheckpoint, { params }));
    expect(after.size).toBe(before.size + 1);
    const entries = await readRecord(site, surveyId);
    const roots = [before, after].map(({ size }) => {
      const tree: TreeEnd = { size: 0, tails: [] };
      append(
        tree,
        entries.slice(0, size).map((entry) => hashLeaf(entry)),
      );
      return rootOf(tree);
    });
    expect(roots).toEqual([before.root, after.root]);
  });

  it("is served as tiles, which never change once they are full", async () => {
    const id = await addTestSurvey(site.db);
    for (let n = 0; n < 3; n += 1) await addTestVote(site.db, { survey_id: id });
    await publish();
    const get = (path: string) => site.inject({ url: `/record/${id}/tile/${path}` });
    const hashes = await get("0/000.p/5");
    expect(hashes.headers["cache-control"]).toBe("public, max-age=3600");
    const entries = await readRecord(site, id);
    expect(hashes.rawPayload).toEqual(Buffer.concat(entries.map((entry) => hashLeaf(entry))));
    for (const path of ["0/000.p/6", "0/000", "1/000.p/1", "0/001.p/1", "entries/x.p/1"]) {
      expect((await get(path)).statusCode).toBe(404);
    }
    const none = { url: `/record/${crypto.randomUUID()}/tile/0/000.p/1` };
    expect((await site.inject(none)).statusCode).toBe(404);
    expect((await site.inject({ url: "/record/x/tile/0/000.p/1" })).statusCode).toBe(404);
  });

  it("shows commitments to everybody, and choices to those who may see the results", async () => {
    await publish();
    const { params } = await read();
    const entries = await readRecord(site, surveyId);
    const textHash = /^text ([0-9a-f]{64})\n$/.exec(entries[1] ?? "")?.[1] ?? "";
    expect(entries.slice(0, 2)).toEqual(["version 2\n", `text ${textHash}\n`]);
    const json = { params, query: { format: "json" } };
    expect(await site.visitor.status(routes.openRecord, json)).toBe(403);
    expect(await (await site.join()).status(routes.openRecord, json)).toBe(403);
    const answer = await voters[1]?.answer(routes.openRecord, json);
    const opened = JSON.parse(answer?.text ?? "[]") as OpenedEntry[];
    const texts = opened.map(({ receipt, nonce, vote: choice, entry }) => {
      if (choice === "") return entry;
      const commitment = commitmentOf(surveyId, receipt, choice, { nonce, textHash });
      return toText({ kind: "vote", commitment });
    });
    expect(texts).toEqual(entries);
    expect(opened.filter((entry) => entry.vote === "no")).toHaveLength(1);
  });

  it("is written by the database as the schema and every verifier want it", async () => {
    const id = await addTestSurvey(site.db);
    const odd = toText({
      kind: "set-aside",
      places: [1],
      reason: 'Bots "\u0001\u007f\u2028 é 🙂 \\n',
      date: "2026-01-02",
    });
    const votes = ["yes", "no"] as const;
    const stored = [
      { text: toText({ kind: "text", hash: "ab".repeat(32) }) },
      ...votes.map((choice, index) => {
        const receipt = `0${index}`.repeat(16);
        const bound = { nonce: receipt, textHash: "ab".repeat(32) };
        const commitment = commitmentOf(id, receipt, choice, bound);
        return { receipt, nonce: receipt, vote: choice, commitment };
      }),
      { text: odd },
    ];
    await insertEntries(site.db, id, 0, stored);
    const written = (from: number, before: number) => readEntries(site.db, id, { from, before });
    const texts = stored.map((entry) => textOf(entry));
    expect(await written(0, 4)).toEqual(texts);
    expect(await written(1, 3)).toEqual(texts.slice(1, 3));
    expect(await written(4, 9)).toEqual([]);
  });
});
