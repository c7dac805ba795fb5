import * as t from "#words/record";
import { hashSurveyText, type SurveyText } from "../../../record/entries.ts";
import type { Fault } from "../../../record/faults.ts";
import { enteredIn, type Recount } from "../../../record/recount.ts";
import { sayDate, sayDay } from "../../lib/format.ts";
import { type Awaited, dueBy, type Terms } from "./awaited-votes.ts";
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
    t.signed,
    t.hashesMatch({ size }),
    newer === 0 ? t.sumsAsShown({ yes, no }) : t.sums({ yes, no }),
    ...(setAside > 0 ? [t.moreSetAside({ count: setAside })] : []),
    ...(text ? [sayText(recount, text)] : []),
    ...(closed ? [t.closedOn({ date: sayDay(closed) })] : []),
  ];
}

/** Whether votes have answered another text than the one that is shown. */
export function wasEdited({ texts }: Recount, text: SurveyText): boolean {
  return texts.some(({ hash }) => hash !== hashSurveyText(text));
}

function sayText(recount: Recount, text: SurveyText): string {
  if (!wasEdited(recount, text)) return t.textSame;
  const sum = (votes: { votes: number }[]) => votes.reduce((all, one) => all + one.votes, 0);
  const now = sum(recount.texts.filter(({ hash }) => hash === hashSurveyText(text)));
  const before = sum(recount.texts) - now;
  return t.textEdited({ before, now });
}

/** The record is written some time after the votes. */
export function sayNewer(newer: number, by: string | null, now: Date): string {
  return by
    ? t.enteredBy({ count: newer, time: sayMoment(by, now) })
    : t.enteredAtClosing({ count: newer });
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

export function sayProblem(found: Exclude<Found, { kind: "counted" }>): Words {
  switch (found.kind) {
    case "no-record":
      return { tone: "info", ...t.noRecord };
    case "moved":
      return { tone: "info", ...t.moved };
    case "no-signatures":
      return { tone: "warning", ...t.noSignatures };
    case "unsigned":
      return { tone: "error", ...t.unsigned };
    case "other-question": {
      const { votes } = found;
      return { tone: "error", title: t.otherQuestion.title, text: t.otherQuestion.text({ votes }) };
    }
    case "other-root":
      return { tone: "error", ...t.otherRoot };
    case "too-short": {
      const said = { counted: String(found.counted), size: String(found.size) };
      return { tone: "error", title: t.tooShort.title, text: t.tooShort.text(said) };
    }
    case "wrong":
      return {
        tone: "error",
        title: t.wrong.title,
        text: t.wrong.text({ what: sayFault(found.fault) }),
      };
  }
}

function sayFault({ code, date, ...about }: Fault): string {
  const say = t.faults[code];
  return typeof say === "string" ? say : say({ ...about, date: date && sayDay(date) });
}

export function sayDifference({ yes, no }: Recount, shown: Shown): Words {
  const sums = { yes, no, shownYes: shown.yes, shownNo: shown.no };
  return { tone: "error", title: t.differs.title, text: t.differs.text(sums) };
}

export function sayLate(recount: Recount, { votes, by }: Awaited, now: Date): Words {
  const said = { votes, time: sayMoment(by, now), entered: enteredIn(recount) };
  return { tone: "error", title: t.late.title, text: t.late.text(said) };
}
