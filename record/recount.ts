import { areEqual } from "./bytes.ts";
import {
  type Choice,
  commitmentOf,
  type Entry,
  hashSurveyText,
  isNewer,
  parseEntry,
  type SurveyText,
  toText,
} from "./entries.ts";
import { type Fault, type FaultAbout, FaultyRecord, NewerVersion } from "./faults.ts";
import { append, rootOf, type Tile, type TreeEnd } from "./tiles.ts";
import { hashLeaf } from "./tree.ts";

/** An entry of the opened record: a vote has receipt and choice, any other entry its text. */
export interface OpenedEntry {
  place: number;
  receipt: string;
  nonce: string;
  vote: Choice | "";
  entry: string;
  /** Of a secret ballot, in base64url: its serial number, and the signature of its paper. */
  serial?: string | undefined;
  signature?: string | undefined;
}

export interface Recount {
  size: number;
  root: Uint8Array;
  /** The votes that count. Those whose choice is not known are `unopened`. */
  yes: number;
  no: number;
  unopened: number;
  setAside: number;
  /** How many ballot papers were issued; null if votes have names. */
  issued: number | null;
  /** How many ballots were given up, because nobody could open them any more. */
  givenUp: number;
  /** How many votes have answered which text, also those set aside, in their order. */
  texts: { hash: string; votes: number }[];
  /** The day on which the survey was closed. */
  closed: string | null;
  /** So many entries were made by a newer version, wholly or in part. */
  newer: number;
}

/** The votes that count. */
export function countedIn({ yes, no, unopened }: Recount): number {
  return yes + no + unopened;
}

/** All votes that are in the record, whether they count or not. */
export function enteredIn(counted: Recount): number {
  return countedIn(counted) + counted.setAside;
}

/**
 * Counts the opened entries of a signed tree, each of which is shown to `look` too. Throws if they are
 * others.
 */
export async function recountOpened(
  surveyId: string,
  opened: AsyncIterable<OpenedEntry>,
  { size, root }: Pick<Recount, "size" | "root">,
  look: (entry: OpenedEntry) => unknown = () => {},
): Promise<Recount> {
  const counting = createRecount(surveyId);
  let left = size;
  for await (const entry of opened) {
    // What was entered since.
    if (left === 0) break;
    counting.addOpened(entry);
    await look(entry);
    left -= 1;
  }
  if (left > 0) throw new FaultyRecord("too-short", { entry: size - left, other: size });
  const counted = counting.finish();
  if (areEqual(counted.root, root)) return counted;
  throw new FaultyRecord("other-root");
}

/** Whether this is the text that the last votes of the record have answered. */
export function isLastText({ texts }: Recount, text: SurveyText): boolean {
  return texts.at(-1)?.hash === hashSurveyText(text);
}

type Counted = "yes" | "no" | "unopened";
// What is kept of each entry: which vote it is, if it is one, and whether it is set aside.
const NO_VOTE = 0;
const kept = { yes: 1, no: 2, unopened: 3 };
const counted: Counted[] = ["yes", "no", "unopened"];
const SET_ASIDE = 4;
const digits = /^[0-9a-f]{32}$/;

/**
 * Counts a record from its first entry to its last, and computes the root of its tree. Keeps nine
 * bytes of each entry. Throws `FaultyRecord` for the first thing that is wrong. `onTiles` is told
 * which tiles of the tree an entry has changed.
 */
