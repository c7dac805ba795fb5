/** How hard to guess a new password has to be; the words are those that people are shown. */
export const passwordStrengths = ["any", "fair", "good", "strong"] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

/** zxcvbn's scores: 2 takes more than a million guesses, 3 a hundred million, 4 ten billion. */
export const lowestScore: Record<PasswordStrength, number> = {
  any: 0,
  fair: 2,
  good: 3,
  strong: 4,
};
export const scoreWords = ["Very weak", "Weak", "Fair", "Good", "Strong"] as const;

/**
 * For the estimator, here and in the browser. Its time grows with the square of both; so bounded,
 * the worst text takes some 30 milliseconds, and the rest of a longer password can only help.
 */
export const estimatorBounds = { maxLength: 64, l33tMaxSubstitutions: 20 };

/** What others know about the person, and would try first as a password. */
export interface PasswordOwner {
  email?: string | undefined;
  name?: string | undefined;
}

export interface Judgement {
  /** 0 to 4. */
  score: number;
  /** What makes it easy to guess, for people; empty when there is nothing to say. */
  advice: string;
}

/** What we use of zxcvbn: how hard a text is to guess for somebody who tries these words first. */
export type Estimate = (
  text: string,
  firstTried: string[],
) => { score: number; feedback: { warning: string | null } };

const siteWords = ["survey", "website", "surveywebsite"];

/** By the names of zxcvbn's warnings. */
const advices: Record<string, string> = {
  topTen: "It is one of the most used passwords.",
  topHundred: "It is one of the most used passwords.",
  common: "It is a much used password.",
  similarToCommon: "It is close to a much used password.",
  userInputs: "Without your name, your e-mail and this site's name, little is left of it.",
  simpleRepeat: "Repeated letters are easy to guess.",
  extendedRepeat: "Repeated parts are easy to guess.",
  sequences: "Sequences such as abc or 6543 are easy to guess.",
  straightRow: "Neighbouring keys are easy to guess.",
  keyPattern: "Neighbouring keys are easy to guess.",
  recentYears: "Years are easy to guess.",
  dates: "Dates are easy to guess.",
};
const usualAdvice = "Add another word or two that do not belong together.";
/** From here on there is nothing to advise. */
const GOOD = 3;

/** The one judgement of a password, by the server and while it is typed. */
export function judgePassword(
  estimate: Estimate,
  password: string,
  owner: PasswordOwner,
): Judgement {
  const words = knownWords(owner);
  const whole = estimate(password, words);
  // The estimator makes much of several short words in a row, even where anybody knows them all.
  const remaining = withoutWords(password, words);
  const rest = remaining === password ? whole : estimate(remaining, []);
  const { score, warning } =
    rest.score < whole.score
      ? { score: rest.score, warning: "userInputs" }
      : { score: whole.score, warning: whole.feedback.warning };
  if (score >= GOOD) return { score, advice: "" };
  return { score, advice: advices[warning ?? ""] ?? usualAdvice };
}

/** Longest first, so that 'sam.moss' goes before 'sam'. Two letters are in any password. */
function knownWords({ email = "", name = "" }: PasswordOwner): string[] {
  const [mailbox = ""] = email.split("@");
  // Without its last part: 'org' or 'com' says nothing of a person.
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
