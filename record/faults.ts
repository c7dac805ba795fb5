import type { Evidence } from "./evidence.ts";

/** What is wrong with a record by itself. Who verifies from outside reads it in English. */
const sentences = {
  "vote-after-closing": ({ entry, date }) =>
    `Entry ${entry} is a vote, but the survey was closed on ${date}`,
  "vote-without-text": ({ entry }) =>
    `Entry ${entry} is a vote, but no entry says which text it has answered`,
  "no-such-vote": ({ entry, other }) =>
    `Entry ${entry} names entry ${other}, which is no vote before it`,
  "aside-twice": ({ entry, other }) => `Entry ${entry} sets entry ${other} aside a second time`,
  "counts-already": ({ entry, other }) =>
    `Entry ${entry} restores entry ${other}, which counts already`,
  "other-first": ({ entry }) => `Entry ${entry} must be the version`,
  "version-twice": ({ entry }) => `Entry ${entry} names the version a second time`,
  "text-repeated": ({ entry }) => `Entry ${entry} repeats the text before it`,
  "closed-twice": ({ entry, date }) =>
    `Entry ${entry} closes the survey, which was closed on ${date}`,
  unreadable: ({ entry, text }) => `Entry ${entry} can't be read: ${text}`,
  missing: ({ entry, other }) => `Entry ${entry} is missing; entry ${other} stands there`,
  "not-opened": ({ entry }) => `Entry ${entry} is a vote without receipt and choice`,
  neither: ({ entry }) => `Entry ${entry} is neither a vote nor another entry`,
  "more-than-papers": ({ entry, other }) =>
    `Entry ${entry} is one ballot more than the ${other} papers that were issued`,
  "no-paper": ({ entry }) => `Entry ${entry} has no valid ballot paper`,
  "wrong-papers": ({ entry }) =>
    `Entry ${entry} counts ballot papers too late, or fewer than before`,
  "receipt-twice": () => "Two votes have the same receipt",
  "too-short": ({ entry, other }) => `It ends after ${entry} of ${other} entries`,
  "other-root": () => "The entries are not those that the site has signed",
} satisfies Record<string, (about: FaultAbout) => string>;

export interface FaultAbout {
  /** The place of the entry that is wrong. */
  entry: number;
  /** Another place that it names, or that stands there instead. */
  other: number;
  /** The day of the closing. */
  date: string;
  /** The beginning of what can't be read. */
  text: string;
}

/** A page says it in its own language, by its code. */
export interface Fault extends FaultAbout {
  code: keyof typeof sentences;
}

/**
 * Its message says in words what is wrong with a record or a log. Anything else that is thrown is
 * another failure.
 */
export class WrongRecord extends Error {
  /** What others need to see it for themselves. */
  readonly evidence: Evidence | undefined;

  constructor(message: string, evidence?: Evidence) {
    super(message);
    this.evidence = evidence;
  }
}

/** What can't be judged: whoever wrote it knows more than this program. */
export class NewerVersion extends Error {
  constructor(what: string) {
    super(`${what} made by a newer version: take a newer verifier`);
  }
}

/** The first thing that is wrong with a record by itself. */
export class FaultyRecord extends WrongRecord {
  readonly fault: Fault;

  constructor(code: Fault["code"], about: Partial<FaultAbout> = {}) {
    const fault = { code, entry: 0, other: 0, date: "", text: "", ...about };
    super(sentences[code](fault));
    this.fault = fault;
  }
}
