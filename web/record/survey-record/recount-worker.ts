import { createPaperCheck } from "../../../record/ballots.ts";
import { type Fault, FaultyRecord } from "../../../record/faults.ts";
import { createRecount, type OpenedEntry, type Recount } from "../../../record/recount.ts";

interface Begin {
  surveyId: string;
  size: number;
  /** With which its ballot papers are signed, if ballots are secret. */
  ballotKey: string | undefined;
}

/** First the survey, then the bytes of its opened record as they arrive, then `null`. */
export type ToWorker = Begin | Uint8Array | null;

export interface FromWorker {
  counted: number;
  done?: Recount;
  /** The record has ended before its signed size. */
  isShort?: true;
  /** What else is wrong with the record. */
  wrong?: Fault;
}

let recount = createRecount("");
let papers: Awaited<ReturnType<typeof createPaperCheck>> | undefined;
/** The size of the signed tree. Entries that were added after it are left out. */
let size = 0;
let counted = 0;
let unread = "";
let ended = false;
const decoder = new TextDecoder();

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  const answer: FromWorker = { counted };
  try {
    if (data === null) finish(answer);
    else if (data instanceof Uint8Array) await addBytes(data);
    else await begin(data);
  } catch (error) {
    if (!(error instanceof FaultyRecord)) throw error;
    answer.wrong = error.fault;
  }
  postMessage({ ...answer, counted });
});

async function begin(given: Begin): Promise<void> {
  recount = createRecount(given.surveyId);
  size = given.size;
  if (given.ballotKey) papers = await createPaperCheck(given.surveyId, given.ballotKey);
}

/** A JSON array, with one entry in each line. */
async function addBytes(bytes: Uint8Array): Promise<void> {
  const lines = (unread + decoder.decode(bytes, { stream: true })).split("\n");
  unread = lines.pop() ?? "";
  for (const line of lines) {
    if (line === "]") ended = true;
    else if (line !== "[" && line !== "" && counted < size) await addLine(line.replace(/,$/, ""));
  }
}

async function addLine(line: string): Promise<void> {
  const entry = JSON.parse(line) as OpenedEntry;
  recount.addOpened(entry);
  if (papers) await papers.check(entry);
  counted += 1;
}

function finish(answer: FromWorker): void {
  if (counted < size && !ended) throw new Error("The download broke off");
  if (counted < size) answer.isShort = true;
  else answer.done = recount.finish();
}
