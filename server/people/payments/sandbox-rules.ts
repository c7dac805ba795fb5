import type { PlainCode } from "../../../contract/errors.ts";

interface Card {
  number: string;
  expiry: string;
}

/** What a bank would answer: yes, no with a reason, or a question to its customer. */
type Verdict = { kind: "approved" | "asked" } | { kind: "declined"; reason: PlainCode };

const declined = (reason: PlainCode): Verdict => ({ kind: "declined", reason });

/** The usual numbers of test cards. */
const testCards: Record<string, Verdict> = {
  "4242424242424242": { kind: "approved" },
  "4000002500003155": { kind: "asked" },
  "4000000000000002": declined("card.declined"),
  "4000000000009995": declined("card.no-funds"),
  "4000000000009987": declined("card.suspicious"),
  "4000000000000069": declined("card.expired"),
  "4000000000000127": declined("card.wrong-code"),
};

export function judgeCard({ number, expiry }: Card, now: Date): Verdict {
  const verdict = testCards[number];
  if (!verdict) return declined("card.no-test-card");
  return isOver(expiry, now) ? declined("card.expiry-past") : verdict;
}

/** A card is valid until the last day of its month. */
function isOver(expiry: string, now: Date): boolean {
  const [month = 0, year = 0] = expiry.split("/").map(Number);
  return Date.UTC(2000 + year, month) <= now.getTime();
}
