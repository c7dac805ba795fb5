import type { recordRoutes } from "../../../contract/record.ts";
import { writeOfLog } from "../../../record/opened-file.ts";
import type { OfLog } from "../../../record/receipt-file.ts";
import type { OpenedEntry } from "../../../record/recount.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import { isPublished } from "../../surveys/survey/queries.ts";
import type { ReceiptMaker } from "../../surveys/votes/receipts.ts";
import { mayReadResults } from "../../surveys/votes/results-queries.ts";
import type { Signer } from "../signing/signer.ts";
import { createTimelines } from "../timeline/cache.ts";
import { readKeys } from "./key-queries.ts";
import { openRecord } from "./open-record.ts";
import {
  eachOpened,
  findRecord,
  findShown,
  findVote,
  listTexts,
  readPlaces,
} from "./reading-queries.ts";

/** What the site's log says of a record, up to this size; null if it says nothing. */
export type ReadOfLog = (surveyId: string) => Promise<(OfLog & { size: number }) | null>;

interface Deps {
  db: Database;
  signer: Signer;
  makeReceipts: ReceiptMaker;
  readOfLog: ReadOfLog;
}

/** Reads the end of a record. Throws if there is none, or none that this site has signed. */
export function createRecordReader({ db, signer }: Pick<Deps, "db" | "signer">) {
  /** Null until the survey's first votes are entered. */
  async function findHead(surveyId: string) {
    const known = signer.heads.last(surveyId);
    return openRecord(db, signer, surveyId, await findRecord(db, surveyId), known);
  }

  async function readRecord(surveyId: string) {
    const head = await findHead(surveyId);
    if (!head) throw new ProblemError("not_found");
    return { checkpoint: head.note, size: head.size };
  }

  return { findHead, readRecord };
}

export type RecordReader = ReturnType<typeof createRecordReader>;

export function recordHandlers(
  deps: Deps,
  { findHead, readRecord }: RecordReader,
): Handlers<typeof recordRoutes> {
  const { db, signer, makeReceipts, readOfLog } = deps;

  async function requireResults(surveyId: string, viewer: Viewer | null): Promise<void> {
    if (await mayReadResults(db, surveyId, viewer)) return;
    throw new ProblemError("results.not-yet");
  }

  const timelines = createTimelines(db);

  return {
    readRecordKeys: () => readKeys(db, signer),
    async readRecordedSurvey({ params: { id }, viewer }) {
      const survey = await findShown(db, id);
      if (!survey) throw new ProblemError("not_found");
      return (await mayReadResults(db, id, viewer)) ? survey : { ...survey, shown: null };
    },
    async listRecordTexts({ params: { id } }) {
      if (!(await isPublished(db, id))) throw new ProblemError("not_found");
      return listTexts(db, id);
    },
    readCheckpoint: async ({ params }) => (await readRecord(params.id)).checkpoint,
    async listPlaces({ params: { id }, query }) {
      const places = await readPlaces(db, id, (await readRecord(id)).size, query);
      if (!places) throw new ProblemError("invalid");
      return places;
    },
    async openRecord({ params: { id }, viewer }) {
      const { size } = await readRecord(id);
      await requireResults(id, viewer);
      const ofLog = await readOfLog(id);
      // The record and its log may have grown meanwhile, and the file must have what the log names.
      const isWhole = ofLog && ofLog.size <= size;
      return withLast(eachOpened(db, id, size), size, isWhole ? writeOfLog(ofLog) : null);
    },
    async readTimeline({ params: { id }, viewer }) {
      await requireResults(id, viewer);
      return timelines.read(id);
    },
    async readVoteReceipt({ params: { id }, viewer }) {
      const vote = await findVote(db, id, viewer.id);
      if (!vote) throw new ProblemError("not_found");
      const head = await findHead(id);
      const [own] = await makeReceipts([{ ...vote, surveyId: id }]);
      if (!own) throw new Error("No receipt was made");
      return { ...own, checkpoint: head?.note ?? null };
    },
  };
}

/** Says in the last line what the log says of the record. */
async function* withLast(pages: AsyncIterable<OpenedEntry[]>, place: number, entry: string | null) {
  yield* pages;
  if (entry !== null) yield [{ place, receipt: "", nonce: "", vote: "" as const, entry }];
}
