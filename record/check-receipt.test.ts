import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { toBase64, toHex, utf8 } from "./bytes.ts";
import { checkReceipt } from "./check-receipt.ts";
import { checkpointText, promiseText } from "./checkpoint.ts";
import { commitmentOf, type Entry, toText } from "./entries.ts";
import { type KeptReceipt, parseFragment, toFragment } from "./receipt-file.ts";
import {
  type Outcome,
  type RecordSource,
  steps,
  type Verdict,
  type VoteProof,
} from "./receipt-outcome.ts";
import { signNote } from "./signed-note.ts";
import { append, hashRanges, rootOf, type Tile, type TreeEnd } from "./tiles.ts";
import { consistencyRanges, hashLeaf, inclusionRanges } from "./tree.ts";

const surveyId = "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a59";
const origin = `example.org/record/${surveyId}`;
const receipt = "00112233445566778899aabbccddeeff";
const by = "2026-01-01T13:00:00.000Z";
const early = new Date("2026-01-01T12:30:00.000Z");
const late = new Date("2026-01-01T13:30:00.000Z");

function makeSite(seed: string) {
  const prefix = "302e020100300506032b657004220420";
  const der = Buffer.from(prefix + seed.repeat(32), "hex");
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = Uint8Array.from(spki.subarray(-32));
  return {
    publicKey: toBase64(publicKey),
    sign: (text: string) =>
      signNote(text, { name: origin, publicKey }, (data) => sign(null, data, key)),
  };
}
const ours = makeSite("01");
const theirs = makeSite("02");

/** A record with these entries, as an honest site would serve it. */
function serve(texts: string[], site = ours): RecordSource & { checkpoint: string } {
  const leaves = texts.map((text) => hashLeaf(utf8(text)));
  const tree: TreeEnd = { size: 0, tails: [] };
  append(tree, leaves);
  const { size } = tree;
  // The tests' records fit into one tile.
  const tiles: Tile[] = [{ level: 0, number: 0, hashes: leaves }];
  const checkpoint = site.sign(checkpointText({ origin, size, root: rootOf(tree) }));
  const prove = (place: number) => hashRanges(inclusionRanges(place, size), tiles).map(toHex);
  return {
    checkpoint,
    readKeys: async () => [site.publicKey],
    readCheckpoint: async () => checkpoint,
    async proveVote(given) {
      const place = texts.findIndex((text) => text === vote(given, "yes") || text === vote(given));
      if (place < 0) return null;
      const changed = texts.findLastIndex((text) => /^(set-aside|restored) /.test(text));
      const change =
        changed < 0 ? null : { place: changed, entry: texts[changed] ?? "", proof: prove(changed) };
      return { checkpoint, place, proof: prove(place), change };
    },
    async proveConsistency(from) {
      if (from > size) return null;
      return { checkpoint, proof: hashRanges(consistencyRanges(from, size), tiles).map(toHex) };
    },
  };
}

function vote(of: string, choice: "yes" | "no" = "no"): string {
  return toText({ kind: "vote", commitment: commitmentOf(surveyId, of, choice) });
}

const question = toText({ kind: "question", hash: "ab".repeat(32) });
const others = ["1", "2", "3", "4"].map((digit) => vote(digit.repeat(32)));
const before = [question, ...others.slice(0, 2)];
const complete = [...before, vote(receipt), ...others.slice(2)];

const kept: KeptReceipt = {
  surveyId,
  title: "Is this checked?",
  receipt,
  choice: "no",
  origin,
  promise: ours.sign(
    promiseText({ origin, commitment: commitmentOf(surveyId, receipt, "no"), by }),
  ),
  checkpoint: serve(before).checkpoint,
  keys: [ours.publicKey],
};

function aside(kind: "set-aside" | "restored", places: number[]): string {
  const entry: Entry = { kind, places, reason: "Bots", date: "2026-01-02" };
  return toText(entry);
}

it("finds a vote that is counted, and says what was checked", async () => {
  const source = serve(complete);
  const outcome = await checkReceipt(kept, source, late);
  expect(outcome).toEqual({
    verdict: "counted",
    passed: steps,
    by,
    choice: "no",
    place: 3,
    size: 6,
    checkpoint: source.checkpoint,
  });
});

it("checks what it can without a file", async () => {
  const source = serve(complete);
  const digits = await checkReceipt({ surveyId, receipt }, source, late);
  expect(digits).toMatchObject({ verdict: "counted", choice: "no" });
  expect(digits.passed).toEqual(["checkpoint", "inclusion"]);
  const scanned = parseFragment(toFragment(kept));
  const paper = await checkReceipt(scanned ?? { surveyId, receipt }, source, late);
  expect(paper).toMatchObject({ verdict: "counted", by });
  expect(paper.passed).toEqual(["promise", "commitment", "checkpoint", "inclusion"]);
});

it("trusts a receipt from before the first checkpoint", async () => {
  const outcome = await checkReceipt({ ...kept, checkpoint: null }, serve(complete), late);
  expect(outcome.verdict).toBe("counted");
  expect(outcome.passed).not.toContain("consistency");
});

