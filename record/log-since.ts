import { areEqual } from "./bytes.ts";
import { type Checkpoint, openCheckpoint, PROMISED_MS, SLACK_MS } from "./checkpoint.ts";
import { WrongRecord } from "./faults.ts";
import type { ListedKey } from "./keys.ts";
import { parseLogEntry } from "./log-entries.ts";
import { AT_CLOSING } from "./promises.ts";
import { namedKeys } from "./signed-note.ts";
import { createTreeReader, type ReadFile } from "./tree-reader.ts";

// What a voter needs of a site's log: when it has named a record of the size that has their vote, and
// when the survey closes. Its end tells that, so the rest is not read.

/** The site's answers about its log. Null: it has none. */
export interface LogFiles {
  readAbout(): Promise<{ origin: string; keys: ListedKey[] } | null>;
  readCheckpoint(): Promise<string | null>;
  readFile: ReadFile;
}

/** A tree of the record that the log names. */
export interface NamedTree {
  size: number;
  root: Uint8Array;
  /** The log had it by this time; null if it has told no time since. */
  at: string | null;
}

export interface Logged {
  /** The smallest first. */
  trees: NamedTree[];
  /** By the last terms, if the promise is for the closing. */
  closes: string | null;
}

// A million entries, some 70 MB: what a busy site writes in half a year. Who checks a receipt reads
// back to the vote, which most browsers do an hour later.
const ENTRIES_MOST = 1_048_576;

/** Reads the log back to where the vote of this promise was cast, or its survey has closed. */
export async function readLogSince(
  log: LogFiles,
  surveyId: string,
  by: string,
  now: Date,
): Promise<Logged> {
  const { head } = await openLog(log);
  const reader = createTreeReader(log.readFile, head);
  const found: Logged = { trees: [], closes: null };
  let hasTerms = by !== AT_CLOSING;
  let time: string | null = null;
  const earliest = () => {
    if (by !== AT_CLOSING) return Date.parse(by) - PROMISED_MS - SLACK_MS;
    if (!hasTerms) return Number.NEGATIVE_INFINITY;
    return (found.closes ? Date.parse(found.closes) : now.getTime()) - SLACK_MS;
  };

  function add(text: string): void {
    const entry = parseLogEntry(text);
    if (entry.kind === "time") {
      const latest = time === null ? now.getTime() + SLACK_MS : Date.parse(time);
      if (Date.parse(entry.time) > latest) throw new WrongRecord("The log has times that can't be");
      time = entry.time;
    } else if (entry.kind === "unknown" || entry.survey !== surveyId) {
      return;
    } else if (entry.kind === "checkpoint") {
      found.trees.unshift({ size: entry.size, root: entry.root, at: time });
    } else if (entry.kind === "terms" && !hasTerms) {
      found.closes = entry.closes;
      hasTerms = true;
    }
  }

  for await (const { text, place } of reader.eachBack()) {
    if (head.size - place > ENTRIES_MOST) throw new Error("The log is too long to be read here");
    add(text);
    if (time !== null && Date.parse(time) < earliest()) break;
  }
  return found;
}

/** The newest state of the log, which the site has signed. */
export async function openLog(log: LogFiles) {
  const about = await log.readAbout();
  const note = about && (await log.readCheckpoint());
  if (!note) throw new Error("The site serves no log");
  const { origin, keys } = about;
  const named = keys.map(({ publicKey }) => publicKey);
  const head = await openCheckpoint(note, namedKeys(origin, named)).catch(() => {
    throw new WrongRecord("The log's checkpoint is not signed with its key");
  });
  return { origin, keys, note, head };
}

/** Whether a log begins with an earlier state of it. */
export async function goesOn(log: LogFiles, head: Checkpoint, earlier: Checkpoint) {
  if (head.origin !== earlier.origin || head.size < earlier.size) return false;
  return areEqual(await createTreeReader(log.readFile, head).rootAt(earlier.size), earlier.root);
}

/**
 * Null if the log is not that long yet, otherwise the key with which everybody's ballot papers of this
 * survey are signed, from the terms at this place. Witnesses see the log: a key that only one voter is
 * shown can't be in it.
 */
export async function readLoggedKey(
  log: LogFiles,
  surveyId: string,
  place: number,
): Promise<string | null> {
  const { head } = await openLog(log);
  if (place >= head.size) return null;
  const entry = parseLogEntry(await createTreeReader(log.readFile, head).readEntry(place));
  const isTerms = entry.kind === "terms" && entry.survey === surveyId;
  if (isTerms && entry.ballotKey) return entry.ballotKey;
  throw new WrongRecord(
    "The site's log does not have the key of this survey's ballot papers there",
  );
}
