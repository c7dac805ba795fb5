import { type Fault, FaultyRecord } from "../../../record/faults.ts";
import { createRecount, type OpenedEntry, type Recount } from "../../../record/recount.ts";

/** First the survey, then the bytes of its opened record as they arrive, then `null`. */
export type ToWorker = { surveyId: string; size: number } | Uint8Array | null;

export interface FromWorker {
  counted: number;
  done?: Recount;
  /** The record has ended before its signed size. */
  isShort?: true;
  /** What else is wrong with the record. */
  wrong?: Fault;
}

let recount = createRecount("");
/** The size of the signed tree. Entries that were added after it are left out. */
let size = 0;
let counted = 0;
let unread = "";
let ended = false;
const decoder = new TextDecoder();

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  const answer: FromWorker = { counted };
  try {
    if (data === null) finish(answer);
    else if (data instanceof Uint8Array) addBytes(data);
    else begin(data);
  } catch (error) {
    if (!(error instanceof FaultyRecord)) throw error;
    answer.wrong = error.fault;
  }
  postMessage({ ...answer, counted });
});

function begin(given: { surveyId: string; size: number }): void {
  recount = createRecount(given.surveyId);
  size = given.size;
}

/** A JSON array, with one entry in each line. */
function addBytes(bytes: Uint8Array): void {
  const lines = (unread + decoder.decode(bytes, { stream: true })).split("\n");
  unread = lines.pop() ?? "";
  for (const line of lines) {
    if (line === "]") ended = true;
    else if (line !== "[" && line !== "" && counted < size) addLine(line.replace(/,$/, ""));
  }
}

function addLine(line: string): void {
  recount.addOpened(JSON.parse(line) as OpenedEntry);
  counted += 1;
}

function finish(answer: FromWorker): void {
  if (counted < size && !ended) throw new Error("The download broke off");
  if (counted < size) answer.isShort = true;
  else answer.done = recount.finish();
}
