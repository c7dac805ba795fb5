import * as t from "#words/receipts";
import type { BallotKind } from "../../../../contract/ballot-kinds.ts";
import { pages } from "../../../../contract/pages.ts";
import type { ResultsMode } from "../../../../contract/results.ts";
import type { Reply } from "../../../../contract/route.ts";
import { routes } from "../../../../contract/routes.ts";
import { hashSurveyText } from "../../../../record/entries.ts";
import { dueAt, isSoon, lookAt, parsePromise } from "../../../../record/promises.ts";
import {
  type KeptReceipt,
  openPromiseOf,
  promisedBy,
  writeReceiptFile,
} from "../../../../record/receipt-file.ts";
import { canCheckSignatures } from "../../../../record/signed-note.ts";
import { alerts } from "../../../lib/alerts.ts";
import { callRoute } from "../../../lib/api.ts";
import { wholeAddressOf } from "../../../lib/language.ts";
import { receiptsOf } from "./kept-receipts.ts";

interface VotedSurvey {
  _id: string;
  title: string;
  language: string;
  description: string;
  question: string;
  closesAt: string | null;
  resultsMode: ResultsMode;
  ballot: BallotKind;
}

/** What the vote is bound to: the text as it is on the screen. */
export const hashShown = hashSurveyText;

type Given = Reply<typeof routes.castVote>["receipt"];

interface Cast {
  survey: VotedSurvey;
  vote: "yes" | "no";
  nonce: string;
  textHash: string;
}

/**
 * Opens the promise at once, and returns everything that the voter may keep. Null if the promise is
 * none that this site has signed for this vote: that was said then.
 */
export async function openReceipt(given: Given, cast: Cast): Promise<KeptReceipt | null> {
  const { survey, vote, nonce, textHash } = cast;
  const keys = (await callRoute(routes.readRecordKeys)).map(({ publicKey }) => publicKey);
  const receipt = {
    surveyId: survey._id,
    choice: vote,
    receipt: given.receipt,
    nonce,
    textHash,
    origin: given.origin,
    promise: given.promise,
  };
  // A browser that can't check signatures can still compare what is promised.
  const promised = (await canCheckSignatures())
    ? await openPromiseOf(receipt, keys)
    : parsePromise(given.promise.text);
  if (typeof promised === "string" || !isSoon(promised.by, survey, new Date())) {
    await alerts.show({ icon: "error", title: t.notFitting, text: t.otherPromise });
    return null;
  }
  const { title, language } = survey;
  return { ...receipt, title, language, checkpoint: null, keys };
}

/** Opens the promise, and keeps the receipt in this browser if the person wants it. */
export async function takeReceipt(given: Given, cast: Cast & { email: string }): Promise<boolean> {
  const opened = await openReceipt(given, cast);
  if (!opened) return false;
  const kept = receiptsOf(cast.email);
  if (!kept.isOn()) return true;
  const file = writeReceiptFile(opened, wholeAddressOf(pages.checkReceipt));
  const { closesAt } = cast.survey;
  const due = lookAt(dueAt(promisedBy(opened.promise), closesAt), new Date());
  kept.put(cast.survey._id, { file, due, closesAt, state: "waiting", checked: null });
  return true;
}
