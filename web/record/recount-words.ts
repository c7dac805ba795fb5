import type { SurveyText } from "../../record/entries.ts";
import { isLastText, type Recount } from "../../record/recount.ts";
import { count } from "../lib/count.ts";
import type { Found } from "./run-recount.ts";

export interface Shown {
  yes: number;
  no: number;
}

/** Whether the result that is shown may have come from the record by further votes. */
export function fits({ yes, no }: Recount, shown: Shown): boolean {
  return shown.yes >= yes && shown.no >= no;
}

/** What was found out, one sentence each. */
export function sayCounted(recount: Recount, shown: Shown, text?: SurveyText): string[] {
  const { size, yes, no, setAside, closed } = recount;
  const newer = shown.yes + shown.no - yes - no;
  return [
    "The record is signed by this site.",
    `Your browser has computed the hashes of all ${size.toLocaleString("en-GB")} entries, and they match the signed root.`,
    `${count(yes, "vote")} for yes and ${no.toLocaleString("en-GB")} for no are in the record${newer === 0 ? ", as shown above" : ""}.`,
    ...(setAside > 0 ? [`${count(setAside, "vote")} more in it ${be(setAside)} set aside.`] : []),
    ...(text ? [sayText(isLastText(recount, text))] : []),
    ...(closed ? [`It was closed on ${closed}, and no vote follows.`] : []),
  ];
}

function sayText(isSame: boolean): string {
  return isSame
    ? "The survey's text is the one that people were asked."
    : "The text of the survey was changed after these votes.";
}

/** The record is written some time after the votes. */
export function sayNewer({ yes, no }: Recount, shown: Shown): string | null {
  const newer = shown.yes + shown.no - yes - no;
  if (newer === 0) return null;
  return `${count(newer, "newer vote")} ${be(newer)} not in the record yet. A vote is entered within an hour after it was cast.`;
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

export function sayMisfit({ yes, no }: Recount, shown: Shown): Words {
  const say = (sums: Shown) =>
    `${sums.yes.toLocaleString("en-GB")} yes and ${sums.no.toLocaleString("en-GB")} no`;
  return {
    tone: "error",
    title: "The result does not fit the record",
    text: `The record has ${say({ yes, no })}, but ${say(shown)} are shown. ${TELL}`,
  };
}

function be(number: number): string {
  return number === 1 ? "is" : "are";
}
