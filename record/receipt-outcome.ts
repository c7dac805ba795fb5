import type { Choice } from "./entries.ts";
import type { ListedKey } from "./keys.ts";
import type { LogFiles } from "./log-since.ts";
import type { Places } from "./places.ts";
import type { OpenedEntry } from "./recount.ts";
import type { ReadFile } from "./tree-reader.ts";

// What is asked when a receipt is checked, and what can be found.

/**
 * The site's answers, which are the same for everybody: nothing that is asked tells which vote is
 * checked. Null: it has no such thing. A call that gets no answer throws.
 */
export interface RecordSource {
  readKeys(): Promise<ListedKey[]>;
  readCheckpoint(): Promise<string | null>;
  /** A file of the record, such as `tile/entries/000`. */
  readFile: ReadFile;
  /** Of a large record. */
  readPlaces(prefix: string, bits: number): Promise<Places | null>;
  /** Every entry with receipt and choice; null if the results are not for whoever asks. */
  openRecord(): Promise<AsyncIterable<OpenedEntry> | null>;
  log: LogFiles;
}

/** What was checked, in this order. */
export const steps = [
  "promise",
  "commitment",
  "kept-checkpoint",
  "kept-log",
  "checkpoint",
  "consistency",
  "inclusion",
  "log",
] as const;
export type Step = (typeof steps)[number];

export type Verdict =
  | "counted"
  | "set-aside"
  /** Not in the record, and the promise's time has not passed. */
  | "waiting"
  | "promise-broken"
  /** Digits alone: the vote waits to be entered, or there is none. Nobody but its voter can tell. */
  | "not-recorded"
  /** Digits alone: receipts are not shown to whoever asks. */
  | "hidden"
  | "other-choice"
  /** In the record as an answer to another text. */
  | "other-text"
  | "rewritten"
  /** The log does not go on from the state that the receipt has. */
  | "rolled-back"
  /** The site itself says that what it has stored is not what it has signed. */
  | "refused"
  /** The entries are not those that the site has signed, or must not be in a record. */
  | "wrong-proof"
  /** The site does not list the key of the receipt, or signs with one that the receipt lacks. */
  | "other-key"
  | "damaged"
  | "unreachable"
  /** This browser can't check signatures. */
  | "no-signatures";

export interface Facts {
  /**
   * By when the vote is promised to be in the record, or any vote that was cast before the check.
   * `closing` if that is when the survey closes, which is not known.
   */
  by?: string;
  /** As it is in the record. */
  choice?: Choice;
  place?: number;
  size?: number;
  /** The newest checkpoint, after its signature was checked. */
  checkpoint?: string;
  /** The receipt's, and those that they have introduced: what is kept now may be signed by these. */
  keys?: string[];
  /** The record has ended. */
  isClosed?: boolean;
  /** The record has entries of a newer version, which this program does not understand. */
  isNewer?: boolean;
  /** The log has named the vote only by this time, which is too late. */
  named?: string;
  reason?: string;
  date?: string;
  message?: string;
}

/** Ends a check: nothing more is looked at. */
export class Ended extends Error {
  readonly verdict: Verdict;
  readonly facts: Facts;
  constructor(verdict: Verdict, facts: Facts = {}) {
    super(verdict);
    this.verdict = verdict;
    this.facts = facts;
  }
}

export interface Outcome extends Facts {
  verdict: Verdict;
  passed: Step[];
}
