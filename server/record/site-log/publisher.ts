import type { FastifyBaseLogger } from "fastify";
import type { LogEntry } from "../../../record/log-entries.ts";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import type { Signer } from "../signing/signer.ts";
import { addKey } from "../survey-record/key-queries.ts";
import { appendTexts, openHead, readEnd, TreeRefused } from "../survey-record/tree-queries.ts";
import { FIRST_ID, findChanged, saveLogged } from "./change-queries.ts";
import type { LastHead } from "./last-head.ts";
import { insertLogEntries, lockHead, saveHead } from "./queries.ts";
import { type ChangedSurvey, entriesOf, lastText, logOriginOf, storedText } from "./rules.ts";

export interface LogDeps {
  db: Database;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  signer: Signer;
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
    await addKey(db, signer);
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
    if (!(error instanceof TreeRefused)) throw error;
    onState?.(true);
    log.error(
      { err: error },
      "the log of the site is not signed any more: docs/operations/look-after.md#the-signing-key",
    );
  }
}

/** Returns the new checkpoint, or none if there is nothing to sign. Null if another server does it. */
async function appendSome(
  { signer, host, last }: LogDeps,
  trx: Database,
  { begun, after }: { begun: Date; after: string },
) {
  const stored = await lockHead(trx, logOriginOf(host));
  if (!stored) return null;
  const { origin, size, timed_at } = stored;
  const head = await openHead(trx, signer, null, stored, await last.read(origin));
  const end = await readEnd(trx, null, head);
  const surveys = await findChanged(trx, after, SURVEYS_AT_ONCE);
  // The last survey, if there may be more.
  const lastId = surveys[SURVEYS_AT_ONCE - 1]?.surveyId ?? null;
  const entries = surveys.map((survey) => ({ survey, entries: entriesOf(survey) }));
  const isTimed =
    lastId === null &&
    (surveys.length > 0 ||
      after !== FIRST_ID ||
      begun.getTime() - timed_at.getTime() >= SILENCE_MS);
  // What was so when the round began is in the log at its end. Another server's round may have begun
  // later and ended earlier: then its time is said again, because readers go by the next one.
  const time = begun > timed_at ? begun : timed_at;
  const all: LogEntry[] = entries.flatMap((one) => one.entries);
  if (isTimed) all.push({ kind: "time", time: time.toISOString() });
  // It is signed anew if other keys than the present ones have signed it.
  if (all.length === 0 && head?.note === head?.stored) return { last: lastId };

  const texts = all.map(storedText);
  await insertLogEntries(
    trx,
    size,
    texts.map((text, index) => ({ surveyId: surveyOf(all[index]), text })),
  );
  await saveLogged(trx, entries.map(toLogged));
  const added = await appendTexts(trx, signer, null, { origin, end, texts });
  await saveHead(trx, { ...added, ...(isTimed && { timed_at: time }) });
  return { checkpoint: added.checkpoint, last: lastId };
}

function surveyOf(entry: LogEntry | undefined): string | null {
  return entry && "survey" in entry ? entry.survey : null;
}

function toLogged({ survey, entries }: { survey: ChangedSurvey; entries: LogEntry[] }) {
  return { ...survey, textHash: lastText(entries, survey.loggedText) };
}
