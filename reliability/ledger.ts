/** A write that the server has answered with success. */
export interface Confirmed {
  kind: "vote" | "reaction" | "comment" | "payment";
  personId: string;
  /** Null for a payment. */
  surveyId: string | null;
  /** The id in the answer, where it has one. */
  id: string | null;
  /** What was written: the choice of a vote, the text of a comment. */
  value: string;
  /** When the answer came, by `performance.now()`. */
  at: number;
}

/** What a client knows of its own writes. The database must agree with it, whatever happened. */
export interface Ledger {
  confirmed: Confirmed[];
  /** Answers of reads and writes other than success, by status; connections that broke count as 0. */
  refused: Map<number, number>;
  /** What a correct server never answers, in words. */
  unexpected: string[];
}

export function createLedger(): Ledger {
  return { confirmed: [], refused: new Map(), unexpected: [] };
}

/** The longest time without a confirmed write between two moments, in seconds. */
export function longestGap({ confirmed }: Ledger, from: number, to: number): number {
  const times = confirmed.map(({ at }) => at).filter((at) => at > from && at < to);
  const marks = [from, ...times.sort((a, b) => a - b), to];
  const gaps = marks.slice(1).map((mark, place) => mark - (marks[place] ?? from));
  return Math.max(...gaps) / 1000;
}
