import { checkpointText, parseCheckpoint } from "../../record/checkpoint.ts";
import { textOfNote } from "../../record/signed-note.ts";
import { append, endTiles, openEnd, rootOf } from "../../record/tiles.ts";
import { hashLeaf } from "../../record/tree.ts";
import type { Database } from "../database/connect.ts";
import { expectTiles } from "./head-queries.ts";
import { insertEntries, type LockedRecord, type RecordState, saveRecord } from "./queries.ts";
import { type StoredEntry, textOf } from "./rules.ts";
import type { Signer } from "./signer.ts";
import { readTiles, writeTiles } from "./tile-queries.ts";

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
  const end = openEnd(size, await readTiles(trx, surveyId, endTiles(size)));
  const signed = size > 0 && parseCheckpoint(textOfNote(checkpoint));
  if (signed) expectTiles(signer, surveyId, signed.root, rootOf(end));
  const tiles = append(
    end,
    entries.map((entry) => hashLeaf(textOf(entry))),
  );
  await insertEntries(trx, surveyId, size, entries);
  await writeTiles(trx, surveyId, tiles);
  const head = checkpointText({ origin, size: end.size, root: rootOf(end) });
  const next = { ...change, size: end.size, checkpoint: signer.sign(head, origin) };
  await saveRecord(trx, surveyId, next);
  return { ...record, ...next };
}
