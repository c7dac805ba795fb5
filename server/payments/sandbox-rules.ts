interface Card {
  number: string;
  expiry: string;
}

/** What a bank answers: yes, no with a reason for people, or a question to its customer. */
type Verdict = { kind: "approved" | "asked" } | { kind: "declined"; reason: string };

const declined = (reason: string): Verdict => ({ kind: "declined", reason });

/** The usual numbers of test cards. */
const testCards: Record<string, Verdict> = {
  "4242424242424242": { kind: "approved" },
  "4000002500003155": { kind: "asked" },
  "4000000000000002": declined("Your card was declined. Please try another one."),
  "4000000000009995": declined("Your card has insufficient funds."),
  "4000000000009987": declined("Your card was declined. Please ask your bank about it."),
  "4000000000000069": declined("Your card has expired."),
  "4000000000000127": declined("Your card's security code is incorrect."),
};

export function judgeCard({ number, expiry }: Card, now: Date): Verdict {
  const verdict = testCards[number];
  if (!verdict) {
    return declined("This is not a test card. No real card works here: use 4242 4242 4242 4242.");
  }
  return isOver(expiry, now) ? declined("Your card's expiration date is in the past.") : verdict;
}

/** A card is valid until the last day of its month. */
function isOver(expiry: string, now: Date): boolean {
  const [month = 0, year = 0] = expiry.split("/").map(Number);
  return Date.UTC(2000 + year, month) <= now.getTime();
}
