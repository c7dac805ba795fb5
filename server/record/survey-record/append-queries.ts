import { checkpointOf } from "../../../record/checkpoint.ts";
import type { Database } from "../../database/connect.ts";
import type { Signer } from "../signing/signer.ts";
import { refusing } from "./open-record.ts";
import { insertEntries, type LockedRecord, type RecordState, saveRecord } from "./queries.ts";
import { type StoredEntry, textOf } from "./rules.ts";
import { appendTexts, readEnd } from "./tree-queries.ts";

/**
 * Adds entries to a record and signs its new size and root. In the transaction that has locked the
 * record; `change` is what else is different in its row. Returns the record as it is then.
 */
export async function appendEntries(
  trx: Database,
  signer: Signer,
  record: LockedRecord,
  entries: StoredEntry[],
  change: Partial<RecordState> = {},
): Promise<LockedRecord> {
  const { survey_id: surveyId, origin, size, checkpoint } = record;
  const head = size > 0 ? checkpointOf(checkpoint) : null;
  const end = await refusing(signer, surveyId, readEnd(trx, surveyId, head));
  await insertEntries(trx, surveyId, size, entries);
  const added = await appendTexts(trx, signer, surveyId, {
    origin,
    end,
    texts: entries.map(textOf),
  });
  const next = { ...change, ...added };
  await saveRecord(trx, surveyId, next);
  return { ...record, ...next };
}
