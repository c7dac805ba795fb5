import type { Outcome, Step, Verdict } from "../../record/receipt-outcome.ts";
import { sayTime } from "./own-receipt.ts";

export interface Words {
  tone: "success" | "info" | "warning" | "error";
  title: string;
  text: string;
  /** Whether the people who run the site should be told. */
  tellUs?: true;
}

const KEEP =
  "Keep the file: with our own signature in it, it is your proof. Tell us, and tell others; anybody can check it.";

const words: Record<Verdict, (outcome: Outcome) => Words> = {
  counted: ({ choice, place }) => ({
    tone: "success",
    title: "Your vote is counted",
    text: `It is in the record as “${choice}”, at place ${place}.`,
  }),
  "set-aside": ({ choice, reason, date }) => ({
    tone: "warning",
    title: "Your vote is set aside",
    text: `It is in the record as “${choice}”, but it does not count. An admin has set it aside on ${date} and gave this reason: “${reason}”. If you think that this is wrong, tell us.`,
    tellUs: true,
  }),
  waiting: ({ by = "" }) => ({
    tone: "info",
    title: "Not in the record yet",
    text: `We have promised it by ${sayTime(by)}. Please check again then, and keep your receipt.`,
  }),
  "promise-broken": ({ by = "" }) => ({
    tone: "error",
    title: "A promise is broken",
    text: `Your vote was promised to be in the record by ${sayTime(by)}, and it is not there. ${KEEP}`,
    tellUs: true,
  }),
  "not-recorded": ({ by = "" }) => ({
    tone: "info",
    title: "Not in the record yet",
    text: `Votes are entered within an hour. If you have just voted, yours is in the record by ${sayTime(by)}; please check again then. If you voted earlier, please compare the digits and the survey. The digits alone don't tell which it is; the receipt's file does.`,
  }),
  "other-choice": ({ choice }) => ({
    tone: "error",
    title: "Your vote is in the record with the other choice",
    text: `The record says “${choice}”, and your receipt does not. ${KEEP}`,
    tellUs: true,
  }),
  "other-text": () => ({
    tone: "error",
    title: "Your vote is in the record as an answer to another text",
    text: `You were asked something else than the record says. ${KEEP}`,
    tellUs: true,
  }),
  rewritten: () => ({
    tone: "error",
    title: "The record was rewritten",
    text: `What it has now does not go on from the checkpoint in your receipt: earlier entries were changed or removed. ${KEEP}`,
    tellUs: true,
  }),
  "wrong-proof": () => ({
    tone: "error",
    title: "The proof is wrong",
    text: "What this site says about your vote does not fit the record that it has signed. Please keep your receipt, check again in a minute, and tell us if it happens again.",
    tellUs: true,
  }),
  "other-key": () => ({
    tone: "error",
    title: "Signed with another key",
    text: "Your receipt and this site's record are not signed with the same key. Either the receipt is from another site, or this site changed its key without announcing it. In that case keep the receipt and ask us why.",
    tellUs: true,
  }),
  damaged: () => ({
    tone: "error",
    title: "This receipt is damaged",
    text: "What it says does not fit its signatures, so it was changed. Please use the file as you saved it, or save it again on the survey's page.",
  }),
  unreachable: ({ message }) => ({
    tone: "warning",
    title: "We can't read the record",
    text: message || "Please check your connection and try again.",
  }),
  "no-signatures": () => ({
    tone: "warning",
    title: "This browser can't check signatures",
    text: "It is too old, or the page did not come over https. Please use the newest version of any browser.",
  }),
};

export function sayVerdict(outcome: Outcome): Words {
  return words[outcome.verdict](outcome);
}

export const stepWords: Record<Step, string> = {
  promise: "The promise is signed by this site.",
  commitment: "It is for your receipt and your choice.",
  "kept-checkpoint": "The checkpoint in your receipt is signed by this site.",
  checkpoint: "The record's newest checkpoint is signed by this site.",
  consistency: "The record has only grown since you got your receipt.",
  inclusion: "Your vote is in the record.",
};

/** What the digits alone can't tell. */
export function sayUnchecked({ passed, verdict }: Outcome): string | null {
  if (verdict !== "counted" && verdict !== "set-aside") return null;
  if (!passed.includes("promise")) {
    return "The digits alone don't tell whether the choice was changed, or the record rewritten. The file does.";
  }
  if (!passed.includes("consistency")) {
    return "Your receipt has no checkpoint yet, so it can't tell whether the record was rewritten.";
  }
  return null;
}
