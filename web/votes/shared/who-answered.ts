import * as t from "#words/votes";

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
  const voters = yes + no + (setAside?.count ?? 0);
  return mismatched === 0
    ? t.checkedFine({ checked, voters })
    : t.checkedMismatch({ checked, voters, mismatched });
}

/** A result as plain text, before the bars are there. */
export const saySums = ({ yes, no }: WhoAnswered["results"]): string => t.sums({ yes, no });

// More would not fit in a sentence; the record has all of them.
const REASONS_SHOWN = 3;

/** How many answered, that they speak for nobody else, and how many votes are set aside and why. */
export function sayWhoAnswered({ results: { yes, no }, setAside }: WhoAnswered): string {
  const people = yes + no;
  if (!setAside || setAside.count === 0) return t.answered({ people });
  const reasons = setAside.reasons
    .slice(0, REASONS_SHOWN)
    .reduce(
      (before, { reason }) =>
        before === "" ? t.setAsideReason({ reason }) : t.nextReason({ reasons: before, reason }),
      "",
    );
  const said = { people, setAside: setAside.count, reasons };
  return setAside.reasons.length > REASONS_SHOWN
    ? t.answeredSetAsideMore(said)
    : t.answeredSetAside(said);
}
