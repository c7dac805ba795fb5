import { toBase64 } from "../../record/bytes.ts";
import { checkpointText } from "../../record/checkpoint.ts";
import { type Bound, commitmentOf, toText } from "../../record/entries.ts";
import type { ListedKey } from "../../record/keys.ts";
import { parseTilePath, writeBundle } from "../../record/log-tiles.ts";
import type { RecordSource } from "../../record/receipt-outcome.ts";
import { append, rootOf, TILE_WIDTH, type TreeEnd } from "../../record/tiles.ts";
import { hashLeaf } from "../../record/tree.ts";
import { createSigner } from "../signer.ts";

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

/** A record with these entries, as an honest site would serve it. */
export function serve(texts: string[], site = ours): RecordSource & { checkpoint: string } {
  const tree: TreeEnd = { size: 0, tails: [] };
  append(
    tree,
    texts.map((text) => hashLeaf(text)),
  );
  const checkpoint = site.sign(checkpointText({ origin, size: tree.size, root: rootOf(tree) }));
  return {
    checkpoint,
    readKeys: async () => [site.key],
    readCheckpoint: async () => checkpoint,
    async readFile(path) {
      const tile = parseTilePath(path);
      if (tile?.level !== "entries") return null;
      const from = tile.number * TILE_WIDTH;
      return writeBundle(texts.slice(from, from + tile.width));
    },
    openRecord: async () => null,
    readClosing: async () => null,
  };
}

/** The same votes with their receipts and choices, as those see them who may see the results. */
export async function* open(texts: string[], receipts: Record<number, string>) {
  for (const [place, text] of texts.entries()) {
    const receipt = receipts[place];
    const none = { place, receipt: "", nonce: "", vote: "", entry: text } as const;
    yield receipt ? { place, receipt, nonce: bound.nonce, vote: "no" as const, entry: "" } : none;
  }
}
