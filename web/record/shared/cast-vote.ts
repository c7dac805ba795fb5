import * as t from "#words/receipts";
import { pages } from "../../../contract/pages.ts";
import type { ResultsMode } from "../../../contract/results.ts";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { commitmentOf, hashSurveyText } from "../../../record/entries.ts";
import { dueAt, isSoon } from "../../../record/promise-due.ts";
import { parsePromise } from "../../../record/promises.ts";
import { writeReceiptFile } from "../../../record/receipt-file.ts";
import { alerts } from "../../lib/alerts.ts";
import { callRoute } from "../../lib/api.ts";
import { wholeAddressOf } from "../../lib/language.ts";
import { receiptsOf } from "./kept-receipts.ts";

interface VotedSurvey {
  _id: string;
  title: string;
  language: string;
  description: string;
  question: string;
  closesAt: string | null;
  resultsMode: ResultsMode;
}

/** What the vote is bound to: the text as it is on the screen. */
export const hashShown = hashSurveyText;

type Given = Reply<typeof routes.castVote>["receipt"];

interface Cast {
  email: string;
  survey: VotedSurvey;
  vote: "yes" | "no";
  nonce: string;
  textHash: string;
}

/** Checks at once that the promise is for this vote, and keeps the receipt if the person wants it. */
export async function takeReceipt(given: Given, cast: Cast): Promise<void> {
  const { email, survey, vote, nonce, textHash } = cast;
  const { commitment, by } = parsePromise(given.promise.text);
  const isOwn = commitment === commitmentOf(survey._id, given.receipt, vote, { nonce, textHash });
  if (!isOwn || !isSoon(by, survey.resultsMode, new Date())) {
    await alerts.show({ icon: "error", title: t.notFitting, text: t.otherPromise });
    return;
  }
  const kept = receiptsOf(email);
  if (!kept.isOn()) return;
  const keys = await callRoute(routes.readRecordKeys);
  const file = writeReceiptFile(
    {
      surveyId: survey._id,
      title: survey.title,
      language: survey.language,
      choice: vote,
      receipt: given.receipt,
      nonce,
      textHash,
      origin: given.origin,
      promise: given.promise,
      checkpoint: null,
      keys: keys.map(({ publicKey }) => publicKey),
    },
    wholeAddressOf(pages.checkReceipt),
  );
  kept.put(survey._id, { file, due: dueAt(by, survey.closesAt), state: "waiting", checked: null });
}