const rewritten = [...before.slice(0, 2), vote("5".repeat(32)), ...complete.slice(3)];
const withChoice = (choice: "yes" | "no") => ({
  ...kept,
  choice,
  promise: ours.sign(
    promiseText({ origin, commitment: commitmentOf(surveyId, receipt, choice), by }),
  ),
});
const lying = (change: Partial<RecordSource>) => ({ ...serve(complete), ...change });
const unreachable = async () => {
  throw new Error("No network");
};
const proving = (wrong: Partial<VoteProof>) =>
  lying({
    proveVote: async (given) => {
      const found = await serve(complete).proveVote(given);
      return found && { ...found, ...wrong };
    },
  });

const cases: [string, Verdict, Partial<KeptReceipt>, RecordSource, Date?][] = [
  ["waits within the promised time", "waiting", {}, serve(before), early],
  ["waits for the first checkpoint", "waiting", { checkpoint: null }, noRecord(), early],
  ["finds a broken promise", "promise-broken", {}, serve(before)],
  ["finds a record that is gone", "rewritten", {}, noRecord()],
  ["finds the other choice", "other-choice", withChoice("yes"), serve(complete)],
  ["finds a changed vote of somebody else", "rewritten", {}, serve(rewritten)],
  ["finds a dropped vote of somebody else", "rewritten", {}, serve(complete.toSpliced(1, 1))],
  ["finds a record that was cut off", "rewritten", {}, serve(before.slice(0, 2))],
  ["finds a site that proves no growth", "rewritten", {}, lying({ proveConsistency: none })],
  ["refuses a proof of another place", "wrong-proof", {}, proving({ place: 4 })],
  ["refuses a proof that is no hash", "wrong-proof", {}, proving({ proof: ["zz"] })],
  ["refuses a site with another key", "other-key", {}, serve(complete, theirs)],
  [
    "refuses a record that is signed with another key",
    "other-key",
    { checkpoint: null },
    proving({ checkpoint: serve(complete, theirs).checkpoint }),
  ],
  ["refuses a file with another key", "other-key", fileOf(theirs), serve(complete)],
  ["refuses a changed choice in the file", "damaged", { choice: "yes" }, serve(complete)],
  ["refuses a changed receipt in the file", "damaged", { receipt: "a".repeat(32) }, serve(before)],
  [
    "refuses a later promise in the file",
    "damaged",
    { promise: kept.promise.replace("2026", "2027") },
    serve(before),
  ],
  [
    "refuses a changed checkpoint in the file",
    "damaged",
    { checkpoint: kept.checkpoint?.replace("\n3\n", "\n4\n") ?? null },
    serve(complete),
  ],
  ["says that the network is gone", "unreachable", {}, lying({ proveVote: unreachable })],
  [
    "finds a vote that is set aside",
    "set-aside",
    {},
    serve([...complete, aside("set-aside", [3])]),
  ],
  [
    "finds a vote that counts again",
    "counted",
    {},
    serve([...complete, aside("set-aside", [3]), aside("restored", [3])]),
  ],
  [
    "refuses a change of another vote",
    "wrong-proof",
    {},
    serve([...complete, aside("set-aside", [2])]),
  ],
];

function noRecord(): RecordSource {
  return {
    readKeys: async () => [ours.publicKey],
    readCheckpoint: none,
    proveVote: none,
    proveConsistency: none,
  };
}

async function none() {
  return null;
}

function fileOf({ publicKey, sign: signed }: typeof ours): Partial<KeptReceipt> {
  const text = promiseText({ origin, commitment: commitmentOf(surveyId, receipt, "no"), by });
  return { keys: [publicKey], promise: signed(text), checkpoint: null };
}

it.each(cases)("%s", async (_, verdict, changed, source, now = late) => {
  const outcome = await checkReceipt({ ...kept, ...changed }, source, now);
  expect(outcome.verdict).toBe(verdict);
});

it("says why a vote is set aside, and what was checked before the network was gone", async () => {
  const set = serve([...complete, aside("set-aside", [3])]);
  const expected: Partial<Outcome> = { reason: "Bots", date: "2026-01-02", choice: "no" };
  expect(await checkReceipt(kept, set, late)).toMatchObject(expected);
  const gone = await checkReceipt(kept, lying({ readKeys: unreachable }), late);
  expect(gone).toMatchObject({ message: "No network", passed: steps.slice(0, 3) });
});

it("finds nothing for digits that nobody has, and promises nothing", async () => {
  const unknown = { surveyId, receipt: "a".repeat(32) };
  expect((await checkReceipt(unknown, serve(complete), late)).verdict).toBe("not-recorded");
  expect((await checkReceipt(unknown, noRecord(), late)).verdict).toBe("not-recorded");
});

it("asks again when the record grows between two answers", async () => {
  const grown = serve(complete);
  const states = [serve(complete.slice(0, 4)), grown];
  const source = {
    ...grown,
    proveVote: async (given: string) => states.shift()?.proveVote(given) ?? null,
  };
  expect((await checkReceipt(kept, source, late)).verdict).toBe("counted");
  expect(states).toEqual([]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it("says that this browser can't check signatures", async () => {
  vi.stubGlobal("crypto", {});
  expect((await checkReceipt(kept, serve(complete), late)).verdict).toBe("no-signatures");
});
