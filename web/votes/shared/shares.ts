import { count } from "../../lib/format.ts";

interface Results {
  yes: number;
  no: number;
}

/** Whole percentages that add up to a hundred; null while there are no votes. */
export function sharesOf({ yes, no }: Results): { yes: number; no: number } | null {
  const total = yes + no;
  if (total === 0) return null;
  const share = Math.round((yes / total) * 100);
  return { yes: share, no: 100 - share };
}

// With fewer votes than this, each of them moves the result by more than a tenth. A timeline begins
// with as many.
const VOTES_MIN = 10;
// In percent of all votes. If the lead is smaller, one voter in twenty who thinks again turns it round.
const LEAD_MIN = 10;

/** How many votes there are, and which side leads where that means something. */
export function sayResult({ yes, no }: Results): string {
  const total = yes + no;
  if (total === 0) return "No votes yet.";
  const votes = `${count(total, "vote")}.`;
  if (total < VOTES_MIN) return votes;
  if (yes === no) return `${votes} Exactly half and half.`;
  if (Math.abs(yes - no) * 100 < LEAD_MIN * total) return `${votes} Nearly half and half.`;
  return `${votes} Most say ${yes > no ? "yes" : "no"}.`;
}
