import * as t from "#words/tally";

interface Results {
  yes: number;
  no: number;
}

// With fewer votes than this, each of them moves the result by more than a tenth. A timeline begins
// with as many.
const VOTES_MIN = 10;
// In percent of all votes. If the lead is smaller, one voter in twenty who thinks again turns it round.
const LEAD_MIN = 10;

/** How many votes there are, and which side leads where that means something. */
export function sayResult({ yes, no }: Results): string {
  const votes = yes + no;
  if (votes === 0) return t.noVotes;
  if (votes < VOTES_MIN) return t.fewVotes({ votes });
  if (yes === no) return t.halfAndHalf({ votes });
  if (Math.abs(yes - no) * 100 < LEAD_MIN * votes) return t.nearlyHalf({ votes });
  return yes > no ? t.mostSayYes({ votes }) : t.mostSayNo({ votes });
}
