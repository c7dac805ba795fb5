import { toBase64, toHex } from "../../record/bytes.ts";
import { checkpointText } from "../../record/checkpoint.ts";
import { type Bound, commitmentOf, toText } from "../../record/entries.ts";
import type { ListedKey } from "../../record/keys.ts";
import type { RecordSource } from "../../record/receipt-outcome.ts";
import { append, hashRanges, rootOf, type Tile, type TreeEnd } from "../../record/tiles.ts";
import { consistencyRanges, hashLeaf, inclusionRanges } from "../../record/tree.ts";
import { createSigner } from "../record/signer.ts";

// A small record of one survey, for tests of what can be checked from outside.

export const surveyId = "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a59";
export const origin = `example.org/record/${surveyId}`;

function createSite(seed: number) {
  const { publicKey, sign } = createSigner(Buffer.alloc(32, seed));
  const key: ListedKey = {
    publicKey: toBase64(publicKey),
    since: "2026-01-01T00:00:00.000Z",
    handOver: null,
  };
  return { key, sign: (text: string, name = origin) => sign(text, name) };
}

export const ours = createSite(1);
export const theirs = createSite(2);

/** What the tests' votes are bound to. */
export const bound: Bound = { nonce: "9".repeat(32), textHash: "a".repeat(64) };
/** How every record begins. */
export const start = [toText({ kind: "version" }), toText({ kind: "text", hash: bound.textHash })];

export function vote(receipt: string, choice: "yes" | "no" = "no", to = bound): string {
  return toText({ kind: "vote", commitment: commitmentOf(surveyId, receipt, choice, to) });
}

/** A record with these entries, as an honest site would serve it. `to` is of the votes asked for. */
export function serve(
  texts: string[],
  site = ours,
  to = bound,
): RecordSource & { checkpoint: string } {
  const leaves = texts.map((text) => hashLeaf(text));
  const tree: TreeEnd = { size: 0, tails: [] };
  append(tree, leaves);
  const { size } = tree;
  // The tests' records fit into one tile.
  const tiles: Tile[] = [{ level: 0, number: 0, hashes: leaves }];
  const checkpoint = site.sign(checkpointText({ origin, size, root: rootOf(tree) }));
  const prove = (place: number) => hashRanges(inclusionRanges(place, size), tiles).map(toHex);
  return {
    checkpoint,
    readKeys: async () => [site.key],
    readCheckpoint: async () => checkpoint,
    async proveVote(given) {
      const own = [vote(given, "yes", to), vote(given, "no", to)];
      const place = texts.findIndex((text) => own.includes(text));
      if (place < 0) return null;
      const changed = texts.findLastIndex((text) => /^(set-aside|restored) /.test(text));
      const change =
        changed < 0 ? null : { place: changed, entry: texts[changed] ?? "", proof: prove(changed) };
      return { checkpoint, place, proof: prove(place), ...to, change };
    },
    readClosing: async () => null,
    async proveConsistency(from) {
      if (from > size) return null;
      return { checkpoint, proof: hashRanges(consistencyRanges(from, size), tiles).map(toHex) };
    },
  };
}
