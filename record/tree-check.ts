import { reasonOf, Unreadable } from "./bounded-fetch.ts";
import { areEqual } from "./bytes.ts";
import { type Checkpoint, checkpointOf, openCheckpoint } from "./checkpoint.ts";
import { type Evidence, judgeEvidence, proveBeginning } from "./evidence.ts";
import { WrongRecord } from "./faults.ts";
import { namedKeys } from "./signed-note.ts";
import { eachEntry, type ReadFile } from "./tree-reader.ts";

// What is the same for the record of a survey and for the log of a site: each goes on from all that
// was signed before, and its entries have the signed root.

/** A checkpoint whose signature was found right, now or when it was first seen. */
export interface Head extends Checkpoint {
  note: string;
}

/** Something that others can check without believing whoever tells them. */
class Proven extends WrongRecord {
  readonly evidence: Evidence;
  constructor(message: string, evidence: Evidence) {
    super(message);
    this.evidence = evidence;
  }
}

export interface Finding {
  verdict: "fine" | "wrong" | "unchecked";
  text: string;
  /** What others need to see it for themselves. */
  evidence?: Evidence;
}

/** What an error says: something is wrong, or could not be checked. */
export function findingOf(error: unknown): Finding {
  if (error instanceof Proven) {
    return { verdict: "wrong", text: error.message, evidence: error.evidence };
  }
  if (error instanceof WrongRecord) return { verdict: "wrong", text: error.message };
  if (error instanceof Unreadable) return { verdict: "unchecked", text: error.message };
  return { verdict: "unchecked", text: `It failed: ${reasonOf(error)}` };
}

interface Tree {
  /** A survey's id, or `log`. */
  about: string;
  /** The public keys that may have signed, in base64. */
  keys: string[];
  read: ReadFile;
}

/** What is made of the entries while they are read. */
interface Reader {
  add(text: string): void;
  /** Of the entries so far. */
  root(): Uint8Array;
}

const TWO_HISTORIES = "The site has signed two histories";

/** Its functions throw `WrongRecord` for what is wrong, with evidence where there is some. */
export function createTreeCheck({ about, keys, read }: Tree) {
  const name = about === "log" ? "The log" : "The record";

  function evidenceOf(kind: Evidence["kind"], known: Head, head: Head): Evidence {
    const notes = { earlier: known.note, later: head.note, beginning: "", proof: [] };
    return { format: "survey-evidence/v1", kind, survey: about, keys, ...notes };
  }

  /** The newest checkpoint, which is no step back from those that are known. */
  async function openHead(note: string, origin: string, known: Head[]): Promise<Head> {
    const head = await open(note, origin);
    for (const one of known) {
      if (one.origin !== head.origin) throw new WrongRecord(`${name} has another name than before`);
      if (one.size === head.size && !areEqual(one.root, head.root)) {
        throw new Proven(TWO_HISTORIES, evidenceOf("two-histories", one, head));
      }
      if (one.size <= head.size) continue;
      const change = `from ${one.size} to ${head.size} entries`;
      const evidence = evidenceOf("shrunk", one, head);
      throw new Proven(`${name} has shrunk ${change}: history was lost`, evidence);
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

  /**
   * Reads every entry, and compares its beginnings with what is known. A history that was rewritten is
   * told also if the site does not serve the rest.
   */
  async function readEntries(head: Head, known: Head[], { add, root }: Reader): Promise<void> {
    let rewritten: Head | undefined;
    let place = 0;
    try {
      for await (const text of eachEntry(read, head.size)) {
        add(text);
        place += 1;
        const seen = known.find(({ size }) => size === place);
        if (seen && !areEqual(root(), seen.root)) rewritten ??= seen;
      }
    } catch (error) {
      if (!rewritten) throw error;
    }
    if (rewritten) throw await proveRewriting(rewritten, head);
    if (areEqual(root(), head.root)) return;
    throw new WrongRecord("The entries are not those that the site has signed");
  }

  /** Reads the entries once more, for the few hashes that show how the later history begins. */
  async function proveRewriting(known: Head, head: Head): Promise<WrongRecord> {
    const was = `${name.toLowerCase()} does not begin with the one that had ${known.size} entries`;
    const text = `${TWO_HISTORIES}: ${was}`;
    try {
      const entries = eachEntry(read, head.size);
      const beginning = await proveBeginning(entries, known.size, head.size);
      const evidence = { ...evidenceOf("two-histories", known, head), ...beginning };
      if ((await judgeEvidence(evidence)).proven) return new Proven(text, evidence);
    } catch {
      // It serves others, or none, at the second time: there is no evidence for somebody else.
    }
    return new WrongRecord(text);
  }

  return { open, openHead, readEntries };
}

/** A note that was opened before. */
export function parseHead(note: string): Head {
  return { ...checkpointOf(note), note };
}
