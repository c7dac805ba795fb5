import { fromHex } from "./bytes.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { type Cosignature, openCosignatures } from "./cosignature.ts";
import { WrongRecord } from "./faults.ts";
import { parseLogEntry } from "./log-entries.ts";
import { parseLogProof } from "./log-proof.ts";
import type { LoggedEntry } from "./receipt-file.ts";
import { hashLeaf, provesInclusion } from "./tree.ts";
import type { Vkey } from "./vkey.ts";

// What a voter keeps to show, years later and without the site, that their vote was in its record
// and that others have seen the log that names it.

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
): Promise<{ origin: string; cosignatures: Cosignature[] }> {
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
  return { origin: head.origin, cosignatures };
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
