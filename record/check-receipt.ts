import { areEqual, fromBase64 } from "./bytes.ts";
import { type Checkpoint, openCheckpoint, promisedAt } from "./checkpoint.ts";
import { type Choice, commitmentOf, type Entry, parseEntry } from "./entries.ts";
import { WrongRecord } from "./faults.ts";
import { followHandOvers, type ListedKey } from "./keys.ts";
import { openPromiseOf } from "./open-promise.ts";
import { dueAt } from "./promise-due.ts";
import { AT_CLOSING } from "./promises.ts";
import { boundOf, type GivenReceipt } from "./receipt-file.ts";
import type { Facts, Outcome, RecordSource, Step, Verdict } from "./receipt-outcome.ts";
import { createRecount, type Recount } from "./recount.ts";
import { canCheckSignatures, type NoteKey } from "./signed-note.ts";
import { eachEntry, WrongBundle } from "./tree-entries.ts";

/** What is known so far. With a verdict, nothing more is looked at. */
interface Found {
  verdict?: Verdict;
  passed: Step[];
  facts: Facts;
}

interface Own extends Found {
  /** The checkpoint that the receipt has. */
  kept?: Checkpoint;
}

/**
 * Checks a receipt against what the site says now. It believes the site only what the site has
 * signed, and its keys only if the receipt does not name them.
 */
export async function checkReceipt(
  given: GivenReceipt,
  source: RecordSource,
  now: Date,
): Promise<Outcome> {
  const { verdict = "counted", passed, facts } = await check(given, source, now);
  return { verdict, passed, ...facts };
}

async function check(given: GivenReceipt, source: RecordSource, now: Date): Promise<Found> {
  const nothing: Own = { passed: [], facts: {} };
  if (!(await canCheckSignatures())) return end(nothing, "no-signatures");
  // Before the site is asked, so that this much is known even if it can't be reached.
  const alone = given.keys ? await openOwn(given, given.keys) : nothing;
  if (alone.verdict) return alone;
  const keys = await ask(source.readKeys());
  if ("message" in keys) return end(alone, "unreachable", { message: keys.message });
  const listed = keys.answer.map(({ publicKey }) => publicKey);
  if (given.keys && !(await isListed(given, given.keys, listed))) return end(alone, "other-key");
  const own = given.keys ? alone : await openOwn(given, listed);
  if (own.verdict) return own;
  const trusted = given.keys ? await withSuccessors(given.keys, keys.answer) : listed;
  return checkRecord(given, own, trusted, source, now);
}

function add(found: Found, step: Step, facts: Facts = {}): Found {
  return { passed: [...found.passed, step], facts: { ...found.facts, ...facts } };
}

function end(found: Found, verdict: Verdict, facts: Facts = {}): Found {
  return { verdict, passed: found.passed, facts: { ...found.facts, ...facts } };
}

/** What the receipt itself says. */
async function openOwn(given: GivenReceipt, known: string[]): Promise<Own> {
  const { choice, origin = "", promise, checkpoint } = given;
  // If the keys are those that the site lists, a wrong signature may as well be another site's.
  const unsigned = given.keys ? "damaged" : "other-key";
  let found: Found = { passed: [], facts: {} };
  if (promise && choice) {
    const promised = await openPromiseOf(given, known);
    if (promised === "unsigned") return end(found, unsigned);
    found = add(found, "promise");
    if (promised === "other-vote") return end(found, "damaged");
    found = add(found, "commitment", { by: promised.by });
  }
  if (!checkpoint) return found;
  const kept = await orNull(openCheckpoint(checkpoint, keysOf(origin, known)));
  return kept ? { ...add(found, "kept-checkpoint"), kept } : end(found, unsigned);
}

/** Whether the record of now goes on from the receipt's, and has the vote. */
async function checkRecord(
  given: GivenReceipt,
  own: Own,
  trusted: string[],
  source: RecordSource,
  now: Date,
): Promise<Found> {
  const newest = await ask(source.readCheckpoint());
  if ("message" in newest) return end(own, "unreachable", { message: newest.message });
  const checkpoint = newest.answer;
  if (!checkpoint) return own.kept ? end(own, "rewritten") : whyMissing(own, source, now);
  const tree = await openNewest(given, checkpoint, trusted);
  if (!tree) return end(own, "other-key");
  let found = add(own, "checkpoint", { checkpoint, size: tree.size });
  if (own.kept && own.kept.size > tree.size) return end(found, "rewritten");
  const read = await ask(
    boundOf(given) ? readHidden(given, source, tree, own) : readOpened(given, source, tree),
  );
  if ("message" in read) {
    return read.isWrong
      ? end(found, "wrong-proof")
      : end(found, "unreachable", { message: read.message });
  }
  const { vote, isHidden, isRewritten } = read.answer;
  if (isHidden) return end(found, "hidden");
  if (isRewritten) return end(found, "rewritten");
  if (own.kept) found = add(found, "consistency");
  return vote ? judge(given, found, vote) : whyMissing(found, source, now);
}

/** How a vote stands in the record. */
interface FoundVote {
  choice: Choice;
  place: number;
  textHash: string;
  /** The entry that last set it aside or restored it. */
  change: { kind: "set-aside" | "restored"; reason: string; date: string } | null;
}

interface Read {
  vote: FoundVote | null;
  isHidden?: true;
  /** The record does not begin with the one of the receipt's checkpoint. */
  isRewritten: boolean;
}

