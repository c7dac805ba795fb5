import type { Counting } from "../contract/ballot-kinds.ts";
import type * as tally from "./generated/en/tally.ts";

// What stands beside a result, wherever one is shown: on pages, and in frames on other sites.

export interface WhoAnswered {
  results: { yes: number; no: number };
  /** Votes that don't count, with the reasons that were given, the most frequent first. */
  setAside?: { count: number; reasons: { reason: string }[] };
}

interface Counted {
  votes: number;
  counting: Counting | null;
  phase: "upcoming" | "open" | "closed";
}

/** How many have answered, or when that is known: never none for ballots that are not counted yet. */
export function sayVotes(
  t: Pick<typeof tally, "sideVotes" | "beingCounted" | "countedTogether">,
  { votes, counting, phase }: Counted,
): string {
  if (counting !== "closing") return t.sideVotes({ votes });
  return phase === "closed" ? t.beingCounted : t.countedTogether;
}

// More would not fit in a sentence; the record has all of them.
const REASONS_SHOWN = 3;

/** How many answered, that they speak for nobody else, and how many votes are set aside and why. */
export function sayWhoAnswered(
  t: typeof tally,
  { results: { yes, no }, setAside }: WhoAnswered,
): string {
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
