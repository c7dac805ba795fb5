import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../contract/routes.ts";
import { fromBase64, fromHex } from "../../record/bytes.ts";
import { openCheckpoint } from "../../record/checkpoint.ts";
import { commitmentOf, toText } from "../../record/entries.ts";
import { openPromise } from "../../record/promises.ts";
import type { OpenedEntry } from "../../record/recount.ts";
import { hashLeaf, provesConsistency, provesInclusion } from "../../record/tree.ts";
import { aVote } from "../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { publishAll } from "../testing/test-record.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";
import { insertEntries } from "./queries.ts";
import { findLastChange, readTextsAsJson } from "./reading-queries.ts";
import { textOf } from "./rules.ts";

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
    const query = { receipt: early.receipt };
    expect(await site.visitor.status(routes.proveVote, { params, query })).toBe(404);

    await publish();
    const late = await person.call(routes.readVoteReceipt, { params });
    expect(late.receipt).toBe(early.receipt);
    const [key] = await site.visitor.call(routes.readRecordKeys);
    const publicKey = fromBase64(key?.publicKey ?? "");
    const promised = await openPromise(late.promise, [key?.publicKey ?? ""]);
    const commitment = commitmentOf(id, late.receipt, "no", late);
    expect(promised).toMatchObject({ origin: late.origin, commitment });
    const proven = await site.visitor.call(routes.proveVote, { params, query });
    const tree = await openCheckpoint(proven.checkpoint, [{ name: late.origin, publicKey }]);
    const proof = proven.proof.map(fromHex);
    const entry = hashLeaf(toText({ kind: "vote", commitment }));
    expect(provesInclusion(entry, proven.place, tree, proof)).toBe(true);
    const other = toText({ kind: "vote", commitment: commitmentOf(id, late.receipt, "yes", late) });
    expect(provesInclusion(hashLeaf(other), proven.place, tree, proof)).toBe(false);
  });

  it("is found however it was typed, and nothing is found for a wrong one", async () => {
    await publish();
    const { params } = await read();
    const own = await voters[0]?.call(routes.readVoteReceipt, { params });
    const typed = own?.receipt.toUpperCase().replace(/(.{4})/g, "$1 ") ?? "";
    const query = { receipt: typed };
    const { place } = await site.visitor.call(routes.proveVote, { params, query });
    expect(place).toBeGreaterThan(0);
    const unknown = { receipt: "0".repeat(32) };
    expect(await site.visitor.status(routes.proveVote, { params, query: unknown })).toBe(404);
    const broken = { receipt: "0".repeat(31) };
    expect(await site.visitor.status(routes.proveVote, { params, query: broken })).toBe(422);
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

it("says which entry has set a vote aside, or restored it", async () => {
  await publish();
  const { params } = await read();
  const own = await voters[2]?.call(routes.readVoteReceipt, { params });
  const query = { receipt: own?.receipt ?? "" };
  const { change: none } = await site.visitor.call(routes.proveVote, { params, query });
  expect(none).toBeNull();

  const id = await addTestSurvey(site.db);
  expect(await findLastChange(site.db, id, { from: 1, before: 10 })).toBeNull();
  const day = { reason: "Bots {1}", date: "2026-01-02" };
  const texts = [
    toText({ kind: "text", hash: "ab".repeat(32) }),
    toText({ kind: "set-aside", places: [1, 12], ...day }),
    toText({ kind: "set-aside", places: [2, 11], ...day }),
    toText({ kind: "restored", places: [1], ...day }),
  ];
  await insertEntries(
    site.db,
    id,
    20,
    texts.map((text) => ({ text })),
  );
  const find = async (from: number, before = 24) =>
    (await findLastChange(site.db, id, { from, before }))?.position;
  expect(await find(1)).toBe(23);
  expect(await find(1, 23)).toBe(21);
  expect(await find(2)).toBe(22);
  expect(await find(11)).toBe(22);
  expect(await find(3)).toBeUndefined();
});

describe("a record", () => {
  it("only grows, and proves it", async () => {
    await publish();
    const { params, open } = await read();
    const before = await open(await site.visitor.call(routes.readCheckpoint, { params }));
    await vote(await site.join(), "yes");
    await publish();
    const query = { from: before.size };
    const grown = await site.visitor.call(routes.proveConsistency, { params, query });
    const after = await open(grown.checkpoint);
    expect(after.size).toBe(before.size + 1);
    expect(provesConsistency(before, after, grown.proof.map(fromHex))).toBe(true);
    const beyond = { from: after.size + 1 };
    expect(await site.visitor.status(routes.proveConsistency, { params, query: beyond })).toBe(404);
  });

  it("shows commitments to everybody, and choices to those who may see the results", async () => {
    await publish();
    const { params } = await read();
    const { entries } = await site.visitor.call(routes.listRecordEntries, { params });
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
    const written = async (from: number, before: number) =>
      JSON.parse(await readTextsAsJson(site.db, id, { from, before }));
    const texts = stored.map((entry) => textOf(entry));
    expect(await written(0, 4)).toEqual(texts);
    expect(await written(1, 3)).toEqual(texts.slice(1, 3));
    expect(await written(4, 9)).toEqual([]);

    await publish();
    const { params } = await read();
    const url = `/record/${params.id}/entries`;
    const answer = await site.inject({ url });
    expect(routes.listRecordEntries.reply.strict().parse(answer.json())).toEqual(answer.json());
    const headers = { "if-none-match": String(answer.headers.etag) };
    expect((await site.inject({ url, headers })).statusCode).toBe(304);
  });

  it("is read in parts", async () => {
    await publish();
    const { params } = await read();
    const part = { from: 1, count: 2 };
    const all = await site.visitor.call(routes.listRecordEntries, { params });
    const some = await site.visitor.call(routes.listRecordEntries, { params, query: part });
    expect(some.entries).toEqual(all.entries.slice(1, 3));
    const query = { count: 1_001 };
    expect(await site.visitor.status(routes.listRecordEntries, { params, query })).toBe(422);
  });
});
