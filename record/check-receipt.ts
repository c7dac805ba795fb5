import { fromBase64, fromHex } from "./bytes.ts";
import { type Checkpoint, openCheckpoint, promisedAt } from "./checkpoint.ts";
import { type Bound, type Choice, commitmentOf, parseEntry, toText } from "./entries.ts";
import { followHandOvers, type ListedKey } from "./keys.ts";
import { openPromiseOf } from "./open-promise.ts";
import { dueAt } from "./promise-due.ts";
import { AT_CLOSING } from "./promises.ts";
import type { GivenReceipt } from "./receipt-file.ts";
import type {
  EntryProof,
  Facts,
  Outcome,
  RecordSource,
  Step,
  Verdict,
  VoteProof,
} from "./receipt-outcome.ts";
import { ask, readState } from "./record-state.ts";
import { canCheckSignatures, type NoteKey } from "./signed-note.ts";
import { hashLeaf, provesConsistency, provesInclusion } from "./tree.ts";

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
  if ("message" in keys) return end(alone, "unreachable", keys);
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
  const state = await readState(source, given.receipt, own.kept);
  if ("message" in state) return end(own, "unreachable", state);
  const { vote, grown, checkpoint } = state;
  const tree = checkpoint ? await openNewest(given, checkpoint, trusted) : null;
  if (checkpoint && !tree) return end(own, "other-key");
  let found: Found = own;
  if (checkpoint && tree) found = add(found, "checkpoint", { checkpoint, size: tree.size });
  if (own.kept) {
    const path = tree && grown ? hashesOf(grown.proof) : [];
    if (!path) return end(found, "wrong-proof");
    if (!tree || !grown || !provesConsistency(own.kept, tree, path)) return end(found, "rewritten");
    found = add(found, "consistency");
  }
  return vote && tree ? checkVote(given, found, tree, vote) : whyMissing(found, source, now);
}

/** Why a vote can be missing in the record. */
async function whyMissing(found: Found, source: RecordSource, now: Date): Promise<Found> {
  const { by } = found.facts;
  if (!by) return end(found, "not-recorded", { by: promisedAt(now) });
  if (by !== AT_CLOSING) return end(found, now > new Date(by) ? "promise-broken" : "waiting");
  // It is entered when its survey closes.
  const closing = await ask(source.readClosing());
  if ("message" in closing) return end(found, "unreachable", closing);
  const closesAt = closing.answer;
  const due = dueAt(by, closesAt);
  if (!closesAt || !due) return end(found, "waiting");
  return end(found, now > new Date(due) ? "promise-broken" : "waiting", { by: closesAt });
}

function checkVote(given: GivenReceipt, found: Found, tree: Checkpoint, vote: VoteProof): Found {
  const recorded = recordedVote(given, tree, vote);
  if (!recorded) return end(found, "wrong-proof");
  const { choice, bound } = recorded;
  const facts = { choice, place: vote.place };
  if (given.choice && choice !== given.choice) return end(found, "other-choice", facts);
  if (given.textHash && bound.textHash !== given.textHash) return end(found, "other-text", facts);
  const included = add(found, "inclusion", facts);
  // A site that keeps silent about a change is found by recounting the whole record.
  if (!vote.change) return included;
  const change = readChange(tree, vote.place, vote.change);
  if (!change) return end(included, "wrong-proof");
  const { kind, reason, date } = change;
  return kind === "set-aside" ? end(included, "set-aside", { reason, date }) : included;
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

/** How the vote stands at the place that the site names. */
function recordedVote(
  { surveyId, receipt, nonce, textHash }: GivenReceipt,
  tree: Checkpoint,
  { place, proof, ...named }: VoteProof,
): { choice: Choice; bound: Bound } | undefined {
  const texts = nonce ? [textHash ?? "", named.textHash] : [named.textHash];
  const bounds = texts.map((text) => ({ nonce: nonce ?? named.nonce, textHash: text }));
  const choices: Choice[] = ["yes", "no"];
  return bounds
    .flatMap((bound) => choices.map((choice) => ({ choice, bound })))
    .find(({ choice, bound }) => {
      const commitment = commitmentOf(surveyId, receipt, choice, bound);
      return isIn(tree, toText({ kind: "vote", commitment }), { place, proof });
    });
}

/** The entry that last set this vote aside or restored it; null if the site has not proven it. */
function readChange(tree: Checkpoint, place: number, change: NonNullable<VoteProof["change"]>) {
  const entry = readEntry(change.entry);
  const isChange = entry?.kind === "set-aside" || entry?.kind === "restored";
  return isChange && entry.places.includes(place) && isIn(tree, change.entry, change)
    ? entry
    : null;
}

function readEntry(text: string) {
  try {
    return parseEntry(text);
  } catch {
    return null;
  }
}

function isIn(tree: Checkpoint, text: string, { place, proof }: EntryProof): boolean {
  const path = hashesOf(proof);
  return path !== null && provesInclusion(hashLeaf(text), place, tree, path);
}

function hashesOf(proof: string[]): Uint8Array[] | null {
  try {
    return proof.map(fromHex);
  } catch {
    return null;
  }
}

async function orNull<Opened>(opening: Promise<Opened>): Promise<Opened | null> {
  try {
    return await opening;
  } catch {
    return null;
  }
}
