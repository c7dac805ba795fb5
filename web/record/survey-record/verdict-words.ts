import * as t from "#words/receipts";
import { AT_CLOSING } from "../../../record/promises.ts";
import type { Outcome, Verdict } from "../../../record/receipt-outcome.ts";
import { sayDate, sayDay } from "../../lib/format.ts";

export interface Words {
  tone: "success" | "info" | "warning" | "error";
  title: string;
  text: string;
  /** Whether the people who run the site should be told. */
  tellUs?: true;
}

const words: Record<Verdict, (outcome: Outcome) => Words> = {
  counted: ({ choice = "", place }) => ({
    tone: "success",
    title: t.counted.title,
    text: t.counted.text({ choice, place: String(place) }),
  }),
  "set-aside": ({ choice = "", reason = "", date = "" }) => ({
    tone: "warning",
    title: t.setAside.title,
    text: t.setAside.text({
      choice,
      date: date && sayDay(date),
      reason,
    }),
    tellUs: true,
  }),
  waiting: ({ by = "" }) => ({
    tone: "info",
    title: t.waiting.title,
    text: by === AT_CLOSING ? t.waiting.untilClosing : t.waiting.text({ time: sayTime(by) }),
  }),
  "promise-broken": ({ by = "", named, place }) => ({
    tone: "error",
    title: t.promiseBroken.title,
    text: sayBroken(sayTime(by), named && sayTime(named), place),
    tellUs: true,
  }),
  "not-recorded": ({ by = "" }) => ({
    tone: "info",
    title: t.notRecorded.title,
    text: t.notRecorded.text({ time: sayTime(by) }),
  }),
  hidden: () => ({ tone: "info", ...t.hiddenDigits }),
  "other-choice": ({ choice = "" }) => ({
    tone: "error",
    title: t.otherChoice.title,
    text: t.otherChoice.text({ choice }),
    tellUs: true,
  }),
  "other-text": () => ({ tone: "error", ...t.otherText, tellUs: true }),
  rewritten: () => ({ tone: "error", ...t.rewritten, tellUs: true }),
  "rolled-back": () => ({ tone: "error", ...t.rolledBack, tellUs: true }),
  refused: () => ({ tone: "warning", ...t.refused, tellUs: true }),
  "wrong-proof": () => ({ tone: "error", ...t.wrongProof, tellUs: true }),
  "other-key": () => ({ tone: "error", ...t.otherKey, tellUs: true }),
  damaged: () => ({ tone: "error", ...t.damaged }),
  unreachable: ({ message }) => ({
    tone: "warning",
    title: t.unreachable.title,
    text: message || t.unreachable.text,
  }),
  "no-signatures": () => ({ tone: "warning", ...t.noSignatures }),
};

function sayBroken(time: string, named: string | undefined, place: number | undefined): string {
  if (named) return t.promiseBroken.late({ time, named });
  return place === undefined ? t.promiseBroken.text({ time }) : t.promiseBroken.unnamed({ time });
}

const sayTime = (by: string) => sayDate(by, "long");

export function sayVerdict(outcome: Outcome): Words {
  return words[outcome.verdict](outcome);
}

/** What this page, or the digits alone, can't tell. */
export function sayUnchecked({ passed, verdict, isNewer }: Outcome): string | null {
  if (isNewer) return t.newerVersion;
  if (verdict !== "counted" && verdict !== "set-aside") return null;
  if (!passed.includes("promise")) return t.digitsAlone;
  if (!passed.includes("consistency")) return t.noCheckpointYet;
  return null;
}
