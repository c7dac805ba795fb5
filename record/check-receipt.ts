import { fromBase64, fromHex, utf8 } from "./bytes.ts";
import {
  type Checkpoint,
  openCheckpoint,
  openPromise,
  PROMISED_MS,
  type Promised,
  promisedAt,
} from "./checkpoint.ts";
import { type Bound, type Choice, commitmentOf, parseEntry, toText } from "./entries.ts";
import { followHandOvers, type ListedKey } from "./keys.ts";
import { AT_CLOSING, openBatchPromise } from "./promises.ts";
import { boundOf, type GivenReceipt } from "./receipt-file.ts";
import type {
  EntryProof,
  Facts,
  Outcome,
  RecordSource,
  Step,
  Verdict,
  VoteProof,
} from "./receipt-outcome.ts";
import { canCheckSignatures, type NoteKey } from "./signed-note.ts";
import { hashLeaf, provesConsistency, provesInclusion } from "./tree.ts";

class Finding extends Error {
  readonly verdict: Verdict;
  readonly found: Facts;
  constructor(verdict: Verdict, found: Facts = {}) {
    super(verdict);
    this.verdict = verdict;
    this.found = found;
  }
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
  const passed: Step[] = [];
  const facts: Facts = {};
  try {
    if (!(await canCheckSignatures())) throw new Finding("no-signatures");
    await check(given, source, now, passed, facts);
    return { verdict: "counted", passed, ...facts };
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    return { verdict: error.verdict, passed, ...facts, ...error.found };
  }
}

async function check(
  given: GivenReceipt,
  source: RecordSource,
  now: Date,
  passed: Step[],
  facts: Facts,
): Promise<void> {
  // Before the site is asked, so that this much is known even if it can't be reached.
  const alone = given.keys && (await checkKept(given, given.keys, passed, facts));
  const introduced = await ask(source.readKeys());
  const listed = introduced.map(({ publicKey }) => publicKey);
  if (given.keys) await checkListed(given, given.keys, listed);
  const kept = given.keys ? alone : await checkKept(given, listed, passed, facts);

  const { vote, grown, checkpoint } = await readState(source, given.receipt, kept);
  const trusted = given.keys ? await withSuccessors(given.keys, introduced) : listed;
  const tree = checkpoint ? await openNewest(given, checkpoint, trusted) : null;
  if (tree && checkpoint) {
    Object.assign(facts, { checkpoint, size: tree.size });
    passed.push("checkpoint");
  }
  if (kept) {
    const isKept = tree && grown && provesConsistency(kept, tree, hashes(grown.proof));
    if (!isKept) throw new Finding("rewritten");
    passed.push("consistency");
  }
  if (!vote || !tree) {
    if (!facts.by) throw new Finding("not-recorded", { by: promisedAt(now) });
    if (facts.by === AT_CLOSING) throw await whileHidden(source, now);
    throw new Finding(now > new Date(facts.by) ? "promise-broken" : "waiting");
  }

  const recorded = recordedVote(given, tree, vote);
  if (!recorded) throw new Finding("wrong-proof");
  const { choice, bound } = recorded;
  Object.assign(facts, { choice, place: vote.place });
  if (given.choice && choice !== given.choice) throw new Finding("other-choice");
  if (given.textHash && bound?.textHash !== given.textHash) throw new Finding("other-text");
  passed.push("inclusion");
  checkCounts(tree, vote);
}

/** What the receipt itself says. Returns the checkpoint that it has. */
async function checkKept(given: GivenReceipt, known: string[], passed: Step[], facts: Facts) {
  const { surveyId, receipt, choice, origin = "", promise, checkpoint } = given;
  // If the keys are those that the site lists, a wrong signature may as well be another site's.
  const verdict = given.keys ? "damaged" : "other-key";
  if (promise && choice) {
    if (!isOf(surveyId, origin)) throw new Finding("damaged");
    const { commitment, by } = await openOr(verdict, openAny(given, known));
    passed.push("promise");
    const isOwn = commitment === commitmentOf(surveyId, receipt, choice, boundOf(given));
    const isTime = by === AT_CLOSING || !Number.isNaN(Date.parse(by));
    if (!isOwn || !isTime) throw new Finding("damaged");
    passed.push("commitment");
    facts.by = by;
  }
  if (!checkpoint) return null;
  const kept = await openOr(verdict, openCheckpoint(checkpoint, keysOf(origin, known)));
  passed.push("kept-checkpoint");
  return kept;
}

