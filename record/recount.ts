import { utf8 } from "./bytes.ts";
import { type Choice, commitmentOf, type Entry, parseEntry, toText } from "./entries.ts";
import { append, rootOf, type Tile, type TreeEnd } from "./tiles.ts";
import { hashLeaf } from "./tree.ts";

/** An entry of the opened record: a vote has receipt and choice, any other entry its text. */
export interface OpenedEntry {
  place: number;
  receipt: string;
  vote: Choice | "";
  entry: string;
}

export interface Recount {
  size: number;
  root: Uint8Array;
  /** The votes that count. Those whose choice is not known are `unopened`. */
  yes: number;
  no: number;
  unopened: number;
  setAside: number;
  /** The hashes of the texts that people were asked, in their order. */
  questions: string[];
  /** The day on which the survey was closed. */
  closed: string | null;
}

/** Says in words what is wrong with a record. Anything else that is thrown is another failure. */
export class WrongRecord extends Error {}

type Counted = "yes" | "no" | "unopened";
// What is kept of each entry: which vote it is, if it is one, and whether it is set aside.
const NO_VOTE = 0;
const kept = { yes: 1, no: 2, unopened: 3 };
const counted: Counted[] = ["yes", "no", "unopened"];
const SET_ASIDE = 4;

/**
 * Counts a record from its first entry to its last, and computes the root of its tree. Keeps nine
 * bytes of each entry. Throws `WrongRecord` for the first thing that is wrong. `onTiles` is told
 * which tiles of the tree an entry has changed.
 */
export function createRecount(surveyId: string, onTiles?: (changed: Tile[]) => void) {
  const tree: TreeEnd = { size: 0, tails: [] };
  const counts = { yes: 0, no: 0, unopened: 0, setAside: 0 };
  const questions: string[] = [];
  let closed: string | null = null;
  let votes = new Uint8Array(1_024);
  let receipts = new BigUint64Array(1_024);
  let receiptCount = 0;

  function wrong(what: string): never {
    throw new WrongRecord(`Entry ${tree.size} ${what}`);
  }

  function addVote(as: Counted): void {
    if (tree.size === 0) wrong("is a vote, but the first entry must be the question");
    if (closed) wrong(`is a vote, but the survey was closed on ${closed}`);
    votes[tree.size] = kept[as];
    counts[as] += 1;
  }

  function addLeaf(text: string): void {
    const changed = append(tree, [hashLeaf(utf8(text))]);
    onTiles?.(changed);
    if (tree.size < votes.length) return;
    const longer = new Uint8Array(votes.length * 2);
    longer.set(votes);
    votes = longer;
  }

  function changeVotes({ kind, places }: Extract<Entry, { places: number[] }>): void {
    for (const place of places) {
      // A place that is not there yet has no vote either.
      const vote = place < tree.size ? (votes[place] ?? NO_VOTE) : NO_VOTE;
      if (vote === NO_VOTE) wrong(`names entry ${place}, which is no vote before it`);
      const isAside = vote > SET_ASIDE;
      if (kind === "set-aside" && isAside) wrong(`sets entry ${place} aside a second time`);
      if (kind === "restored" && !isAside) wrong(`restores entry ${place}, which counts already`);
      votes[place] = isAside ? vote - SET_ASIDE : vote + SET_ASIDE;
      const change = isAside ? 1 : -1;
      counts[counted[(vote % SET_ASIDE) - 1] as Counted] += change;
      counts.setAside -= change;
    }
  }

  function addOther(entry: Exclude<Entry, { kind: "vote" }>): void {
    if (tree.size === 0 && entry.kind !== "question") wrong("must be the question");
    if (entry.kind === "question") questions.push(entry.hash);
    else if (entry.kind !== "closed") changeVotes(entry);
    else if (closed) wrong(`closes the survey, which was closed on ${closed}`);
    else closed = entry.date;
  }

  function parse(text: string): Entry {
    try {
      return parseEntry(text);
    } catch {
      return wrong(`can't be read: ${JSON.stringify(text.slice(0, 100))}`);
    }
  }

  function keepReceipt(receipt: string): void {
    if (receiptCount === receipts.length) {
      const longer = new BigUint64Array(receipts.length * 2);
      longer.set(receipts);
      receipts = longer;
    }
    // Half of its random digits: two of a million receipts share them once in 30 million records.
    receipts[receiptCount] = BigInt(`0x${receipt.slice(0, 16)}`);
    receiptCount += 1;
  }

  function hasRepeatedReceipt(): boolean {
    const sorted = receipts.slice(0, receiptCount).sort();
    return sorted.some((receipt, index) => index > 0 && receipt === sorted[index - 1]);
  }

  return {
    /** The next entry as it is served to everybody: a vote's choice is hidden. */
    addText(text: string): void {
      const entry = parse(text);
      if (entry.kind === "vote") addVote("unopened");
      else addOther(entry);
      addLeaf(text);
    },

    /** The next entry of the opened record. */
    addOpened({ place, receipt, vote, entry: text }: OpenedEntry): void {
      if (place !== tree.size) wrong(`is missing; entry ${place} stands there`);
      if (vote === "") {
        const entry = parse(text);
        if (entry.kind === "vote") wrong("is a vote without receipt and choice");
        addOther(entry);
        addLeaf(text);
        return;
      }
      const isVote = (vote === "yes" || vote === "no") && /^[0-9a-f]{32}$/.test(receipt);
      if (!isVote || text !== "") wrong("is neither a vote nor another entry");
      addVote(vote);
      keepReceipt(receipt);
      addLeaf(toText({ kind: "vote", commitment: commitmentOf(surveyId, receipt, vote) }));
    },

    /** To be called after the last entry. */
    finish(): Recount {
      if (hasRepeatedReceipt()) throw new WrongRecord("Two votes have the same receipt");
      return { size: tree.size, root: rootOf(tree), ...counts, questions, closed };
    },
  };
}
