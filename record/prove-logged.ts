import { toHex } from "./bytes.ts";
import { parseLogEntry } from "./log-entries.ts";
import { writeLogProof } from "./log-proof.ts";
import { openLog } from "./log-since.ts";
import { bitsFor, prefixOf, READ_WHOLE } from "./places.ts";
import type { GivenReceipt, LoggedEntry, OfLog } from "./receipt-file.ts";
import type { RecordSource } from "./receipt-outcome.ts";
import { TILE_WIDTH } from "./tiles.ts";
import { createTreeReader } from "./tree-reader.ts";
import { toLogVkey } from "./vkey.ts";

/**
 * What shows years later, and without the site, that the vote at this place was in the record and who
 * had seen the log that names it. Null if the log does not name it yet.
 */
export async function proveLogged(
  given: GivenReceipt,
  place: number,
  source: RecordSource,
): Promise<OfLog | null> {
  const { origin, keys, note, head } = await openLog(source.log);
  const log = createTreeReader(source.log.readFile, head);
  const named = await findNewest(log, given.surveyId);
  if (!named || named.size <= place) return null;
  const record = createTreeReader(source.readFile, named);
  for (const other of await placesToHideAmong(given, named.size, source))
    await record.readLeaf(other);
  const logged: LoggedEntry = {
    place,
    entry: named.entry,
    proof: (await record.prove(place)).map(toHex),
    logProof: writeLogProof({
      index: named.index,
      hashes: await log.prove(named.index),
      checkpoint: note,
    }),
  };
  return { logged, logKeys: keys.map(({ publicKey }) => toLogVkey(origin, publicKey)) };
}

/** The last entry of the log that names a tree of this survey's record. */
async function findNewest(log: ReturnType<typeof createTreeReader>, surveyId: string) {
  for await (const { text: entry, place: index } of log.eachBack()) {
    const named = entry.startsWith(`checkpoint ${surveyId} `) ? parseLogEntry(entry) : null;
    if (named?.kind === "checkpoint") return { entry, index, size: named.size, root: named.root };
  }
  return null;
}

/** What is read of the record does not tell the place: a small one is read whole, as for the check. */
async function placesToHideAmong({ receipt }: GivenReceipt, size: number, source: RecordSource) {
  if (size <= READ_WHOLE) {
    return Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, tile) => tile * TILE_WIDTH);
  }
  const bits = bitsFor(size);
  const alike = await source.readPlaces(prefixOf(receipt, bits), bits);
  return alike?.places.filter((place) => place < size) ?? [];
}
