/** How hard to guess a new password must be. */
export const passwordStrengths = ["any", "fair", "good", "strong"] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

/** zxcvbn's scores: 2 means more than a million guesses, 3 a hundred million, 4 ten billion. */
export const lowestScore: Record<PasswordStrength, number> = {
  any: 0,
  fair: 2,
  good: 3,
  strong: 4,
};

/**
 * Bounds for zxcvbn, in the server and in the browser. Its time grows with the square of both. With
 * these, the worst password takes about 30 ms; the rest of a longer password could only make it
 * stronger.
 */
export const estimatorBounds = { maxLength: 64, l33tMaxSubstitutions: 20 };

/** What is known about the person who chooses a password: others may know it too. */
export interface PasswordOwner {
  email?: string | undefined;
  name?: string | undefined;
}

export interface Judgement {
  /** 0 to 4. */
  score: number;
  /** Why it is easy to guess; null if there is nothing to say. */
  advice: Advice | null;
}

/** The part of zxcvbn that we use: how hard a text is to guess if these words are tried first. */
export type Estimate = (
  text: string,
  firstTried: string[],
) => { score: number; feedback: { warning: string | null } };

const siteWords = ["survey", "website", "surveywebsite"];

/** zxcvbn's warnings, by their names. */
const advices = [
  "topTen",
  "topHundred",
  "common",
  "similarToCommon",
  "userInputs",
  "simpleRepeat",
  "extendedRepeat",
  "sequences",
  "straightRow",
  "keyPattern",
  "recentYears",
  "dates",
  // For any other warning, and for none.
  "usual",
] as const;
type Advice = (typeof advices)[number];

/** From this score on, no advice is given. */
const GOOD = 3;

/** Judges a password. The server and the browser share it, so that they always agree. */
export function judgePassword(
  estimate: Estimate,
  password: string,
  owner: PasswordOwner,
): Judgement {
  const words = knownWords(owner);
  const whole = estimate(password, words);
  // zxcvbn overrates several short words in a row, even if all of them are known. So the password
  // is also judged without them.
  const remaining = withoutWords(password, words);
  const rest = remaining === password ? whole : estimate(remaining, []);
  const { score, warning } =
    rest.score < whole.score
      ? { score: rest.score, warning: "userInputs" }
      : { score: whole.score, warning: whole.feedback.warning };
  if (score >= GOOD) return { score, advice: null };
  return { score, advice: advices.find((known) => known === warning) ?? "usual" };
}

/**
 * Longest first, so that 'sam.moss' is removed before 'sam'. Words of one or two letters are left
 * out, because any password may contain them.
 */
function knownWords({ email = "", name = "" }: PasswordOwner): string[] {
  const [mailbox = ""] = email.split("@");
  // Without the last part: 'org' or 'com' says nothing about a person.
  const hostParts = email
    .slice(mailbox.length + 1)
    .split(".")
    .slice(0, -1);
  const texts = [email, mailbox, name, ...hostParts];
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const joined = [mailbox, name].map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ""));
  const words = [...texts, ...parts, ...joined, ...siteWords].map((word) => word.toLowerCase());
  return [...new Set(words)]
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length);
}

function withoutWords(password: string, words: string[]): string {
  const literal = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return password.replace(new RegExp(literal.join("|"), "giu"), "");
}