/** Reads all entries, as everybody does, and looks for the commitment of the vote among them. */
async function readHidden(
  { surveyId, receipt, nonce = "", textHash = "" }: GivenReceipt,
  source: RecordSource,
  tree: Checkpoint,
  { kept }: Own,
): Promise<Read> {
  const counting = createRecount(surveyId);
  // What this receipt can be in the record, with the text and the choice that it then stands for.
  const known = new Map<string, { choice: Choice; textHash: string }>();
  const expectText = (hash: string) => {
    for (const choice of choices) {
      const commitment = commitmentOf(surveyId, receipt, choice, { nonce, textHash: hash });
      known.set(commitment, { choice, textHash: hash });
    }
  };
  expectText(textHash);
  let vote: FoundVote | null = null;
  let isRewritten = false;
  let place = 0;
  for await (const text of eachEntry(source.readFile, tree.size)) {
    counting.addText(text);
    const entry = parseEntry(text);
    if (entry.kind === "text") expectText(entry.hash);
    const own = entry.kind === "vote" && known.get(entry.commitment);
    if (own) vote = { ...own, place, change: null };
    noteChange(vote, entry);
    place += 1;
    if (kept?.size === place) isRewritten = !areEqual(counting.root(), kept.root);
  }
  expectRoot(counting.finish(), tree);
  return { vote, isRewritten };
}

/** With nothing but the digits, the vote is found where receipts are open. */
async function readOpened(
  { surveyId, receipt }: GivenReceipt,
  source: RecordSource,
  tree: Checkpoint,
): Promise<Read> {
  const counting = createRecount(surveyId);
  const opened = await source.openRecord();
  if (!opened) return { vote: null, isHidden: true, isRewritten: false };
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
  expectRoot(counting.finish(), tree);
  return { vote, isRewritten: false };
}

function noteChange(vote: FoundVote | null, entry: Entry): void {
  const isChange = entry.kind === "set-aside" || entry.kind === "restored";
  if (vote && isChange && entry.places.includes(vote.place)) vote.change = entry;
}

function expectRoot({ size, root }: Checkpoint | Recount, tree: Checkpoint): void {
  if (size === tree.size && areEqual(root, tree.root)) return;
  throw new WrongRecord("The entries are not those that the site has signed");
}

/** Why a vote can be missing in the record. */
async function whyMissing(found: Found, source: RecordSource, now: Date): Promise<Found> {
  const { by } = found.facts;
  if (!by) return end(found, "not-recorded", { by: promisedAt(now) });
  if (by !== AT_CLOSING) return end(found, now > new Date(by) ? "promise-broken" : "waiting");
  // It is entered when its survey closes.
  const closing = await ask(source.readClosing());
  if ("message" in closing) return end(found, "unreachable", { message: closing.message });
  const closesAt = closing.answer;
  const due = dueAt(by, closesAt);
  if (!closesAt || !due) return end(found, "waiting");
  return end(found, now > new Date(due) ? "promise-broken" : "waiting", { by: closesAt });
}

function judge(given: GivenReceipt, found: Found, vote: FoundVote): Found {
  const { choice, place, textHash, change } = vote;
  const facts = { choice, place };
  if (given.choice && choice !== given.choice) return end(found, "other-choice", facts);
  if (given.textHash && textHash !== given.textHash) return end(found, "other-text", facts);
  const included = add(found, "inclusion", facts);
  if (change?.kind !== "set-aside") return included;
  const { reason, date } = change;
  return end(included, "set-aside", { reason, date });
}

/** Whether the site still says that the key of the promise is one of its own. */
async function isListed(given: GivenReceipt, own: string[], listed: string[]): Promise<boolean> {
  if (!given.promise) return true;
  const both = own.filter((key) => listed.includes(key));
  return (await openPromiseOf(given, both)) !== "unsigned";
}

/** With the keys that the known ones have introduced since. */
async function withSuccessors(known: string[], listed: ListedKey[]): Promise<string[]> {
  const followed = await Promise.all(known.map((key) => followHandOvers(key, listed)));
  return followed.flat();
}

async function openNewest({ surveyId, origin }: GivenReceipt, note: string, keys: string[]) {
  const name = origin ?? note.split("\n", 1)[0] ?? "";
  return isOf(surveyId, name) ? orNull(openCheckpoint(note, keysOf(name, keys))) : null;
}

function isOf(surveyId: string, origin: string): boolean {
  return origin.endsWith(`/record/${surveyId}`);
}

function keysOf(name: string, keys: string[]): NoteKey[] {
  return keys.map((key) => ({ name, publicKey: fromBase64(key) }));
}

const choices: Choice[] = ["yes", "no"];

interface Unanswered {
  message: string;
  /** It was answered, with what can't be right. */
  isWrong: boolean;
}

/** What a call has answered, or why it has not. */
async function ask<Answer>(call: Promise<Answer>): Promise<{ answer: Answer } | Unanswered> {
  try {
    return { answer: await call };
  } catch (error) {
    const isWrong = error instanceof WrongRecord || error instanceof WrongBundle;
    return { message: error instanceof Error ? error.message : "", isWrong };
  }
}

async function orNull<Opened>(opening: Promise<Opened>): Promise<Opened | null> {
  try {
    return await opening;
  } catch {
    return null;
  }
}
