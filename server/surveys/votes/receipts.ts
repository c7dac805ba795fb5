import type { Choice } from "../../../record/entries.ts";
import type { VotePromise } from "../../../record/promises.ts";

/** A vote as it is stored. */
export interface CastVote {
  surveyId: string;
  receipt: string;
  nonce: string;
  textHash: Buffer;
  vote: Choice;
  createdAt: Date;
}

/** What a voter is given. */
export interface VoteReceipt {
  receipt: string;
  nonce: string;
  vote: Choice;
  textHash: string;
  /** The name of the record. */
  origin: string;
  promise: VotePromise;
}

/** Makes the receipts of votes, with one signature for all of them. */
export type ReceiptMaker = (votes: CastVote[]) => Promise<VoteReceipt[]>;