export function createRecount(surveyId: string, onTiles?: (changed: Tile[]) => void) {
  const tree: TreeEnd = { size: 0, tails: [] };
  const counts = { yes: 0, no: 0, unopened: 0, setAside: 0 };
  const texts = new Map<string, number>();
  /** The text that the next votes have answered. */
  let asked: string | null = null;
  let closed: string | null = null;
  let issued: number | null = null;
  let givenUp = 0;
  let ballots = 0;
  let newer = 0;
  let votes = new Uint8Array(1_024);
  let ids = new BigUint64Array(1_024);
  let idCount = 0;

  function wrong(code: Fault["code"], about: Partial<FaultAbout> = {}): never {
    throw new FaultyRecord(code, { entry: tree.size, date: closed ?? "", ...about });
  }

  function addVote(as: Counted): void {
    if (tree.size === 0) wrong("other-first");
    if (closed) wrong("vote-after-closing");
    if (asked === null) wrong("vote-without-text");
    ballots += 1;
    if (issued !== null && ballots > issued) wrong("more-than-papers", { other: issued });
    texts.set(asked, (texts.get(asked) ?? 0) + 1);
    votes[tree.size] = kept[as];
    counts[as] += 1;
  }

  function addLeaf(text: string): void {
    const changed = append(tree, [hashLeaf(text)]);
    onTiles?.(changed);
    if (tree.size < votes.length) return;
    const longer = new Uint8Array(votes.length * 2);
    longer.set(votes);
    votes = longer;
  }

  function changeVotes({ kind, places }: Extract<Entry, { places: number[] }>): void {
    for (const place of places) {
      // A place that is not there yet has no vote either.
      const vote = place < tree.size ? (votes[place] ?? NO_VOTE) : NO_VOTE;
      if (vote === NO_VOTE) wrong("no-such-vote", { other: place });
      const isAside = vote > SET_ASIDE;
      if (kind === "set-aside" && isAside) wrong("aside-twice", { other: place });
      if (kind === "restored" && !isAside) wrong("counts-already", { other: place });
      votes[place] = isAside ? vote - SET_ASIDE : vote + SET_ASIDE;
      const change = isAside ? 1 : -1;
      counts[counted[(vote % SET_ASIDE) - 1] as Counted] += change;
      counts.setAside -= change;
    }
  }

  function addOther(entry: Exclude<Entry, { kind: "vote" }>): void {
    const { kind } = entry;
    if (isNewer(entry)) newer += 1;
    if (kind === "version") {
      if (tree.size > 0) wrong("version-twice");
    } else if (tree.size === 0) {
      // Every entry of such a record may mean something else.
      if (kind === "unknown" && entry.text.startsWith("version ")) {
        throw new NewerVersion("The record was");
      }
      wrong("other-first");
    } else if (kind === "unknown") {
      // It is in the tree, and nothing more is known of it.
    } else if (kind === "text") {
      if (asked === entry.hash) wrong("text-repeated");
      asked = entry.hash;
    } else if (kind === "issued") {
      // From the first vote on, all have papers or none.
      if (closed || entry.papers <= (issued ?? (ballots > 0 ? Infinity : 0))) wrong("wrong-papers");
      issued = entry.papers;
    } else if (kind === "given-up") {
      // It only grows, and is no more than the papers that were issued.
      const isTooMany = entry.ballots <= givenUp || entry.ballots > (issued ?? 0);
      if (closed || isTooMany) wrong("wrong-papers");
      givenUp = entry.ballots;
    } else if (kind !== "closed") changeVotes(entry);
    else if (closed) wrong("closed-twice");
    else closed = entry.date;
  }

  function parse(text: string): Entry {
    try {
      return parseEntry(text);
    } catch {
      return wrong("unreadable", { text: JSON.stringify(text.slice(0, 100)) });
    }
  }

  /** A receipt, or a commitment where receipts are hidden. */
  function keepId(id: string): void {
    if (idCount === ids.length) {
      const longer = new BigUint64Array(ids.length * 2);
      longer.set(ids);
      ids = longer;
    }
    // Its first 64 random bits: two of a million receipts share them once in 30 million records.
    ids[idCount] = BigInt(`0x${id.slice(0, 16)}`);
    idCount += 1;
  }

  function hasRepeatedId(): boolean {
    const sorted = ids.slice(0, idCount).sort();
    return sorted.some((id, index) => index > 0 && id === sorted[index - 1]);
  }

  return {
    /** The next entry as it is served to everybody: a vote's choice is hidden. */
    addText(text: string): void {
      const entry = parse(text);
      if (entry.kind === "vote") {
        addVote("unopened");
        keepId(entry.commitment);
      } else addOther(entry);
      addLeaf(text);
    },

    /** The next entry of the opened record. */
    addOpened({ place, receipt, nonce, vote, entry: text }: OpenedEntry): void {
      if (place !== tree.size) wrong("missing", { other: place });
      if (vote === "") {
        const entry = parse(text);
        if (entry.kind === "vote") wrong("not-opened");
        addOther(entry);
        addLeaf(text);
        return;
      }
      const isVote = (vote === "yes" || vote === "no") && digits.test(receipt);
      if (!isVote || !digits.test(nonce) || text !== "") wrong("neither");
      addVote(vote);
      keepId(receipt);
      const bound = { nonce, textHash: asked ?? "" };
      addLeaf(toText({ kind: "vote", commitment: commitmentOf(surveyId, receipt, vote, bound) }));
    },

    /** Of the entries so far. */
    root: () => rootOf(tree),

    /** To be called after the last entry. */
    finish(): Recount {
      if (hasRepeatedId()) wrong("receipt-twice");
      return {
        size: tree.size,
        root: rootOf(tree),
        ...counts,
        issued,
        givenUp,
        texts: Array.from(texts, ([hash, votes]) => ({ hash, votes })),
        closed,
        newer,
      };
    },
  };
}
