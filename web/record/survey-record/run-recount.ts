import * as common from "#words/common";
import { routes } from "../../../contract/routes.ts";
import { readLoggedKey } from "../../../record/log-since.ts";
import { areEqual, fromBase64 } from "../../../record/bytes.ts";
import { type Checkpoint, openCheckpoint } from "../../../record/checkpoint.ts";
import { changedQuestion, hashSurveyText, type SurveyText } from "../../../record/entries.ts";
import type { Fault } from "../../../record/faults.ts";
import type { Recount } from "../../../record/recount.ts";
import { canCheckSignatures } from "../../../record/signed-note.ts";
import { ApiProblem, callRoute, fetchRoute } from "../../lib/api.ts";
import type { Terms } from "./awaited-votes.ts";
import type { FromWorker, ToWorker } from "./recount-worker.ts";
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

/** Downloads the opened record and counts it in a worker. */
export async function runRecount(surveyId: string, running: Running): Promise<Found> {
  const { signal } = running;
  if (!(await canCheckSignatures())) return { kind: "no-signatures" };
  const note = await readCheckpoint(surveyId, signal);
  if (!note) return { kind: "no-record" };
  const listed = await callRoute(routes.readRecordKeys, { signal });
  const tree = await openSigned(surveyId, note, listed);
  if (!tree) return { kind: "unsigned" };
  const found = await countInWorker(surveyId, tree.size, running);
  if ("kind" in found) return found;
  if (!areEqual(found.root, tree.root)) return { kind: "other-root" };
  // Votes may have been set aside in the meantime, which changes both.
  const moved = !running.fits(found) && (await readCheckpoint(surveyId, signal)) !== note;
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

/** Null if the survey has no record yet. */
async function readCheckpoint(id: string, signal: AbortSignal): Promise<string | null> {
  try {
    return await callRoute(routes.readCheckpoint, { params: { id }, signal });
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "not_found") return null;
    throw error;
  }
}

async function openSigned(
  surveyId: string,
  note: string,
  listed: { publicKey: string }[],
): Promise<Checkpoint | null> {
  const [name = ""] = note.split("\n", 1);
  if (!name.endsWith(`/record/${surveyId}`)) return null;
  const keys = listed.map((key) => ({ name, publicKey: fromBase64(key.publicKey) }));
  return openCheckpoint(note, keys).catch(() => null);
}

/** Returns what was counted, or what is wrong. */
async function countInWorker(
  id: string,
  size: number,
  { signal, onProgress, isSecret }: Running,
): Promise<Recount | Exclude<Found, { kind: "counted" }>> {
  const ballotKey = isSecret ? await readBallotKey(id, signal) : undefined;
  const input = { params: { id }, query: { format: "json" }, signal };
  const download = await fetchRoute(routes.openRecord, input);
  const reader = download.body?.getReader();
  const worker = new Worker(new URL("./recount-worker.ts", import.meta.url), { type: "module" });
  try {
    let state = await tell(worker, { surveyId: id, size, ballotKey });
    while (!state.wrong && state.counted < size) {
      onProgress(state.counted, size);
      const { value } = (await reader?.read()) ?? {};
      if (!value) break;
      // One part at a time, so that a fast network does not fill the memory.
      state = await tell(worker, value);
    }
    if (!state.wrong) state = await tell(worker, null);
    if (state.isShort) return { kind: "too-short", counted: state.counted, size };
    if (state.wrong) return { kind: "wrong", fault: state.wrong };
    if (!state.done) throw new Error("Nothing was counted");
    return state.done;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiProblem("unavailable", { detail: common.downloadBroken });
  } finally {
    worker.terminate();
    void reader?.cancel().catch(() => {});
  }
}

/** As the site's log has it. */
async function readBallotKey(id: string, signal: AbortSignal): Promise<string> {
  const { place } = await callRoute(routes.readBallotKey, { params: { id }, signal });
  const key = place === null ? null : await readLoggedKey(recordOf(id).log, id, place);
  if (!key) throw new ApiProblem("paper_not_ready");
  return key;
}

function tell(worker: Worker, message: ToWorker): Promise<FromWorker> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
    worker.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);
  });
}
