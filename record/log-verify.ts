import { areEqual, fromBase64 } from "./bytes.ts";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "./checkpoint.ts";
import { openCosignatures } from "./cosignature.ts";
import { type Evidence, judgeEvidence, proveBeginning } from "./evidence.ts";
import { WrongRecord } from "./faults.ts";
import { followHandOvers, type ListedKey } from "./keys.ts";
import type { Policy } from "./log-policy.ts";
import { createLogReading, type LogReading } from "./log-rules.ts";
import { judgeWitnesses, LATE_MS } from "./log-witnessed.ts";
import { textOfNote } from "./signed-note.ts";
import { append, rootOf } from "./tiles.ts";
import { hashLeaf } from "./tree.ts";
import { eachEntry, type ReadFile } from "./tree-reader.ts";

// Checks the log of a site from outside, with what the site and its witnesses serve to everybody.

/** What the site says of its log at `/log/keys`. */
interface LogAbout {
  origin: string;
  /** The newest first. */
  keys: ListedKey[];
  witnesses: { vkey: string }[];
  quorum: number;
}

/** The site's and the witnesses' answers. Null: there is no such thing. Throws if there is no answer. */
export interface LogSource {
  readAbout(): Promise<LogAbout | null>;
  readCheckpoint(): Promise<string | null>;
  /** A file of the log, such as `tile/entries/000`. */
  readFile: ReadFile;
  /** What a witness has last signed of the log with this name. */
  readWitness(url: string, origin: string): Promise<string | null>;
}

/** What is remembered of a log. */
export interface KeptLog {
  /** The newest signing key that was seen or introduced, in base64. */
  key: string;
  checkpoint: string;
}

export interface LogFinding {
  verdict: "fine" | "wrong" | "unchecked";
  text: string;
  /** What others need to see it for themselves. */
  evidence?: Evidence;
}

interface Options {
  source: LogSource;
  kept: KeptLog | undefined;
  /** Whom the caller trusts; without one, the witnesses that the site itself names. */
  policy: Policy | undefined;
  report: (finding: LogFinding) => void;
  now: Date;
}

interface Signed extends Checkpoint {
  note: string;
}

/** Ends the check with what was found. */
class Found extends Error {
  readonly finding: LogFinding;
  constructor(verdict: LogFinding["verdict"], text: string, evidence?: Evidence) {
    super(text);
    this.finding = { verdict, text, ...(evidence && { evidence }) };
  }
}

export interface CheckedLog {
  /** What to remember: what was seen first, until nothing contradicts it. */
  kept: KeptLog | undefined;
  /** What the log says of surveys; null if it can't be believed. */
  surveys: LogReading["surveys"] | null;
  /** All that was so at this time is in the log. */
  time?: string | null;
}

/** Reports what it finds. Throws only what the source throws. */
export async function checkLog(options: Options): Promise<CheckedLog> {
  const { kept, report } = options;
  try {
    return await check(options);
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    report(error.finding);
    return { kept, surveys: null };
  }
}

async function check(options: Options): Promise<CheckedLog> {
  const { source, kept, policy, report, now } = options;
  const before = kept && readNote(kept.checkpoint);
  const about = await source.readAbout();
  const note = await source.readCheckpoint();
  if (!about || note === null) {
    if (before) throw new Found("wrong", `The log has vanished; it had ${before.size} entries`);
    throw new Found("unchecked", "The site has no log: others could be shown another history");
  }
  const { origin } = about;
  const keys = await checkKeys(about, options);
  const open = (signed: string) => openSigned(signed, origin, keys);
  const head = await open(note);
  const seen = await readSeen(options, origin, open);
  const known = [...(before ? [before] : []), ...seen];
  const shrunk = known.find(({ size }) => size > head.size);
  if (shrunk) {
    const change = `from ${shrunk.size} to ${head.size} entries`;
    const evidence = evidenceOf("shrunk", keys, shrunk, head);
    throw new Found("wrong", `The log has shrunk ${change}: history was lost`, evidence);
  }

  const { reading, rewritten } = await readAll(source, head, known, now);
  if (rewritten) {
    const was = `the one that had ${rewritten.size} entries`;
    const evidence = await proveRewriting(source, keys, rewritten, head);
    throw new Found("wrong", `The log has two histories: this is not ${was}`, evidence);
  }
  for (const text of reading.wrong) report({ verdict: "wrong", text });
  const witnessed = await judgeWitnesses(note, about, policy, now);
  if (witnessed.verdict === "wrong") throw new Found("wrong", witnessed.text);
  report(witnessed);
  const isLate = !reading.time || now.getTime() - Date.parse(reading.time) > LATE_MS;
  if (isLate) {
    report({ verdict: "unchecked", text: `The log says nothing since ${reading.time ?? "ever"}` });
  }
  if (reading.wrong.length === 0) {
    const grown = before ? ", a continuation of what was seen before" : "";
    const text = `${head.size} entries about ${reading.surveys.size} surveys, as signed${grown}`;
    report({ verdict: "fine", text });
  }
  const { surveys, time } = reading;
  return { kept: { key: keys.at(-1) ?? "", checkpoint: note }, surveys, time };
}

