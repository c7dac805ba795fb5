import { reasonOf, Unreadable } from "./bounded-fetch.ts";
import { areEqual } from "./bytes.ts";
import { type Checkpoint, checkpointOf, openCheckpoint } from "./checkpoint.ts";
import { type Evidence, judgeEvidence, proveBeginning } from "./evidence.ts";
import { NewerVersion, WrongRecord } from "./faults.ts";
import { namedKeys } from "./signed-note.ts";
import {
  type Beginning,
  type EntryReader,
  eachEntry,
  type ReadFile,
  readWhole,
} from "./tree-reader.ts";

// What is the same for the record of a survey and for the log of a site: each goes on from all that
// was signed before, and its entries have the signed root.

/** A checkpoint whose signature was found right, now or when it was first seen. */
export interface Head extends Checkpoint {
  note: string;
}

export interface Finding {
  verdict: "fine" | "wrong" | "unchecked";
  text: string;
  /** What others need to see it for themselves. */
  evidence?: Evidence;
}

/** What an error says: something is wrong, or could not be checked. */
export function findingOf(error: unknown): Finding {
  if (error instanceof WrongRecord) {
    const { message: text, evidence } = error;
    return { verdict: "wrong", text, ...(evidence && { evidence }) };
  }
  if (error instanceof Unreadable || error instanceof NewerVersion)
    return { verdict: "unchecked", text: error.message };
  return { verdict: "unchecked", text: `It failed: ${reasonOf(error)}` };
}

interface Tree {
  /** A survey's id, or `log`. */
  about: string;
  /** The public keys that may have signed, in base64. */
  keys: string[];
  read: ReadFile;
}

/** What a tree must go on from: a checkpoint, or what the log says of it. */
type Known = Beginning & Partial<Head>;

const TWO_HISTORIES = "The site has signed two histories";

/** Its functions throw `WrongRecord` for what is wrong, with evidence where there is some. */
export function createTreeCheck({ about, keys, read }: Tree) {
  const name = about === "log" ? "The log" : "The record";

  function evidenceOf(kind: Evidence["kind"], { note }: Known, head: Head): Evidence | undefined {
    if (!note) return undefined;
    const notes = { earlier: note, later: head.note, beginning: "", proof: [] };
    return { format: "survey-evidence/v1", kind, survey: about, keys, ...notes };
  }

  /** The newest checkpoint, which is no step back from those that are known. */
  async function openHead(note: string, origin: string, known: Known[]): Promise<Head> {
    const head = await open(note, origin);
    for (const one of known) {
      if (one.origin && one.origin !== head.origin) {
        throw new WrongRecord(`${name} has another name than before`);
      }
      if (one.size === head.size && !areEqual(one.root, head.root)) {
        const where = one.note ? "" : ": the log of the site names another one";
        throw new WrongRecord(TWO_HISTORIES + where, evidenceOf("two-histories", one, head));
      }
      if (one.size <= head.size) continue;
      const lost = `${name} has shrunk from ${one.size} to ${head.size} entries: history was lost`;
      throw new WrongRecord(lost, evidenceOf("shrunk", one, head));
    }
    return head;
  }

  async function open(note: string, origin: string): Promise<Head> {
    try {
      return { ...(await openCheckpoint(note, namedKeys(origin, keys))), note };
    } catch {
      throw new WrongRecord("A checkpoint is not signed with the site's key");
    }
  }

  /** Reads every entry, and compares its beginnings with what is known. */
  async function readEntries(head: Head, known: Known[], reader: EntryReader): Promise<void> {
    const rewritten = await readWhole(read, head, known, reader);
    if (!rewritten) return;
    const was = `${name.toLowerCase()} does not begin with the one that had ${rewritten.size} entries`;
    throw new WrongRecord(`${TWO_HISTORIES}: ${was}`, await proveRewriting(rewritten, head));
  }

  /** Reads the entries once more, for the few hashes that show how the later history begins. */
  async function proveRewriting(known: Known, head: Head): Promise<Evidence | undefined> {
    const evidence = evidenceOf("two-histories", known, head);
    if (!evidence) return undefined;
    try {
      const entries = eachEntry(read, head.size);
      const proven = { ...evidence, ...(await proveBeginning(entries, known.size, head.size)) };
      return (await judgeEvidence(proven)).proven ? proven : undefined;
    } catch {
      // It serves others, or none, at the second time: there is no evidence for somebody else.
      return undefined;
    }
  }

  return { open, openHead, readEntries };
}

/** A note that was opened before. */
export function parseHead(note: string): Head {
  return { ...checkpointOf(note), note };
}
