import { count } from "../../lib/count.ts";

export interface WhoAnswered {
  results: { yes: number; no: number };
  /** Votes that don't count, with the reasons that were given, the most frequent first. */
  setAside?: { count: number; reasons: { reason: string }[] };
  checks?: { checked: number; mismatched: number };
}

/** How many voters have looked their vote up in the record. Nothing as long as nobody has. */
export function sayChecks({ results: { yes, no }, setAside, checks }: WhoAnswered): string | null {
  if (!checks || checks.checked === 0) return null;
  const { checked, mismatched } = checks;
  const voters = (yes + no + (setAside?.count ?? 0)).toLocaleString("en-GB");
  const have = `${checked.toLocaleString("en-GB")} of ${voters} voters ${checked === 1 ? "has" : "have"} checked their vote`;
  return mismatched === 0
    ? `${have}, and nobody reported a mismatch.`
    : `${have}, and ${mismatched.toLocaleString("en-GB")} reported a mismatch.`;
}

/** A result as plain text, before the bars are there. */
export function saySums({ yes, no }: WhoAnswered["results"]): string {
  return `${yes.toLocaleString("en-GB")} said yes and ${no.toLocaleString("en-GB")} said no.`;
}

// More would not fit in a sentence; the record has all of them.
const REASONS_SHOWN = 3;

/** How many answered, that they speak for nobody else, and how many votes are set aside and why. */
export function sayWhoAnswered({ results: { yes, no }, setAside }: WhoAnswered): string {
  const total = yes + no;
  const people = total === 1 ? "1 person" : `${total.toLocaleString("en-GB")} people`;
  const sentence = `${people} chose to answer. They speak only for themselves.`;
  if (!setAside || setAside.count === 0) return sentence;
  const more = `${count(setAside.count, "more vote")} ${setAside.count === 1 ? "is" : "are"} set aside`;
  const reasons = setAside.reasons.slice(0, REASONS_SHOWN).map(({ reason }) => `“${reason}”`);
  const others = setAside.reasons.length > REASONS_SHOWN ? " and others" : "";
  return `${sentence} ${more}: ${reasons.join(", ")}${others}.`;
}
