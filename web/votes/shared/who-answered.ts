import { count, plural, sayNumber } from "../../lib/format.ts";

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
  const voters = sayNumber(yes + no + (setAside?.count ?? 0));
  const have = `${sayNumber(checked)} of ${voters} voters ${plural(checked, "has", "have")} checked their vote`;
  return mismatched === 0
    ? `${have}, and nobody reported a mismatch.`
    : `${have}, and ${sayNumber(mismatched)} reported a mismatch.`;
}

/** A result as plain text, before the bars are there. */
export function saySums({ yes, no }: WhoAnswered["results"]): string {
  return `${sayNumber(yes)} said yes and ${sayNumber(no)} said no.`;
}

// More would not fit in a sentence; the record has all of them.
const REASONS_SHOWN = 3;

/** How many answered, that they speak for nobody else, and how many votes are set aside and why. */
export function sayWhoAnswered({ results: { yes, no }, setAside }: WhoAnswered): string {
  const total = yes + no;
  const people = count(total, "person", "people");
  const sentence = `${people} chose to answer. They speak only for themselves.`;
  if (!setAside || setAside.count === 0) return sentence;
  const more = `${count(setAside.count, "more vote")} ${plural(setAside.count, "is", "are")} set aside`;
  const reasons = setAside.reasons.slice(0, REASONS_SHOWN).map(({ reason }) => `“${reason}”`);
  const others = setAside.reasons.length > REASONS_SHOWN ? " and others" : "";
  return `${sentence} ${more}: ${reasons.join(", ")}${others}.`;
}
