import type { Checkpoint } from "./checkpoint.ts";
import type { RecordSource, VoteProof } from "./receipt-outcome.ts";

interface Unanswered {
  message: string;
}

/** What a call has answered, or why it has not. */
export async function ask<Answer>(call: Promise<Answer>): Promise<{ answer: Answer } | Unanswered> {
  try {
    return { answer: await call };
  } catch (error) {
    return { message: error instanceof Error ? error.message : "" };
  }
}

// The record may grow between two calls, once a minute.
const TRIES = 3;

interface State {
  vote: VoteProof | null;
  grown: { proof: string[] } | null;
  checkpoint: string | null;
}

/** Where the vote is and how the record has grown, both for the same checkpoint. */
export async function readState(
  source: RecordSource,
  receipt: string,
  kept: Checkpoint | undefined,
): Promise<State | Unanswered> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const vote = await ask(source.proveVote(receipt));
    if ("message" in vote) return vote;
    const grown = kept ? await ask(source.proveConsistency(kept.size)) : { answer: null };
    if ("message" in grown) return grown;
    const known = vote.answer?.checkpoint ?? grown.answer?.checkpoint;
    const newest = known ? { answer: known } : await ask(source.readCheckpoint());
    if ("message" in newest) return newest;
    const checkpoint = newest.answer;
    if (!grown.answer || grown.answer.checkpoint === checkpoint) {
      return { vote: vote.answer, grown: grown.answer, checkpoint };
    }
  }
  return { message: "The record grows while it is read." };
}
