import { count } from "../../lib/count.ts";

export interface WhoAnswered {
  results: { yes: number; no: number };
  /** Votes that don't count, with the reason that was given. */
  setAside?: { votes: number; reason: string }[];
}

/** How many answered, that they are no sample, and how many votes are set aside and why. */
export function sayWhoAnswered({ results: { yes, no }, setAside = [] }: WhoAnswered): string {
  const total = yes + no;
  const chose =
    total === 1
      ? "1 person chose to answer, and is no sample of anybody else"
      : `${total.toLocaleString("en-GB")} people chose to answer, and are no sample of anybody else`;
  const votes = setAside.reduce((sum, group) => sum + group.votes, 0);
  if (votes === 0) return `${chose}.`;
  const reasons = setAside.map(({ reason }) => `“${reason}”`).join(", ");
  const more = count(votes, "more vote");
  return `${chose}; ${more} ${votes === 1 ? "is" : "are"} set aside: ${reasons}.`;
}
