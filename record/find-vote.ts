import { areEqual, toHex } from "./bytes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { type Choice, commitmentOf, type Entry, parseEntry, toText } from "./entries.ts";
import { WrongRecord } from "./faults.ts";
import type { NamedTree } from "./log-since.ts";
import { bitsFor, PLACES_LISTED, prefixOf, SHARED_LEAST } from "./places.ts";
import type { GivenReceipt } from "./receipt-file.ts";
import type { RecordSource } from "./receipt-outcome.ts";
import { createRecount, expectRoot } from "./recount.ts";
import { TILE_WIDTH } from "./tiles.ts";
import { hashLeaf } from "./tree.ts";
import { createTreeReader, eachEntry } from "./tree-reader.ts";

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

/**
 * Reads the hashes at the places of all votes whose receipts begin like this one, and looks for the
 * vote's own among them.
 */
export async function findAmongAlike(
  given: GivenReceipt,
  source: RecordSource,
  tree: Checkpoint,
  earlier: Earlier[],
): Promise<Reading> {
  const bits = bitsFor(tree.size);
  const alike = await source.readPlaces(prefixOf(given.receipt, bits), bits);
  // Too many others to tell by them whether the vote is set aside.
  if (alike?.others.length === PLACES_LISTED) return findInEntries(given, source, tree, earlier);
  const isIn = (place: number) => place < tree.size;
  const places = new Set(alike?.places.filter(isIn));
  if (!alike || places.size < SHARED_LEAST) {
    throw new WrongRecord(`Only ${places.size} votes are said to have receipts that begin alike`);
  }
  const reader = createTreeReader(source.readFile, tree);
  const others: Entry[] = [];
  const bundleOf = (place: number) => Math.floor(place / TILE_WIDTH);
  for (const number of new Set(alike.others.filter(isIn).map(bundleOf))) {
    const texts = await reader.readBundle(number);
    const inBundle = alike.others.filter((place) => bundleOf(place) === number && isIn(place));
    others.push(...inBundle.map((place) => parse(texts[place % TILE_WIDTH])));
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
  const isRewritten = await isAny(
    earlier,
    async ({ size, root }) => size > tree.size || !areEqual(await reader.rootAt(size), root),
  );
  return { vote, isRewritten, isClosed: others.some(({ kind }) => kind === "closed") };
}

function parse(text = ""): Entry {
  try {
    return parseEntry(text);
  } catch {
    throw new WrongRecord("The record has an entry that it may not have");
  }
}

async function isAny<Item>(items: Item[], is: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (await is(item)) return true;
  return false;
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
