import { areEqual } from "./bytes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { type Choice, commitmentOf, type Entry, parseEntry } from "./entries.ts";
import { WrongRecord } from "./faults.ts";
import type { NamedTree } from "./log-since.ts";
import type { GivenReceipt } from "./receipt-file.ts";
import type { RecordSource } from "./receipt-outcome.ts";
import { createRecount, type Recount } from "./recount.ts";
import { eachEntry } from "./tree-reader.ts";

// Looks for the vote of a receipt in a record, by reading what everybody reads.

/** How a vote stands in the record. */
export interface FoundVote {
  choice: Choice;
  place: number;
  textHash: string;
  /** The entry that last set it aside or restored it. */
  change: { kind: "set-aside" | "restored"; reason: string; date: string } | null;
}

export interface Reading {
  vote: FoundVote | null;
  /** Receipts are not shown to whoever asks. */
  isHidden?: true;
  /** The record does not begin with a tree that was signed before. */
  isRewritten: boolean;
  isClosed: boolean;
}

/** A tree that was signed before: the record must begin with it. */
type Earlier = Pick<NamedTree, "size" | "root">;

const choices: Choice[] = ["yes", "no"];

/** The commitments that this receipt can have in the record, with what it then stands for. */
function createKnown({ surveyId, receipt, nonce = "", textHash = "" }: GivenReceipt) {
  const known = new Map<string, { choice: Choice; textHash: string }>();
  const expectText = (hash: string) => {
    for (const choice of choices) {
      const commitment = commitmentOf(surveyId, receipt, choice, { nonce, textHash: hash });
      known.set(commitment, { choice, textHash: hash });
    }
  };
  expectText(textHash);
  return { known, expectText };
}

/** Reads all entries, and looks for the commitment of the vote among them. */
export async function findInEntries(
  given: GivenReceipt,
  source: RecordSource,
  tree: Checkpoint,
  earlier: Earlier[],
): Promise<Reading> {
  const counting = createRecount(given.surveyId);
  const { known, expectText } = createKnown(given);
  let vote: FoundVote | null = null;
  let isRewritten = earlier.some(({ size }) => size > tree.size);
  let place = 0;
  for await (const text of eachEntry(source.readFile, tree.size)) {
    counting.addText(text);
    const entry = parseEntry(text);
    if (entry.kind === "text") expectText(entry.hash);
    const own = entry.kind === "vote" && known.get(entry.commitment);
    if (own) vote = { ...own, place, change: null };
    noteChange(vote, entry);
    place += 1;
    for (const { size, root } of earlier) {
      if (size === place && !areEqual(counting.root(), root)) isRewritten = true;
    }
  }
  const { closed } = expectRoot(counting.finish(), tree);
  return { vote, isRewritten, isClosed: closed !== null };
}

/** With nothing but the digits, the vote is found where receipts are open. */
export async function findInOpened(
  { surveyId, receipt }: GivenReceipt,
  source: RecordSource,
  tree: Checkpoint,
): Promise<Reading> {
  const counting = createRecount(surveyId);
  const opened = await source.openRecord();
  if (!opened) return { vote: null, isHidden: true, isRewritten: false, isClosed: false };
  let [vote, textHash, place]: [FoundVote | null, string, number] = [null, "", 0];
  for await (const entry of opened) {
    if (place === tree.size) break;
    counting.addOpened(entry);
    if (entry.vote && entry.receipt === receipt) {
      vote = { choice: entry.vote, place, textHash, change: null };
    } else if (!entry.vote) {
      const other = parseEntry(entry.entry);
      if (other.kind === "text") textHash = other.hash;
      noteChange(vote, other);
    }
    place += 1;
  }
  const { closed } = expectRoot(counting.finish(), tree);
  return { vote, isRewritten: false, isClosed: closed !== null };
}

function noteChange(vote: FoundVote | null, entry: Entry): void {
  const isChange = entry.kind === "set-aside" || entry.kind === "restored";
  if (vote && isChange && entry.places.includes(vote.place)) vote.change = entry;
}

function expectRoot(counted: Recount, tree: Checkpoint): Recount {
  if (counted.size === tree.size && areEqual(counted.root, tree.root)) return counted;
  throw new WrongRecord("The entries are not those that the site has signed");
}
