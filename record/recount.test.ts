import { describe, expect, it } from "vitest";
import { toHex } from "./bytes.ts";
import { type Choice, commitmentOf, type Entry, toText } from "./entries.ts";
import { createRecount, type OpenedEntry } from "./recount.ts";
import { append, rootOf } from "./tiles.ts";
import { hashLeaf } from "./tree.ts";

const surveyId = "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a59";
const hash = "ab".repeat(32);
const date = "2026-11-16";

type Given = Entry | [receipt: number, Choice];

const receiptOf = (number: number) => (number * 2_654_435_761).toString(16).padStart(32, "0");
const nonce = "9".repeat(32);
const version: Given = { kind: "version" };
const question: Given = { kind: "text", hash };
const closed: Given = { kind: "closed", date };
const setAside = (...places: number[]): Given => ({ kind: "set-aside", places, reason: "", date });
const restored = (...places: number[]): Given => ({ kind: "restored", places, reason: "", date });

function open(entries: Given[]): OpenedEntry[] {
  return entries.map((entry, place) =>
    Array.isArray(entry)
      ? { place, receipt: reversed(receiptOf(entry[0])), nonce, vote: entry[1], entry: "" }
      : { place, receipt: "", nonce: "", vote: "", entry: toText(entry) },
  );
}

// The digits that differ come first, as in random receipts.
const reversed = (digits: string) => [...digits].reverse().join("");

const textOf = ({ receipt, vote, entry }: OpenedEntry) =>
  vote
    ? toText({
        kind: "vote",
        commitment: commitmentOf(surveyId, receipt, vote, { nonce, textHash: hash }),
      })
    : entry;

function recount(opened: OpenedEntry[]) {
  const counting = createRecount(surveyId);
  for (const entry of opened) counting.addOpened(entry);
  return counting.finish();
}

function recountTexts(texts: string[]) {
  const counting = createRecount(surveyId);
  for (const text of texts) counting.addText(text);
  return counting.finish();
}

const small: Given[] = [version, question, [1, "yes"], [2, "no"], [3, "yes"], [4, "yes"]];

describe("a recount", () => {
  it("counts an opened record and has its root", () => {
    const opened = open([...small, setAside(2, 3), [5, "no"], restored(3), closed]);
    const tree = { size: 0, tails: [] };
    append(
      tree,
      opened.map((entry) => hashLeaf(textOf(entry))),
    );
    expect(recount(opened)).toEqual({
      size: 10,
      root: rootOf(tree),
      yes: 2,
      no: 2,
      unopened: 0,
      setAside: 1,
      issued: null,
      givenUp: 0,
      texts: [{ hash, votes: 5 }],
      closed: date,
      newer: 0,
    });
  });

  it("counts a record that is not opened, with the same root", () => {
    const opened = open([...small, setAside(4), closed]);
    const { root, ...counts } = recountTexts(opened.map(textOf));
    expect(counts).toMatchObject({ yes: 0, no: 0, unopened: 3, setAside: 1, closed: date });
    expect(toHex(root)).toBe(toHex(recount(opened).root));
  });

  it("counts more entries than it first has room for", () => {
    const votes = Array.from({ length: 5_000 }, (_, n): Given => [n, n % 4 === 0 ? "no" : "yes"]);
    const counts = recount(open([version, question, ...votes, setAside(2, 3, 5_000)]));
    expect(counts).toMatchObject({ size: 5_003, yes: 3_748, no: 1_249, setAside: 3 });
  });

  it.each<[string, Given[]]>([
    ["Entry 0 must be the version", [[1, "yes"]]],
    ["Entry 0 must be the version", [closed]],
    ["Entry 0 must be the version", [question, version]],
    ["Entry 1 names the version a second time", [version, version]],
    ["Entry 1 is a vote, but no entry says which text it has answered", [version, [1, "yes"]]],
    ["Entry 2 repeats the text before it", [version, question, question]],
    [`Entry 2 is a vote, but the survey was closed on ${date}`, [version, closed, [1, "yes"]]],
    [`Entry 2 closes the survey, which was closed on ${date}`, [version, closed, closed]],
    ["Entry 6 names entry 0, which is no vote before it", [...small, setAside(0)]],
    ["Entry 6 names entry 6, which is no vote before it", [...small, setAside(6), [9, "no"]]],
    ["Entry 6 names entry 7, which is no vote before it", [...small, setAside(7), [9, "no"]]],
    ["Entry 6 names entry 99999, which is no vote before it", [...small, setAside(99_999)]],
    ["Entry 7 sets entry 3 aside a second time", [...small, setAside(3), setAside(2, 3)]],
    ["Entry 6 sets entry 3 aside a second time", [...small, setAside(3, 3)]],
    ["Entry 6 restores entry 2, which counts already", [...small, restored(2)]],
    [
      "Entry 8 restores entry 2, which counts already",
      [...small, setAside(2), restored(2), restored(2)],
    ],
    ["Two votes have the same receipt", [...small, [2, "yes"]]],
  ])("finds: %s", (message, entries) => {
    expect(() => recount(open(entries))).toThrow(expect.objectContaining({ message }));
  });

  it.each<[string, OpenedEntry]>([
    ["is missing; entry 2 stands there", { place: 2, receipt: "", nonce: "", vote: "", entry: "" }],
    ["can't be read", { place: 1, receipt: "", nonce: "", vote: "", entry: "vote\n" }],
    ["is a vote without", { place: 1, receipt: "", nonce: "", vote: "", entry: `vote ${hash}\n` }],
    ["is neither", { place: 1, receipt: "12", nonce, vote: "yes", entry: "" }],
    ["is neither", { place: 1, receipt: receiptOf(1), nonce: "", vote: "yes", entry: "" }],
    [
      "is neither",
      { place: 1, receipt: receiptOf(1), nonce, vote: "yes", entry: `vote ${hash}\n` },
    ],
    ["is neither", { place: 1, receipt: receiptOf(1), nonce, vote: "maybe" as Choice, entry: "" }],
  ])("finds that entry 1 %s", (message, entry) => {
    expect(() => recount([...open([version]), entry])).toThrow(`Entry 1 ${message}`);
  });

  it("counts how many votes have answered which text", () => {
    const text = (digit: string): Given => ({ kind: "text", hash: digit.repeat(64) });
    const texts: Given[] = [text("a"), [5, "yes"], [6, "no"], text("b"), [7, "no"]];
    const opened = open([...small, ...texts, setAside(7), text("a"), [8, "yes"]]);
    const counted = recount(opened);
    expect(counted).toMatchObject({ yes: 4, no: 3, setAside: 1 });
    expect(counted.texts).toEqual([
      { hash, votes: 4 },
      { hash: "a".repeat(64), votes: 3 },
      { hash: "b".repeat(64), votes: 1 },
    ]);
    const other = opened.map((entry) =>
      entry.nonce ? { ...entry, nonce: "8".repeat(32) } : entry,
    );
    expect(toHex(recount(other).root)).not.toBe(toHex(counted.root));
  });

  it("finds a repeated commitment", () => {
    const twice = ["version 2\n", `text ${hash}\n`, `vote ${hash}\n`, `vote ${hash}\n`];
    expect(() => recountTexts(twice)).toThrow("Two votes have the same receipt");
  });
});
