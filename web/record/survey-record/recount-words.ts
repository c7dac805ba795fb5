import * as t from "#words/record";
import { hashSurveyText, type SurveyText } from "../../../record/entries.ts";
import type { Fault } from "../../../record/faults.ts";
import { enteredIn, type Recount } from "../../../record/recount.ts";
import { sayDate, sayDay } from "../../lib/format.ts";
import { type Awaited, dueBy, type Terms } from "./awaited-votes.ts";

export interface Shown {
  yes: number;
  no: number;
}

export interface Words {
  tone: "info" | "warning" | "error";
  title: string;
  text: string;
}

/** So many votes are shown that are not in the record yet. Without a time: until the survey closes. */
export interface Newer {
  newer: number;
  by: string | null;
}

interface Shows {
  shown: Shown;
  terms: Terms;
  /** What this browser was shown before. */
  awaited: Awaited | null;
  now: Date;
}

/**
 * How a result that is shown compares with the record. It agrees only if both are equal. An open survey
 * may show votes which are not entered yet, but not for longer than the promised hour; in a closed
 * record nothing can be added.
 */
export function compare(recount: Recount, { shown, terms, awaited, now }: Shows): Newer | Words {
  const { yes, no, closed } = recount;
  if (shown.yes === yes && shown.no === no) return { newer: 0, by: null };
  if (closed || shown.yes < yes || shown.no < no) {
    const { title, text } = t.differs;
    const sums = { yes, no, shownYes: shown.yes, shownNo: shown.no };
    return { tone: "error", title, text: text(sums) };
  }
  if (awaited && isMissing(awaited, recount, now)) return sayLate(recount, awaited, now);
  const votes = shown.yes + shown.no + recount.setAside;
  const by = awaited?.votes === votes ? awaited.by : dueBy(terms, now);
  if (by && isMissing({ votes, by }, recount, now)) return sayLate(recount, { votes, by }, now);
  return { newer: votes - enteredIn(recount), by };
}

function isMissing({ votes, by }: Awaited, recount: Recount, now: Date): boolean {
  return Date.parse(by) < now.getTime() && enteredIn(recount) < votes;
}

/** What was found out, one sentence each. */
export function sayCounted(recount: Recount, shown: Shown, text?: SurveyText): string[] {
  const { size, yes, no, setAside, issued, closed } = recount;
  const newer = shown.yes + shown.no - yes - no;
  return [
    t.signed,
    t.hashesMatch({ size }),
    newer === 0 ? t.sumsAsShown({ yes, no }) : t.sums({ yes, no }),
    ...(setAside > 0 ? [t.moreSetAside({ count: setAside })] : []),
    ...(text ? [sayText(recount, text)] : []),
    ...(closed ? [t.closedOn({ date: sayDay(closed) })] : []),
    ...(closed && issued !== null ? [t.papers({ issued, cast: enteredIn(recount) })] : []),
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
export function sayNewer({ newer, by }: Newer, now: Date): string {
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

export function sayFault({ code, date, ...about }: Fault): Words {
  const say = t.faults[code];
  const what = typeof say === "string" ? say : say({ ...about, date: date && sayDay(date) });
  return { tone: "error", title: t.wrong.title, text: t.wrong.text({ what }) };
}

function sayLate(recount: Recount, { votes, by }: Awaited, now: Date): Words {
  const said = { votes, time: sayMoment(by, now), entered: enteredIn(recount) };
  return { tone: "error", title: t.late.title, text: t.late.text(said) };
}
