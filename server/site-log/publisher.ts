import type { FastifyBaseLogger } from "fastify";
import { checkpointText } from "../../record/checkpoint.ts";
import type { LogEntry } from "../../record/log-entries.ts";
import { textOfNote } from "../../record/signed-note.ts";
import { append, rootOf } from "../../record/tiles.ts";
import { hashLeaf } from "../../record/tree.ts";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import { addKey } from "../record/key-queries.ts";
import type { LastHead } from "./cache.ts";
import { FIRST_ID, findChanged, saveLogged } from "./change-queries.ts";
import { LogBroken, openStoredLog } from "./head-queries.ts";
import { insertLogEntries, type LogHead, lockHead, saveHead, writeLogTiles } from "./queries.ts";
import { type ChangedSurvey, entriesOf, lastText, logOriginOf, storedText } from "./rules.ts";
import type { LogSigner } from "./signer.ts";

export interface LogDeps {
  db: Database;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  signer: LogSigner;
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
  const { db, signer, log, onState } = deps;
  try {
    await addKey(db, "log_keys", signer);
    const begun = new Date();
    for (let after = FIRST_ID; !signal?.aborted; ) {
      const added = await withRetry(() =>
        db.transaction().execute((trx) => appendSome(deps, trx, { begun, after })),
      );
      // Another server adds to it.
      if (!added) return;
      if (added.checkpoint) await deps.last.keep(added.checkpoint);
      onState?.(false);
      if (added.last === null) return;
      after = added.last;
    }
  } catch (error) {
    if (!(error instanceof LogBroken)) throw error;
    onState?.(true);
    log.error({ err: error }, "the log of the site is not signed any more: docs/site-log.md");
  }
}

/** Returns the new checkpoint, or none if there is nothing to sign. Null if another server does it. */
async function appendSome(
  { signer, host, last }: LogDeps,
  trx: Database,
  { begun, after }: { begun: Date; after: string },
) {
  const head = await lockHead(trx, logOriginOf(host));
  if (!head) return null;
  const trusted = { keys: signer.trusted, last: await last.read() };
  const end = await openStoredLog(trx, head, trusted);
  const surveys = await findChanged(trx, after, SURVEYS_AT_ONCE);
  // The last survey, if there may be more.
  const lastId = surveys[SURVEYS_AT_ONCE - 1]?.surveyId ?? null;
  const entries = surveys.map((survey) => ({ survey, entries: entriesOf(survey) }));
  // What was so when the round began is in the log at its end. Another server's round may have begun
  // later and ended earlier.
  const isTimed =
    lastId === null &&
    begun > head.timed_at &&
    (surveys.length > 0 || after !== FIRST_ID || isSilent(head, begun));
  const all: LogEntry[] = entries.flatMap((one) => one.entries);
  if (isTimed) all.push({ kind: "time", time: begun.toISOString() });
  if (all.length === 0 && isSignedBy(head, signer)) return { last: lastId };

  const texts = all.map(storedText);
  const tiles = append(
    end,
    texts.map((text) => hashLeaf(text)),
  );
  await insertLogEntries(
    trx,
    head.size,
    texts.map((text, index) => ({ surveyId: surveyOf(all[index]), text })),
  );
  if (tiles.length > 0) await writeLogTiles(trx, tiles);
  await saveLogged(trx, entries.map(toLogged));
  const text = checkpointText({ origin: head.origin, size: end.size, root: rootOf(end) });
  const checkpoint = signer.sign(text, head.origin);
  await saveHead(trx, { size: end.size, checkpoint, ...(isTimed && { timed_at: begun }) });
  return { checkpoint, last: lastId };
}

function isSilent({ timed_at }: LogHead, now: Date): boolean {
  return now.getTime() - timed_at.getTime() >= SILENCE_MS;
}

/** Whether exactly the present keys have signed it: another one may just have been introduced. */
function isSignedBy({ size, origin, checkpoint }: LogHead, signer: LogSigner): boolean {
  // The same text and key always have the same signature.
  return size === 0 || signer.sign(textOfNote(checkpoint), origin) === checkpoint;
}

function surveyOf(entry: LogEntry | undefined): string | null {
  return entry && "survey" in entry ? entry.survey : null;
}

function toLogged({ survey, entries }: { survey: ChangedSurvey; entries: LogEntry[] }) {
  return { ...survey, textHash: lastText(entries, survey.logged?.textHash ?? null) };
}
