import { hashSurveyText, type SurveyText } from "../../record/entries.ts";
import { isLastText, type Recount } from "../../record/recount.ts";
import { count, plural, sayDate, sayNumber } from "../lib/format.ts";
import { type Awaited, dueBy, enteredIn, type Terms } from "./awaited-votes.ts";
import type { Found } from "./run-recount.ts";

export interface Shown {
  yes: number;
  no: number;
}

/** How a result that is shown compares with the record. */
export type Comparison =
  | { kind: "agrees" }
  | { kind: "differs" }
  /** Votes are shown that are not in the record yet. Without a time: until the survey closes. */
  | { kind: "newer"; newer: number; by: string | null }
  /** So many had to be in the record by this time, and are not. */
  | { kind: "late"; votes: number; by: string };

interface Shows {
  shown: Shown;
  terms: Terms;
  /** What this browser was shown before. */
  awaited: Awaited | null;
  now: Date;
}

/**
 * Agrees only if both are equal. An open survey may show votes which are not entered yet, but not
 * for longer than the promised hour; in a closed record nothing can be added.
 */
export function compare(recount: Recount, { shown, terms, awaited, now }: Shows): Comparison {
  const { yes, no, closed } = recount;
  if (shown.yes === yes && shown.no === no) return { kind: "agrees" };
  if (closed || shown.yes < yes || shown.no < no) return { kind: "differs" };
  if (awaited && isMissing(awaited, recount, now)) return { kind: "late", ...awaited };
  const votes = shown.yes + shown.no + recount.setAside;
  const by = awaited?.votes === votes ? awaited.by : dueBy(terms, now);
  if (by && isMissing({ votes, by }, recount, now)) return { kind: "late", votes, by };
  return { kind: "newer", newer: votes - enteredIn(recount), by };
}

function isMissing({ votes, by }: Awaited, recount: Recount, now: Date): boolean {
  return Date.parse(by) < now.getTime() && enteredIn(recount) < votes;
}

/** What was found out, one sentence each. */
export function sayCounted(recount: Recount, shown: Shown, text?: SurveyText): string[] {
  const { size, yes, no, setAside, closed } = recount;
  const newer = shown.yes + shown.no - yes - no;
  return [
    "The record is signed by this site.",
    `Your browser has computed the hashes of all ${sayNumber(size)} entries, and they match the signed root.`,
    `${count(yes, "vote")} for yes and ${sayNumber(no)} for no are in the record${newer === 0 ? ", as shown above" : ""}.`,
    ...(setAside > 0
      ? [`${count(setAside, "vote")} more in it ${plural(setAside, "is", "are")} set aside.`]
      : []),
    ...(text ? [sayText(recount, text)] : []),
    ...(closed ? [`It was closed on ${closed}, and no vote follows.`] : []),
  ];
}

/** Whether votes of version 2 have answered another text than the one that is shown. */
export function wasEdited({ texts }: Recount, text: SurveyText): boolean {
  return texts.some(({ hash }) => hash !== hashSurveyText(text));
}

function sayText(recount: Recount, text: SurveyText): string {
  if (!wasEdited(recount, text)) {
    return isLastText(recount, text)
      ? "The survey's text is the one that people were asked."
      : "The text of the survey was changed after these votes.";
  }
  const sum = (votes: { votes: number }[]) => votes.reduce((all, one) => all + one.votes, 0);
  const now = sum(recount.texts.filter(({ hash }) => hash === hashSurveyText(text)));
  const before = sum(recount.texts) - now;
  return `The text was edited: ${count(before, "vote")} answered an earlier one, and ${sayNumber(now)} the one that is shown.`;
}

export function sayWaiting(newer: number): string {
  return `${count(newer, "newer vote")} ${plural(newer, "is", "are")} not in the record yet`;
}

/** The record is written some time after the votes. */
export function sayNewer(newer: number, by: string | null, now: Date): string {
  const these = plural(newer, "This newer vote", `These ${count(newer, "newer vote")}`);
  const when = by ? `by ${sayMoment(by, now)}` : "within an hour after the survey closes";
  return `${these} must be in the record ${when}. Please look again then.`;
}

/** `14:05`, with the day if that is another one. */
function sayMoment(iso: string, now: Date): string {
  const moment = new Date(iso);
  const isToday = moment.toDateString() === now.toDateString();
  return sayDate(moment, isToday ? "time" : "long");
}

interface Words {
  tone: "info" | "warning" | "error";
  title: string;
  text: string;
}

const TELL = "Please tell us, and others.";

export function sayProblem(found: Exclude<Found, { kind: "counted" }>): Words {
  switch (found.kind) {
    case "no-record":
      return {
        tone: "info",
        title: "Nothing to recount yet",
        text: "Votes are entered in the record within an hour after they were cast.",
      };
    case "moved":
      return {
        tone: "info",
        title: "The record has changed while it was counted",
        text: "Please count again.",
      };
    case "no-signatures":
      return {
        tone: "warning",
        title: "This browser can't check signatures",
        text: "It is too old, or the page did not come over https. Please use the newest version of any browser.",
      };
    case "unsigned":
      return {
        tone: "error",
        title: "The record is not signed by this site",
        text: `Its signature is not by a key that this site lists. ${TELL}`,
      };
    case "other-root":
      return {
        tone: "error",
        title: "The record was changed after it was signed",
        text: `Its entries don't match the signed root. ${TELL}`,
      };
    case "wrong":
      return { tone: "error", title: "The record is wrong", text: `${found.what}. ${TELL}` };
  }
}

export function sayDifference({ yes, no }: Recount, shown: Shown): Words {
  const say = (sums: Shown) => `${sayNumber(sums.yes)} yes and ${sayNumber(sums.no)} no`;
  return {
    tone: "error",
    title: "The result does not fit the record",
    text: `The record has ${say({ yes, no })}, but ${say(shown)} are shown. ${TELL}`,
  };
}

export function sayLate(recount: Recount, { votes, by }: Awaited, now: Date): Words {
  return {
    tone: "error",
    title: "Votes are missing in the record",
    text: `${count(votes, "vote")} were shown, and all of them had to be in the record by ${sayMoment(by, now)}. It has only ${sayNumber(enteredIn(recount))}. ${TELL}`,
  };
}
