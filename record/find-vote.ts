import { areEqual, toHex } from "./bytes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { type Choice, commitmentOf, type Entry, isNewer, parseEntry, toText } from "./entries.ts";
import { WrongRecord } from "./faults.ts";
import {
  bitsFor,
  PLACES_LISTED,
  type Places,
  prefixOf,
  READ_WHOLE,
  SHARED_LEAST,
} from "./places.ts";
import { boundOf, type GivenReceipt } from "./receipt-file.ts";
import { Ended, type RecordSource } from "./receipt-outcome.ts";
import { createRecount, type Recount, recountOpened } from "./recount.ts";
import { hashLeaf } from "./tree.ts";
import { type Beginning, createTreeReader, readWhole } from "./tree-reader.ts";

// Looks for the vote of a receipt in a record, by reading what everybody reads.

/** How a vote stands in the record. */
export interface FoundVote {
  choice: Choice;
  place: number;
  textHash: string;
  /** The entry that last set it aside or restored it. */
  change: { kind: "set-aside" | "restored"; reason: string; date: string } | null;
}

interface Reading {
  vote: FoundVote | null;
  isClosed: boolean;
  /** Some of it was made by a newer version. */
  isNewer?: boolean;
}

/** Ends the check if the record does not begin with all that was signed before. */
export async function findVote(
  given: GivenReceipt,
  source: RecordSource,
  tree: Checkpoint,
  earlier: Beginning[],
): Promise<Reading> {
  if (!boundOf(given)) return findInOpened(given, source, tree);
  if (tree.size <= READ_WHOLE) return findInEntries(given, source, tree, earlier);
  const bits = bitsFor(tree.size);
  const alike = await source.readPlaces(prefixOf(given.receipt, bits), bits);
  // Too many others to tell by them whether the vote is set aside.
  const isFull = alike?.others.length === PLACES_LISTED;
  return isFull
    ? findInEntries(given, source, tree, earlier)
    : findAmong(alike, given, source, tree, earlier);
}

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
async function findInEntries(
  given: GivenReceipt,
  source: RecordSource,
  tree: Checkpoint,
  earlier: Beginning[],
): Promise<Reading> {
  const counting = createRecount(given.surveyId);
  const { known, expectText } = createKnown(given);
  let vote = null as FoundVote | null;
  let place = 0;
  function add(text: string): void {
    counting.addText(text);
    const entry = parseEntry(text);
    if (entry.kind === "text") expectText(entry.hash);
    const own = entry.kind === "vote" && known.get(entry.commitment);
    if (own) vote = { ...own, place, change: null };
    noteChange(vote, entry);
    place += 1;
  }
  const { root } = counting;
  if (await readWhole(source.readFile, tree, earlier, { add, root })) throw new Ended("rewritten");
  return { vote, ...stateOf(counting.finish()) };
}

/**
 * Reads the hashes at the places of all votes whose receipts begin like this one, and looks for the
 * vote's own among them.
 */
async function findAmong(
  alike: Places | null,
  given: GivenReceipt,
  source: RecordSource,
  tree: Checkpoint,
  earlier: Beginning[],
): Promise<Reading> {
  const isIn = (place: number) => place < tree.size;
  const places = new Set(alike?.places.filter(isIn));
  if (!alike || places.size < SHARED_LEAST) {
    throw new WrongRecord(`Only ${places.size} votes are said to have receipts that begin alike`);
  }
  const reader = createTreeReader(source.readFile, tree);
  const others: Entry[] = [];
  for (const place of alike.others.filter(isIn)) {
    others.push(parseEntry(await reader.readEntry(place)));
  }
  const { known, expectText } = createKnown(given);
  for (const entry of others) if (entry.kind === "text") expectText(entry.hash);
  const own = new Map(
    Array.from(known, ([commitment, meaning]) => [
      toHex(hashLeaf(toText({ kind: "vote", commitment }))),
      meaning,
    ]),
  );
  let vote: FoundVote | null = null;
  // All of them, also after it was found: what is asked for is the same for all who share them.
  for (const place of places) {
    const found = own.get(toHex((await reader.readLeaf(place)) ?? new Uint8Array()));
    if (found) vote = { ...found, place, change: null };
  }
  for (const entry of others) noteChange(vote, entry);
  for (const { size, root } of earlier) {
    const isRight = size <= tree.size && areEqual(await reader.rootAt(size), root);
    if (!isRight) throw new Ended("rewritten");
  }
  const isClosed = others.some(({ kind }) => kind === "closed");
  return { vote, isClosed, ...(others.some(isNewer) && { isNewer: true }) };
}

/** With nothing but the digits, the vote is found where receipts are open. */
async function findInOpened(
  { surveyId, receipt }: GivenReceipt,
  source: RecordSource,
  tree: Checkpoint,
): Promise<Reading> {
  const opened = await source.openRecord();
  if (!opened) throw new Ended("hidden");
  let vote = null as FoundVote | null;
  let textHash = "";
  const counted = await recountOpened(surveyId, opened, tree, (entry) => {
    const { place } = entry;
    if (entry.vote && entry.receipt === receipt) {
      vote = { choice: entry.vote, place, textHash, change: null };
    } else if (!entry.vote) {
      const other = parseEntry(entry.entry);
      if (other.kind === "text") textHash = other.hash;
      noteChange(vote, other);
    }
  });
  return { vote, ...stateOf(counted) };
}

function stateOf({ closed, newer }: Recount) {
  return { isClosed: closed !== null, ...(newer > 0 && { isNewer: true }) };
}

function noteChange(vote: FoundVote | null, entry: Entry): void {
  const isChange = entry.kind === "set-aside" || entry.kind === "restored";
  if (vote && isChange && entry.places.includes(vote.place)) vote.change = entry;
}
