import * as common from "#words/common";
import { routes } from "../../../contract/routes.ts";
import { createPaperCheck } from "../../../record/ballots.ts";
import { areEqual } from "../../../record/bytes.ts";
import { openCheckpoint } from "../../../record/checkpoint.ts";
import { changedQuestion, hashSurveyText, type SurveyText } from "../../../record/entries.ts";
import { type Fault, FaultyRecord } from "../../../record/faults.ts";
import { readLoggedKey } from "../../../record/log-since.ts";
import type { RecordSource } from "../../../record/receipt-outcome.ts";
import { createRecount, type Recount } from "../../../record/recount.ts";
import { canCheckSignatures, namedKeys } from "../../../record/signed-note.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import type { Terms } from "./awaited-votes.ts";
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

/** What the count has found. `counted` is still to be compared with what the page shows. */
export type Found =
  | { kind: "counted"; recount: Recount }
  | { kind: "no-record" | "unsigned" | "no-signatures" | "other-root" | "moved" }
  | { kind: "too-short"; counted: number; size: number }
  | { kind: "other-question"; votes: number }
  | { kind: "wrong"; fault: Fault };

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

/** Downloads the opened record and counts it. */
export async function runRecount(surveyId: string, running: Running): Promise<Found> {
  const { signal } = running;
  if (!(await canCheckSignatures())) return { kind: "no-signatures" };
  const source = recordOf(surveyId, signal);
  const note = await source.readCheckpoint();
  if (!note) return { kind: "no-record" };
  const [name = ""] = note.split("\n", 1);
  const keys = (await source.readKeys()).map(({ publicKey }) => publicKey);
  const tree = await openCheckpoint(note, namedKeys(name, keys)).catch(() => null);
  if (!tree || !name.endsWith(`/record/${surveyId}`)) return { kind: "unsigned" };
  const found = await count(surveyId, source, tree.size, running);
  if ("kind" in found) return found;
  if (!areEqual(found.root, tree.root)) return { kind: "other-root" };
  // Votes may have been set aside in the meantime, which changes both.
  const moved = !running.fits(found) && (await source.readCheckpoint()) !== note;
  if (moved) return { kind: "moved" };
  const turned = running.text && (await findTurned(surveyId, found, running.text, signal));
  return turned ?? { kind: "counted", recount: found };
}

/** Votes that have answered another question than the one that is shown, in some language. */
async function findTurned(
  id: string,
  { texts }: Recount,
  shown: SurveyText,
  signal: AbortSignal,
): Promise<Found | null> {
  if (texts.every(({ hash }) => hash === hashSurveyText(shown))) return null;
  const published = await callRoute(routes.listRecordTexts, { params: { id }, signal });
  const turned = texts.find(({ hash }) => {
    const answered = published.find((one) => one.hash === hash && hashSurveyText(one) === hash);
    return changedQuestion(answered, shown) !== undefined;
  });
  return turned ? { kind: "other-question", votes: turned.votes } : null;
}

// With longer ones, the page would answer late to whoever presses something.
const SLICE_MS = 30;

/** Returns what was counted, or what is wrong. Counts in slices, between which the page lives. */
async function count(
  id: string,
  source: RecordSource,
  size: number,
  { signal, onProgress, isSecret }: Running,
): Promise<Recount | Exclude<Found, { kind: "counted" }>> {
  const papers = await createPaperCheck(id, isSecret ? await readKey(id, source) : undefined);
  const opened = await source.openRecord();
  if (!opened) throw new ApiProblem("not_found");
  const counting = createRecount(id);
  let [counted, sliceEnds] = [0, 0];
  try {
    for await (const entry of opened) {
      // What was entered since the checkpoint was read.
      if (counted === size) break;
      counting.addOpened(entry);
      await papers.check(entry);
      counted += 1;
      if (performance.now() < sliceEnds) continue;
      onProgress(counted, size);
      // Pages that nobody looks at are woken once in a second only.
      if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      sliceEnds = performance.now() + SLICE_MS;
    }
    return counted < size ? { kind: "too-short", counted, size } : counting.finish();
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof FaultyRecord) return { kind: "wrong", fault: error.fault };
    throw new ApiProblem("unavailable", { detail: common.downloadBroken });
  }
}

/** With which ballot papers are signed, as the site's log has it. */
async function readKey(id: string, { log }: RecordSource): Promise<string> {
  const { place } = await callRoute(routes.readBallotKey, { params: { id } });
  const key = place === null ? null : await readLoggedKey(log, id, place);
  if (!key) throw new ApiProblem("paper_not_ready");
  return key;
}