/** What the site has promised, in either version. */
async function openAny({ origin = "", promise }: GivenReceipt, keys: string[]): Promise<Promised> {
  if (!promise) throw new Error("No promise");
  if (typeof promise === "string") return openPromise(promise, keysOf(origin, keys));
  const promised = await openBatchPromise(promise, keys);
  if (promised.origin !== origin) throw new Error("A promise of another record");
  return promised;
}

/** Whether the site still says that the key of the promise is one of its own. */
async function checkListed(given: GivenReceipt, own: string[], listed: string[]) {
  const both = own.filter((key) => listed.includes(key));
  if (given.promise) await openOr("other-key", openAny(given, both));
}

/** Of a vote that is entered when its survey closes. The site has an hour for it. */
async function whileHidden(source: RecordSource, now: Date): Promise<Finding> {
  const closesAt = await ask(source.readClosing());
  if (!closesAt) return new Finding("waiting");
  const isLate = now.getTime() > Date.parse(closesAt) + PROMISED_MS;
  return new Finding(isLate ? "promise-broken" : "waiting", { by: closesAt });
}

/** With the keys that the known ones have introduced since. */
async function withSuccessors(known: string[], listed: ListedKey[]): Promise<string[]> {
  const followed = await Promise.all(known.map((key) => followHandOvers(key, listed)));
  return followed.flat();
}

async function openNewest({ surveyId, origin }: GivenReceipt, note: string, keys: string[]) {
  const name = origin ?? note.split("\n", 1)[0] ?? "";
  if (!isOf(surveyId, name)) throw new Finding("other-key");
  return openOr("other-key", openCheckpoint(note, keysOf(name, keys)));
}

function isOf(surveyId: string, origin: string): boolean {
  return origin.endsWith(`/record/${surveyId}`);
}

function keysOf(name: string, keys: string[]): NoteKey[] {
  return keys.map((key) => ({ name, publicKey: fromBase64(key) }));
}

// The record may grow between two calls, once a minute.
const TRIES = 3;

/** Where the vote is and how the record has grown, both for the same checkpoint. */
async function readState(
  source: RecordSource,
  receipt: string,
  kept: Checkpoint | null | undefined,
) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const vote = await ask(source.proveVote(receipt));
    const grown = kept ? await ask(source.proveConsistency(kept.size)) : null;
    const checkpoint =
      vote?.checkpoint ?? grown?.checkpoint ?? (await ask(source.readCheckpoint()));
    if (!grown || grown.checkpoint === checkpoint) return { vote, grown, checkpoint };
  }
  throw new Finding("unreachable", { message: "The record grows while it is read." });
}

/**
 * How the vote stands at the place that the site names. A receipt of version 1 may be of a vote that
 * was entered as version 2, while servers of both versions ran.
 */
function recordedVote(
  { surveyId, receipt, nonce, textHash }: GivenReceipt,
  tree: Checkpoint,
  { place, proof, ...named }: VoteProof,
): { choice: Choice; bound: Bound | null } | undefined {
  const texts = [textHash ?? "", named.textHash];
  const bounds = nonce
    ? texts.map((text) => ({ nonce, textHash: text }))
    : [null, { nonce: named.nonce, textHash: named.textHash }];
  const choices: Choice[] = ["yes", "no"];
  return bounds
    .flatMap((bound) => choices.map((choice) => ({ choice, bound })))
    .find(({ choice, bound }) => {
      const commitment = commitmentOf(surveyId, receipt, choice, bound);
      return isIn(tree, toText({ kind: "vote", commitment }), { place, proof });
    });
}

/** A site that keeps silent about a change is found by recounting the whole record. */
function checkCounts(tree: Checkpoint, { place, change }: VoteProof): void {
  if (!change) return;
  const entry = readEntry(change.entry);
  const isChange = entry?.kind === "set-aside" || entry?.kind === "restored";
  if (!isChange || !entry.places.includes(place) || !isIn(tree, change.entry, change)) {
    throw new Finding("wrong-proof");
  }
  const { reason, date } = entry;
  if (entry.kind === "set-aside") throw new Finding("set-aside", { reason, date });
}

function readEntry(text: string) {
  try {
    return parseEntry(text);
  } catch {
    return null;
  }
}

function isIn(tree: Checkpoint, text: string, { place, proof }: EntryProof): boolean {
  return provesInclusion(hashLeaf(utf8(text)), place, tree, hashes(proof));
}

function hashes(proof: string[]): Uint8Array[] {
  try {
    return proof.map(fromHex);
  } catch {
    throw new Finding("wrong-proof");
  }
}

async function ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw new Finding("unreachable", { message: error instanceof Error ? error.message : "" });
  }
}

async function openOr<Opened>(verdict: Verdict, opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch {
    throw new Finding(verdict);
  }
}
