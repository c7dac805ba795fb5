import { fromBase64 } from "./bytes.ts";
import { openCheckpoint, PROMISED_MS, SLACK_MS } from "./checkpoint.ts";
import { WrongRecord } from "./faults.ts";
import type { ListedKey } from "./keys.ts";
import { type LogEntry, parseLogEntry } from "./log-entries.ts";
import { AT_CLOSING } from "./promises.ts";
import { TILE_WIDTH } from "./tiles.ts";
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
const BUNDLES_MOST = 4_096;

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
    const entry = parse(text);
    if (entry.kind === "time") {
      const latest = time === null ? now.getTime() + SLACK_MS : Date.parse(time);
      if (Date.parse(entry.time) > latest) throw new WrongRecord("The log has times that can't be");
      time = entry.time;
    } else if (entry.survey !== surveyId) {
      return;
    } else if (entry.kind === "checkpoint") {
      found.trees.unshift({ size: entry.size, root: entry.root, at: time });
    } else if (entry.kind === "terms" && !hasTerms) {
      found.closes = entry.closes;
      hasTerms = true;
    }
  }

  const last = Math.ceil(head.size / TILE_WIDTH) - 1;
  for (let number = last; number >= 0; number -= 1) {
    if (last - number === BUNDLES_MOST) throw new Error("The log is too long to be read here");
    for (const text of (await reader.readBundle(number)).reverse()) add(text);
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
  const named = keys.map(({ publicKey }) => ({ name: origin, publicKey: fromBase64(publicKey) }));
  const head = await openCheckpoint(note, named).catch(() => {
    throw new WrongRecord("The log's checkpoint is not signed with its key");
  });
  return { origin, keys, note, head };
}

function parse(text: string): LogEntry {
  try {
    return parseLogEntry(text);
  } catch {
    throw new WrongRecord("The log has an entry that it may not have");
  }
}
