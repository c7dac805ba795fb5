import type { FastifyBaseLogger } from "fastify";
import { utf8 } from "../../record/bytes.ts";
import { checkpointText } from "../../record/checkpoint.ts";
import type { LogEntry } from "../../record/log-entries.ts";
import { signaturesOf, textOfNote } from "../../record/signed-note.ts";
import { append, rootOf } from "../../record/tiles.ts";
import { hashLeaf } from "../../record/tree.ts";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import type { LastHead } from "./cache.ts";
import { findChanged, saveLogged } from "./change-queries.ts";
import { LogBroken, openStoredLog } from "./head-queries.ts";
import {
  addLogKey,
  insertLogEntries,
  type LogHead,
  lockHead,
  saveHead,
  writeLogTiles,
} from "./queries.ts";
import { type ChangedSurvey, entriesOf, lastText, logOriginOf, storedText } from "./rules.ts";

/** Signs with a key that is used for the log alone. */
export interface LogSigner {
  publicKey: Uint8Array<ArrayBuffer>;
  /** How the key before this one introduces it, if that is known. */
  handOver: string | null;
  sign(text: string, name: string): string;
}

export interface LogDeps {
  db: Database;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  /** The present one, then the one before while its secret is known. */
  signers: [LogSigner, ...LogSigner[]];
  /** Where the site is, without the scheme: the beginning of the log's name. */
  host: string;
  last: LastHead;
  /** Told whether the log is one that can be signed. */
  onState?: (broken: boolean) => void;
}

// Some 20 ms of work, for which other requests wait.
const SURVEYS_AT_ONCE = 500;
// Says that there was nothing to say, and binds what happened to its hour. Some 9,000 short entries
// in a year.
const SILENCE_MS = 60 * 60_000;

/**
 * Adds what has changed since to the log, and signs it. Several servers may run it at once: the
 * log is locked while it is added to.
 */
export async function appendToLog(deps: LogDeps, signal?: AbortSignal): Promise<void> {
  const { db, signers, log, onState } = deps;
  try {
    await addLogKey(db, signers[0]);
    while (!signal?.aborted) {
      const added = await withRetry(() => db.transaction().execute((trx) => appendSome(deps, trx)));
      if (added) await deps.last.keep(added.checkpoint);
      if (!added?.hasMore) break;
    }
    onState?.(false);
  } catch (error) {
    if (!(error instanceof LogBroken)) throw error;
    onState?.(true);
    log.error({ err: error }, "the log of the site is not signed any more: docs/site-log.md");
  }
}

/** Returns the new checkpoint, or null if there is nothing to sign or another server does it. */
async function appendSome({ signers, host, last }: LogDeps, trx: Database) {
  const head = await lockHead(trx, logOriginOf(host));
  if (!head) return null;
  const keys = signers.map(({ publicKey }) => publicKey);
  const end = await openStoredLog(trx, head, { keys, last: await last.read() });
  const surveys = await findChanged(trx, SURVEYS_AT_ONCE);
  const hasMore = surveys.length === SURVEYS_AT_ONCE;
  const entries = surveys.map((survey) => ({ survey, entries: entriesOf(survey) }));
  const now = new Date();
  const isTimed = !hasMore && (surveys.length > 0 || isSilent(head, now));
  const all: LogEntry[] = entries.flatMap((one) => one.entries);
  if (isTimed) all.push({ kind: "time", time: now.toISOString() });
  if (all.length === 0 && isSignedBy(head, signers)) return null;

  const texts = all.map(storedText);
  const tiles = append(
    end,
    texts.map((text) => hashLeaf(utf8(text))),
  );
  await insertLogEntries(
    trx,
    head.size,
    texts.map((text, index) => ({ surveyId: surveyOf(all[index]), text })),
  );
  if (tiles.length > 0) await writeLogTiles(trx, tiles);
  await saveLogged(trx, entries.map(toLogged));
  const text = checkpointText({ origin: head.origin, size: end.size, root: rootOf(end) });
  const checkpoint = signWithAll(text, head.origin, signers);
  await saveHead(trx, { size: end.size, checkpoint, ...(isTimed && { timed_at: now }) });
  return { checkpoint, hasMore };
}

function isSilent({ timed_at }: LogHead, now: Date): boolean {
  return now.getTime() - timed_at.getTime() >= SILENCE_MS;
}

/** Whether exactly these keys have signed it: another one may just have been introduced. */
function isSignedBy({ size, checkpoint }: LogHead, signers: LogSigner[]): boolean {
  if (size === 0) return true;
  const { length } = signaturesOf(checkpoint);
  const [origin = ""] = checkpoint.split("\n");
  // The same text and key always have the same signature.
  return (
    length === signers.length && signWithAll(textOfNote(checkpoint), origin, signers) === checkpoint
  );
}

/** A line for each key, so that witnesses may know either. */
function signWithAll(text: string, name: string, signers: LogSigner[]): string {
  const lines = signers.map((signer) => signer.sign(text, name).slice(text.length + 1));
  return `${text}\n${lines.join("")}`;
}

function surveyOf(entry: LogEntry | undefined): string | null {
  return entry && "survey" in entry ? entry.survey : null;
}

function toLogged({ survey, entries }: { survey: ChangedSurvey; entries: LogEntry[] }) {
  return { ...survey, textHash: lastText(entries, survey.logged?.textHash ?? null) };
}
