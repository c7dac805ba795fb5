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
const question: Given = { kind: "question", hash };
const closed: Given = { kind: "closed", date };
const setAside = (...places: number[]): Given => ({ kind: "set-aside", places, reason: "", date });
const restored = (...places: number[]): Given => ({ kind: "restored", places, reason: "", date });

function open(entries: Given[]): OpenedEntry[] {
  return entries.map((entry, place) =>
    Array.isArray(entry)
      ? { place, receipt: reversed(receiptOf(entry[0])), nonce: "", vote: entry[1], entry: "" }
      : { place, receipt: "", nonce: "", vote: "", entry: toText(entry) },
  );
}

// The digits that differ come first, as in random receipts.
const reversed = (digits: string) => [...digits].reverse().join("");

const textOf = ({ receipt, vote, entry }: OpenedEntry) =>
  vote ? toText({ kind: "vote", commitment: commitmentOf(surveyId, receipt, vote) }) : entry;

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

const small: Given[] = [question, [1, "yes"], [2, "no"], [3, "yes"], [4, "yes"]];

describe("a recount", () => {
  it("counts an opened record and has its root", () => {
    const opened = open([...small, setAside(1, 2), [5, "no"], restored(2), closed]);
    const tree = { size: 0, tails: [] };
    append(
      tree,
      opened.map((entry) => hashLeaf(textOf(entry))),
    );
    expect(recount(opened)).toEqual({
      size: 9,
      root: rootOf(tree),
      yes: 2,
      no: 2,
      unopened: 0,
      setAside: 1,
      questions: [hash],
      texts: [],
      closed: date,
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
    const counts = recount(open([question, ...votes, setAside(1, 2, 4_999)]));
    expect(counts).toMatchObject({ size: 5_002, yes: 3_748, no: 1_249, setAside: 3 });
  });

  it.each<[string, Given[]]>([
    ["Entry 0 is a vote, but the first entry must be the question or the version", [[1, "yes"]]],
    ["Entry 0 must be the question or the version", [closed]],
    [`Entry 2 is a vote, but the survey was closed on ${date}`, [question, closed, [1, "yes"]]],
    [`Entry 2 closes the survey, which was closed on ${date}`, [question, closed, closed]],
    ["Entry 5 names entry 0, which is no vote before it", [...small, setAside(0)]],
    ["Entry 5 names entry 5, which is no vote before it", [...small, setAside(5), [9, "no"]]],
    ["Entry 5 names entry 6, which is no vote before it", [...small, setAside(6), [9, "no"]]],
    ["Entry 5 names entry 99999, which is no vote before it", [...small, setAside(99_999)]],
    ["Entry 6 sets entry 3 aside a second time", [...small, setAside(3), setAside(2, 3)]],
    ["Entry 5 sets entry 3 aside a second time", [...small, setAside(3, 3)]],
    ["Entry 5 restores entry 1, which counts already", [...small, restored(1)]],
    [
      "Entry 7 restores entry 1, which counts already",
      [...small, setAside(1), restored(1), restored(1)],
    ],
    ["Two votes have the same receipt", [...small, [2, "yes"]]],
  ])("finds: %s", (message, entries) => {
    expect(() => recount(open(entries))).toThrow(expect.objectContaining({ message }));
  });

  it.each<[string, OpenedEntry]>([
    ["is missing; entry 2 stands there", { place: 2, receipt: "", nonce: "", vote: "", entry: "" }],
    ["can't be read", { place: 1, receipt: "", nonce: "", vote: "", entry: "vote\n" }],
    ["is a vote without", { place: 1, receipt: "", nonce: "", vote: "", entry: `vote ${hash}\n` }],
    ["is neither", { place: 1, receipt: "12", nonce: "", vote: "yes", entry: "" }],
    [
      "is neither",
      { place: 1, receipt: receiptOf(1), nonce: "", vote: "yes", entry: `vote ${hash}\n` },
    ],
    [
      "is neither",
      { place: 1, receipt: receiptOf(1), nonce: "", vote: "maybe" as Choice, entry: "" },
    ],
  ])("finds that entry 1 %s", (message, entry) => {
    expect(() => recount([...open([question]), entry])).toThrow(`Entry 1 ${message}`);
  });

  const version: Given = { kind: "version" };
  const text = (digit: string): Given => ({ kind: "text", hash: digit.repeat(64) });
  const nonce = "9".repeat(32);
  /** As in version 2: votes have a nonce after its beginning. */
  const open2 = (entries: Given[]) => {
    const begin = entries.indexOf(version);
    return open(entries).map((entry) =>
      entry.vote && entry.place > begin ? { ...entry, nonce } : entry,
    );
  };

  it("counts how many votes have answered which text, in both versions", () => {
    const entries: Given[] = [
      ...small,
      version,
      text("a"),
      [5, "yes"],
      [6, "no"],
      text("b"),
      [7, "no"],
      setAside(7),
      text("a"),
      [8, "yes"],
    ];
    const opened = open2(entries);
    const counted = recount(opened);
    expect(counted).toMatchObject({ yes: 4, no: 3, setAside: 1, questions: [hash] });
    expect(counted.texts).toEqual([
      { hash: "a".repeat(64), votes: 3 },
      { hash: "b".repeat(64), votes: 1 },
    ]);
    const other = opened.map((entry) =>
      entry.nonce ? { ...entry, nonce: "8".repeat(32) } : entry,
    );
    expect(toHex(recount(other).root)).not.toBe(toHex(counted.root));
  });

  it.each<[string, Given[]]>([
    ["Entry 1 is a vote, but no entry says which text it has answered", [version, [1, "yes"]]],
    ["Entry 2 repeats the text before it", [version, text("a"), text("a")].slice(0, 3)],
    ["Entry 1 begins version 2 a second time", [version, { kind: "version" }]],
    ["Entry 1 is a question of version 1, but version 2 has begun", [version, question]],
    ["Entry 1 is a text of version 2, which has not begun", [question, text("a")]],
    [`Entry 2 begins version 2, but the survey was closed on ${date}`, [question, closed, version]],
  ])("finds: %s", (message, entries) => {
    expect(() => recount(open2(entries))).toThrow(expect.objectContaining({ message }));
  });

  it("finds a vote of version 2 without a nonce, one of version 1 with it, and a repeated commitment", () => {
    const without = open([version, text("a"), [1, "yes"]]);
    expect(() => recount(without)).toThrow("Entry 2 is neither");
    const [first, vote] = open([question, [1, "yes"]]);
    if (!first || !vote) throw new Error("No entries");
    expect(() => recount([first, { ...vote, nonce }])).toThrow("Entry 1 is neither");
    const twice = [toText({ kind: "question", hash }), `vote ${hash}\n`, `vote ${hash}\n`];
    expect(() => recountTexts(twice)).toThrow("Two votes have the same receipt");
  });
});
