import type { Choice } from "./entries.ts";
import type { ListedKey } from "./keys.ts";

// What is asked when a receipt is checked, and what can be found.

export interface EntryProof {
  place: number;
  proof: string[];
}

/** The site's answers. Null: it has no such thing. A call that gets no answer throws. */
export interface RecordSource {
  readKeys(): Promise<ListedKey[]>;
  readCheckpoint(): Promise<string | null>;
  proveVote(receipt: string): Promise<VoteProof | null>;
  proveConsistency(from: number): Promise<{ checkpoint: string; proof: string[] } | null>;
  /** When the survey closes, or has closed. */
  readClosing(): Promise<string | null>;
}

export interface VoteProof extends EntryProof {
  checkpoint: string;
  /** Of the vote as it is in the record. */
  nonce: string;
  textHash: string;
  /** The entry that last set this vote aside or restored it. */
  change: (EntryProof & { entry: string }) | null;
}

/** What was checked, in this order. */
export const steps = [
  "promise",
  "commitment",
  "kept-checkpoint",
  "checkpoint",
  "consistency",
  "inclusion",
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
  | "other-choice"
  /** In the record as an answer to another text. */
  | "other-text"
  | "rewritten"
  /** The site's proof does not lead to the root that it has signed. */
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
  reason?: string;
  date?: string;
  message?: string;
}

export interface Outcome extends Facts {
  verdict: Verdict;
  passed: Step[];
}
