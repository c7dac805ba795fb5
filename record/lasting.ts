import { fromBase64, fromHex, readHash, toBase64, toHex } from "./bytes.ts";
import { type Checkpoint, openCheckpoint } from "./checkpoint.ts";
import { type Cosignature, openCosignatures } from "./cosignature.ts";
import { WrongRecord } from "./faults.ts";
import { parseLogEntry } from "./log-entries.ts";
import { openLog } from "./log-since.ts";
import { bitsFor, prefixOf, READ_WHOLE } from "./places.ts";
import type { GivenReceipt, LoggedEntry, OfLog } from "./receipt-file.ts";
import type { RecordSource } from "./receipt-outcome.ts";
import { TILE_WIDTH } from "./tiles.ts";
import { hashLeaf, provesInclusion } from "./tree.ts";
import { createTreeReader } from "./tree-reader.ts";
import { toLogVkey, type Vkey } from "./vkey.ts";

// What a voter keeps to show, years later and without the site, that their vote was in its record
// and that others have seen the log that names it. That an entry is in a log, as C2SP writes it:
// https://c2sp.org/tlog-proof

const FIRST_LINE = "c2sp.org/tlog-proof@v1";
// As many levels as a tree can have.
const MOST_HASHES = 63;

export interface LogProof {
  index: number;
  /** From the leaf to the root. */
  hashes: Uint8Array[];
  /** With the signatures of the log and of its witnesses. */
  checkpoint: string;
}

export function writeLogProof({ index, hashes, checkpoint }: LogProof): string {
  return [FIRST_LINE, `index ${index}`, ...hashes.map(toBase64), "", checkpoint].join("\n");
}

/** Throws for a text that is no proof. Whether it proves anything is another question. */
export function parseLogProof(text: string): LogProof {
  const end = text.indexOf("\n\n");
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  if (first !== FIRST_LINE) throw new Error("Not a proof of a log");
  // Written by whoever likes to, for anything that is signed by nobody.
  if (lines[0]?.startsWith("extra ")) fromBase64(lines.shift()?.slice("extra ".length) ?? "");
  const [, index] = /^index (0|[1-9]\d{0,14})$/.exec(lines.shift() ?? "") ?? [];
  const hashes = lines.map(readHash);
  if (index === undefined || hashes.length > MOST_HASHES) throw new Error("Not a proof of a log");
  return { index: Number(index), hashes, checkpoint: text.slice(end + 2) };
}

export interface Trusted {
  /** The keys of the site's log. */
  logs: Vkey[];
  witnesses: Vkey[];
}

/** Who has seen the log that names this entry of a survey's record. Throws `WrongRecord`. */
export async function openLogged(
  surveyId: string,
  /** The entry of the record, with its line break. */
  recordEntry: string,
  { place, entry, proof, logProof }: LoggedEntry,
  { logs, witnesses }: Trusted,
): Promise<{ head: Checkpoint; cosignatures: Cosignature[] }> {
  const named = readTree(entry);
  if (named.survey !== surveyId) throw new WrongRecord(ABOUT_ELSE);
  const path = orElse("The proof can't be read", () => proof.map(fromHex));
  if (!provesInclusion(hashLeaf(recordEntry), place, named, path)) {
    throw new WrongRecord("The entry is not in the record that the log names");
  }
  const { index, hashes, checkpoint } = orElse("The log's proof can't be read", () =>
    parseLogProof(logProof),
  );
  const head = await openCheckpoint(checkpoint, logs).catch(() => {
    throw new WrongRecord("The log's checkpoint is not signed with its key");
  });
  if (!provesInclusion(hashLeaf(entry), index, head, hashes)) {
    throw new WrongRecord("The log does not have the entry that names the record");
  }
  const cosignatures = await openCosignatures(checkpoint, witnesses).catch(() => {
    throw new WrongRecord("A witness's signature is forged");
  });
  return { head, cosignatures };
}

const ABOUT_ELSE = "The log's entry is about something else";

/** The tree of a record that an entry of the log names. Throws `WrongRecord` if it names none. */
export function readTree(entry: string) {
  const named = orElse("The proof names no tree of the record", () => parseLogEntry(entry));
  if (named.kind !== "checkpoint") throw new WrongRecord(ABOUT_ELSE);
  return named;
}

function orElse<Value>(message: string, read: () => Value): Value {
  try {
    return read();
  } catch {
    throw new WrongRecord(message);
  }
}

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
