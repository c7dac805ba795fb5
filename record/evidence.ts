import { areEqual, fromHex, toHex } from "./bytes.ts";
import { type Checkpoint, openCheckpoint } from "./checkpoint.ts";
import { list, object, oneOf, type Shaped, text } from "./shapes.ts";
import { namedKeys } from "./signed-note.ts";
import { append, rootOf, type TreeEnd } from "./tiles.ts";
import { consistencyRanges, hashLeaf, provesConsistency } from "./tree.ts";

// What somebody who was not there needs to see for themselves that a site has done wrong.

// As many as a verifier reads, with room for later.
const MOST = 200;

const evidenceShape = object({
  format: oneOf("survey-evidence/v1"),
  kind: oneOf("two-histories", "shrunk"),
  /** Whose record it is about, or `log`. */
  survey: text(36, /^([0-9a-f-]{36}|log)$/),
  /** The site's public keys. Whoever reads this compares them with those that they know. */
  keys: list(text(44, /^[A-Za-z0-9+/]{43}=$/), MOST),
  /** The checkpoint that was seen first, and the one that does not go on from it. */
  earlier: text(100_000),
  later: text(100_000),
  /**
   * Two histories: the hash of the first entries of the later one, as many as the earlier one has,
   * with the proof of RFC 9162 that it is that. Both are empty if the two have the same size, or if
   * the later one is smaller.
   */
  beginning: text(64, /^([0-9a-f]{64})?$/),
  proof: list(text(64, /^[0-9a-f]{64}$/), MOST),
});
export type Evidence = Shaped<typeof evidenceShape>;

/** Throws for a text that is no evidence. */
export function parseEvidence(json: string): Evidence {
  return evidenceShape(JSON.parse(json), "the file");
}

/**
 * How a history of `size` entries begins, as far as an earlier one reached: the hash of these entries,
 * and the proof that leads from it to the root of all. It is made of the entries, which a site has to
 * serve to everybody, and not of the tiles, which it could keep from whoever looks for evidence.
 */
export async function proveBeginning(
  entries: AsyncIterable<string>,
  earlierSize: number,
  size: number,
): Promise<Pick<Evidence, "beginning" | "proof">> {
  const ranges = [{ start: 0, end: earlierSize }, ...consistencyRanges(earlierSize, size)];
  const parts = ranges.map((range) => ({ ...range, tree: { size: 0, tails: [] } as TreeEnd }));
  let place = 0;
  for await (const entry of entries) {
    const leaf = hashLeaf(entry);
    for (const { start, end, tree } of parts) {
      if (place >= start && place < end) append(tree, [leaf]);
    }
    place += 1;
  }
  const [beginning = "", ...proof] = parts.map(({ tree }) => toHex(rootOf(tree)));
  return { beginning, proof };
}

export interface Judgement {
  /** Whether it shows something, without believing whoever made the file. */
  proven: boolean;
  text: string;
}

/** Checks evidence without asking the site. */
export async function judgeEvidence(evidence: Evidence): Promise<Judgement> {
  const refuse = (why: string): Judgement => ({ proven: false, text: why });
  const earlier = await open(evidence, evidence.earlier);
  const later = await open(evidence, evidence.later);
  if (!earlier || !later) return refuse("Its checkpoints are not signed with its keys");
  if (earlier.origin !== later.origin) return refuse("Its checkpoints are of two records");
  const sizes = `with ${earlier.size} and with ${later.size} entries`;
  const proof = evidence.proof.map(fromHex);
  if (evidence.kind === "shrunk") {
    return {
      proven: false,
      text: `The site has signed both states, ${sizes}. Neither has a time, so this file alone does not show that the second was served later`,
    };
  }
  if (earlier.size === later.size) {
    if (areEqual(earlier.root, later.root)) return refuse("Its checkpoints are the same");
    return { proven: true, text: `The site has signed two histories, both ${sizes}` };
  }
  const beginning = { size: earlier.size, root: fromHex(evidence.beginning) };
  if (!provesConsistency(beginning, later, proof)) {
    return refuse("It does not show how the later history begins");
  }
  if (areEqual(beginning.root, earlier.root))
    return refuse("The later history goes on from the earlier");
  return { proven: true, text: `The site has signed two histories, ${sizes}` };
}

async function open({ survey, keys }: Evidence, note: string): Promise<Checkpoint | null> {
  const [name = ""] = note.split("\n", 1);
  if (!name.endsWith(survey === "log" ? "/log" : `/record/${survey}`)) return null;
  return openCheckpoint(note, namedKeys(name, keys)).catch(() => null);
}
