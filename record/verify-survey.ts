import { areEqual, fromBase64, fromHex } from "./bytes.ts";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "./checkpoint.ts";
import { createRecount, isLastText, type Recount, WrongRecord } from "./recount.ts";
import { textOfNote } from "./signed-note.ts";
import { type ShownSurvey, type SiteReader, Unreadable } from "./site-reader.ts";
import { provesConsistency } from "./tree.ts";

// Checks the record of one survey from outside, with what the site serves to everybody.

/** A checkpoint whose signature was found right, now or when it was first seen. */
interface Head extends Checkpoint {
  note: string;
}

/** Two signed notes that can't both be true. Whoever has both can prove it to others. */
export class Contradiction extends WrongRecord {
  readonly notes: string[];
  constructor(message: string, ...heads: Head[]) {
    super(message);
    this.notes = heads.map(({ note }) => note);
  }
}

/** What the site shows differs from the record. Both may have changed while they were read. */
export class ShownDiffers extends WrongRecord {}

export interface Checked {
  /** Null if there is no record yet. */
  checkpoint: string | null;
  counted: Recount | null;
  /** Null if the survey is not published any more. */
  survey: ShownSurvey | null;
}

interface Options {
  site: SiteReader;
  id: string;
  /** The public keys that may have signed, in base64. */
  keys: string[];
  /** Checkpoints that were found right before: the record must be a continuation of each. */
  earlier: string[];
}

// New checkpoints come once a minute at most, except while old votes are brought in.
const TRIES = 5;

/** Throws `WrongRecord` if something is wrong, and `Unreadable` if that can't be told. */
export async function checkSurvey({ site, id, keys, earlier }: Options): Promise<Checked> {
  async function open(note: string): Promise<Head> {
    const [origin = ""] = note.split("\n");
    if (!origin.endsWith(`/record/${id}`)) throw new WrongRecord("A checkpoint of another record");
    try {
      const named = keys.map((key) => ({ name: origin, publicKey: fromBase64(key) }));
      return { ...(await openCheckpoint(note, named)), note };
    } catch {
      throw new WrongRecord("A checkpoint is not signed with the site's key");
    }
  }

  /** The newest checkpoint, after which nothing has to be proven any more. */
  async function readHead(before: Head[]): Promise<Head | null> {
    const note = await site.readCheckpoint(id);
    const [known] = before;
    if (note === null && known) {
      throw new Contradiction(`The record has vanished; it had ${known.size} entries`, known);
    }
    if (note === null) return null;
    let head = await open(note);
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const newer = await proveGrowth(before, head);
      if (newer === head) return head;
      head = newer;
    }
    throw new Unreadable("The record grows faster than it can be read");
  }

  /** Returns a newer checkpoint if the site has one by now. */
  async function proveGrowth(before: Head[], head: Head): Promise<Head> {
    for (const known of before) {
      if (known.size > head.size) {
        const change = `from ${known.size} to ${head.size} entries`;
        throw new Contradiction(`The record has shrunk ${change}: history was lost`, known, head);
      }
      refuseFork(known, head);
      if (known.size === head.size) continue;
      const answer = await site.readConsistency(id, known.size);
      if (!answer) throw new Unreadable("The site does not prove that the record has only grown");
      if (answer.checkpoint !== head.note) {
        const newer = await open(answer.checkpoint);
        refuseFork(head, newer);
        return newer;
      }
      if (!isProven(known, head, answer.proof)) {
        const was = `the one that had ${known.size} entries`;
        throw new Contradiction(`History was rewritten: this is not ${was}`, known, head);
      }
    }
    return head;
  }

  async function readEntries(head: Head): Promise<Recount> {
    const counting = createRecount(id);
    for (let from = 0; from < head.size; ) {
      const page = await site.readEntries(id, from, head.size);
      if (!page || page.entries.length === 0) throw new WrongRecord(`Entry ${from} is missing`);
      if (page.checkpoint !== head.note) refuseFork(head, await open(page.checkpoint));
      for (const text of page.entries) counting.addText(text);
      from += page.entries.length;
    }
    return expectRoot(counting.finish(), head);
  }

  async function readOpened(head: Head): Promise<Recount | null> {
    const opened = await site.openRecord(id);
    if (!opened) return null;
    const counting = createRecount(id);
    let left = head.size;
    for await (const entry of opened) {
      // What was entered since the checkpoint was read.
      if (left === 0) break;
      counting.addOpened(entry);
      left -= 1;
    }
    return expectRoot(counting.finish(), head);
  }

  const head = await readHead(earlier.map(parse));
  // Read after the checkpoint, so it counts every vote that the checkpoint has.
  const survey = await site.readSurvey(id);
  if (!head) return { checkpoint: null, counted: null, survey };
  const hidden = await readEntries(head);
  // Asking in vain would count against the limit of those who ask.
  const counted = (survey?.shown && (await readOpened(head))) ?? hidden;
  if (survey) compareShown(counted, survey);
  return { checkpoint: head.note, counted, survey };
}

function parse(note: string): Head {
  const checkpoint = parseCheckpoint(textOfNote(note));
  if (!checkpoint) throw new Error(`Not a checkpoint: ${note.slice(0, 100)}`);
  return { ...checkpoint, note };
}

function refuseFork(one: Head, other: Head): void {
  const isFork = one.size === other.size && !areEqual(one.root, other.root);
  if (isFork) throw new Contradiction("The site has signed two histories", one, other);
}

function isProven(known: Head, head: Head, proof: string[]): boolean {
  try {
    return known.origin === head.origin && provesConsistency(known, head, proof.map(fromHex));
  } catch {
    return false;
  }
}

function expectRoot(counted: Recount, head: Head): Recount {
  if (counted.size !== head.size) throw new WrongRecord(`Entry ${counted.size} is missing`);
  if (areEqual(counted.root, head.root)) return counted;
  throw new WrongRecord("The entries are not those that the site has signed");
}

/** Votes may be shown that still wait to be entered; a closed survey has none. */
function compareShown(counted: Recount, { votes, setAside, shown }: ShownSurvey): void {
  const { yes, no, unopened, closed } = counted;
  const differs = (given: number, inRecord: number) =>
    closed ? given !== inRecord : given < inRecord;
  const recorded = yes + no + unopened;
  if (differs(votes, recorded)) {
    throw new ShownDiffers(`The site shows ${votes} votes, the record has ${recorded}`);
  }
  if (setAside !== counted.setAside) {
    const inRecord = `the record has ${counted.setAside}`;
    throw new ShownDiffers(`The site shows ${setAside} votes as set aside, ${inRecord}`);
  }
  if (!shown) return;
  if (unopened === 0 && (differs(shown.yes, yes) || differs(shown.no, no))) {
    const result = `${shown.yes} yes and ${shown.no} no`;
    throw new ShownDiffers(`The site shows ${result}, the record has ${yes} yes and ${no} no`);
  }
  if (!isLastText(counted, shown)) {
    throw new ShownDiffers("The text of the survey is not the one on which people voted");
  }
}
