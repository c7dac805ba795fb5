import type { WaitingBallot } from "../../database/waiting-ballots/sealing.ts";

export interface Ballot extends WaitingBallot {
  surveyId: string;
  /** 32 hex digits. */
  receipt: string;
}

/** What is kept of a ballot, where it waits or is counted. */
export interface Found {
  vote: string;
  nonce: string;
  textHash: string;
}
