import * as common from "#words/common";
import * as t from "#words/record";
import { routes } from "../../../contract/routes.ts";
import { createPaperCheck } from "../../../record/ballots.ts";
import { openCheckpoint } from "../../../record/checkpoint.ts";
import { changedQuestion, hashSurveyText, type SurveyText } from "../../../record/entries.ts";
import { FaultyRecord } from "../../../record/faults.ts";
import { readLoggedKey } from "../../../record/log-since.ts";
import type { RecordSource } from "../../../record/receipt-outcome.ts";
import { createRecount, type Recount, recountOpened } from "../../../record/recount.ts";
import { canCheckSignatures, namedKeys } from "../../../record/signed-note.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import type { Terms } from "./awaited-votes.ts";
import { sayFault, type Words } from "./recount-words.ts";
import { recordOf } from "./shared/record-source.ts";

export interface RecountProps {
  surveyId: string;
  /** Whether each vote must have a ballot paper. */
  isSecret?: boolean;
  /** Until when votes may be shown that are not in the record. */
  terms: Terms;
  /** As it is shown on this page, to compare it with what people were asked. */
  text?: SurveyText;
  /** As they are shown on this page. */
  results: { yes: number; no: number };
}

interface Running {
  signal: AbortSignal;
  /** As it is shown on this page. */
  text: SurveyText | undefined;
  isSecret: boolean;
  /** Whether what the page shows now is this count, or has come from it by further votes. */
  fits: (recount: Recount) => boolean;
  /** Called after each part, with the number of entries of the signed record. */
  onProgress: (counted: number, size: number) => void;
}

/**
 * Downloads the opened record and counts it, to be compared with what the page shows; or says why it
 * can't be compared. Without any record, the count is empty.
 */
export async function runRecount(surveyId: string, running: Running): Promise<Recount | Words> {
  const { signal, text } = running;
  if (!(await canCheckSignatures())) return { tone: "warning", ...t.noSignatures };
  const source = recordOf(surveyId, signal);
  const note = await source.readCheckpoint();
  if (!note) return createRecount(surveyId).finish();
  const [name = ""] = note.split("\n", 1);
  const keys = (await source.readKeys()).map(({ publicKey }) => publicKey);
  const tree = await openCheckpoint(note, namedKeys(name, keys)).catch(() => null);
  if (!tree || !name.endsWith(`/record/${surveyId}`)) return { tone: "error", ...t.unsigned };
  const found = await count(surveyId, source, tree, running).catch((error: unknown) => {
    if (error instanceof FaultyRecord) return sayFault(error.fault);
    if (signal.aborted || error instanceof ApiProblem) throw error;
    throw new ApiProblem("unavailable", { detail: common.downloadBroken });
  });
  if ("tone" in found) return found;
  if (found.newer > 0) return { tone: "warning", ...t.newer };
  // Votes may have been set aside in the meantime, which changes both.
  const moved = !running.fits(found) && (await source.readCheckpoint()) !== note;
  if (moved) return { tone: "info", ...t.moved };
  return (text && (await findTurned(surveyId, found, text, signal))) ?? found;
}

/** Votes that have answered another question than the one that is shown, in some language. */
async function findTurned(
  id: string,
  { texts }: Recount,
  shown: SurveyText,
  signal: AbortSignal,
): Promise<Words | null> {
  if (texts.every(({ hash }) => hash === hashSurveyText(shown))) return null;
  const published = await callRoute(routes.listRecordTexts, { params: { id }, signal });
  const turned = texts.find(({ hash }) => {
    const answered = published.find((one) => one.hash === hash && hashSurveyText(one) === hash);
    return changedQuestion(answered, shown) !== undefined;
  });
  if (!turned) return null;
  const { title, text } = t.otherQuestion;
  return { tone: "error", title, text: text({ votes: turned.votes }) };
}

// With longer ones, the page would answer late to whoever presses something.
const SLICE_MS = 30;

/** Counts in slices, between which the page lives. */
async function count(
  id: string,
  source: RecordSource,
  tree: { size: number; root: Uint8Array },
  { signal, onProgress, isSecret }: Running,
): Promise<Recount> {
  const papers = await createPaperCheck(id, isSecret ? await readKey(id, source) : undefined);
  const opened = await source.openRecord();
  if (!opened) throw new ApiProblem("not_found");
  let sliceEnds = 0;
  return recountOpened(id, opened, tree, async (entry) => {
    await papers.check(entry);
    if (performance.now() < sliceEnds) return;
    onProgress(entry.place + 1, tree.size);
    // Pages that nobody looks at are woken once in a second only.
    if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    sliceEnds = performance.now() + SLICE_MS;
  });
}

/** With which ballot papers are signed, as the site's log has it. */
async function readKey(id: string, { log }: RecordSource): Promise<string> {
  const { place } = await callRoute(routes.readBallotKey, { params: { id } });
  const key = place === null ? null : await readLoggedKey(log, id, place);
  if (!key) throw new ApiProblem("paper_not_ready");
  return key;
}