/** The keys with which the site may have signed, the newest last, in base64. */
async function checkKeys({ origin, keys }: LogAbout, { kept, policy, report }: Options) {
  const [newest] = keys.map(({ publicKey }) => publicKey);
  if (!newest) throw new Found("unchecked", "The site names no key of its log");
  const own = policy?.logs.filter(({ name }) => name === origin) ?? [];
  if (policy && policy.logs.length > 0 && own.length === 0) {
    throw new Found("wrong", `The policy knows no log with the name ${origin}`);
  }
  const trusted = [...own.map(({ publicKey }) => btoa(String.fromCharCode(...publicKey)))];
  if (kept) trusted.push(kept.key);
  if (trusted.length === 0) {
    report({ verdict: "fine", text: `key ${newest}, seen for the first time` });
    return [newest];
  }
  const followed = await Promise.all(trusted.map((key) => followHandOvers(key, keys)));
  const accepted = [...new Set(followed.flat())];
  if (!accepted.includes(newest)) {
    const text = `The log has a new key, ${newest}, and ${trusted.join(", ")} does not introduce it`;
    throw new Found("wrong", text);
  }
  return [...accepted.filter((key) => key !== newest), newest];
}

async function openSigned(note: string, origin: string, keys: string[]): Promise<Signed> {
  const named = keys.map((key) => ({ name: origin, publicKey: fromBase64(key) }));
  try {
    return { ...(await openCheckpoint(note, named)), note };
  } catch {
    throw new Found("wrong", "A checkpoint of the log is not signed with the site's key");
  }
}

/** Of a note that was opened before. */
function readNote(note: string): Signed {
  const checkpoint = parseCheckpoint(textOfNote(note));
  if (!checkpoint) throw new Error(`Not a checkpoint: ${note.slice(0, 100)}`);
  return { ...checkpoint, note };
}

/** What the witnesses of the policy have seen, where it says how to ask them. */
async function readSeen(
  { source, policy, report }: Options,
  origin: string,
  open: (note: string) => Promise<Signed>,
): Promise<Signed[]> {
  const seen: Signed[] = [];
  for (const { name, key, url } of policy?.witnesses ?? []) {
    if (!url) continue;
    try {
      const note = await source.readWitness(url, origin);
      if (note === null) {
        report({ verdict: "unchecked", text: `The witness ${name} has seen nothing of this log` });
        continue;
      }
      const found = await openCosignatures(note, [key]);
      // Anybody could show an old one: its own signature alone says that it is the witness's.
      if (found.length > 0) seen.push(await open(note));
    } catch (error) {
      const text = `The witness ${name} could not be asked: ${(error as Error).message}`;
      report({ verdict: "unchecked", text });
    }
  }
  return seen;
}

const entriesOf = (source: LogSource, { size }: Signed) => eachEntry(source.readFile, size);

/**
 * Reads every entry, and finds a state known before that was another one. That is told also if the
 * site does not serve the rest.
 */
async function readAll(source: LogSource, head: Signed, known: Signed[], now: Date) {
  const { reading, add } = createLogReading(now);
  const tree = { size: 0, tails: [] };
  let rewritten: Signed | undefined;
  try {
    for await (const text of entriesOf(source, head)) {
      add(text, tree.size);
      append(tree, [hashLeaf(text)]);
      const seen = known.filter(({ size }) => size === tree.size);
      if (seen.length === 0) continue;
      const root = rootOf(tree);
      rewritten ??= seen.find((one) => !areEqual(one.root, root));
    }
  } catch (error) {
    if (!rewritten && error instanceof WrongRecord) throw new Found("wrong", error.message);
    if (!rewritten) throw error;
  }
  if (rewritten || areEqual(rootOf(tree), head.root)) return { reading, rewritten };
  throw new Found("wrong", "The entries of the log are not those that the site has signed");
}

/** Reads the entries once more. None if the site then serves others than it has signed. */
async function proveRewriting(
  source: LogSource,
  keys: string[],
  known: Signed,
  head: Signed,
): Promise<Evidence | undefined> {
  const evidence = evidenceOf("two-histories", keys, known, head);
  if (known.size === head.size) return evidence;
  try {
    const beginning = await proveBeginning(entriesOf(source, head), known.size, head.size);
    const whole = { ...evidence, ...beginning };
    return (await judgeEvidence(whole)).proven ? whole : undefined;
  } catch {
    return undefined;
  }
}

function evidenceOf(
  kind: Evidence["kind"],
  keys: string[],
  { note: earlier }: Signed,
  { note: later }: Signed,
): Evidence {
  const notes = { earlier, later, beginning: "", proof: [] };
  return { format: "survey-evidence/v1", kind, survey: "log", keys, ...notes };
}
