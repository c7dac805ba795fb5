import { toBase64 } from "../../record/bytes.ts";
import { checkpointText } from "../../record/checkpoint.ts";
import { type Bound, commitmentOf, toText } from "../../record/entries.ts";
import type { ListedKey } from "../../record/keys.ts";
import { toLogText } from "../../record/log-entries.ts";
import type { LogFiles } from "../../record/log-since.ts";
import type { RecordSource } from "../../record/receipt-outcome.ts";
import {
  append,
  parseTilePath,
  rootOf,
  TILE_WIDTH,
  type Tile,
  type TreeEnd,
  writeBundle,
} from "../../record/tiles.ts";
import { hashLeaf } from "../../record/tree.ts";
import { createSigner } from "../record/signing/signer.ts";

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

/** A tree with these entries, as an honest site serves it. */
function serveTree(name: string, texts: string[], site: typeof ours) {
  const tree: TreeEnd = { size: 0, tails: [] };
  const tiles = new Map<string, Tile>();
  for (const text of texts) {
    for (const tile of append(tree, [hashLeaf(text)])) {
      tiles.set(`${tile.level}/${tile.number}`, tile);
    }
  }
  const root = rootOf(tree);
  const checkpoint = site.sign(checkpointText({ origin: name, size: tree.size, root }), name);
  return {
    checkpoint,
    root,
    readCheckpoint: async () => checkpoint,
    async readFile(path: string) {
      const { level = 0, number = 0, width = 0 } = parseTilePath(path) ?? {};
      if (level !== "entries") {
        const hashes = tiles.get(`${level}/${number}`)?.hashes.slice(0, width) ?? [];
        return Uint8Array.from(Buffer.concat(hashes));
      }
      const from = number * TILE_WIDTH;
      return writeBundle(texts.slice(from, from + width));
    },
  };
}

const logName = "example.org/log";

/** A log with these entries. */
export function serveLog(texts: string[], site = ours): LogFiles {
  const { readCheckpoint, readFile } = serveTree(logName, texts, site);
  return {
    readAbout: async () => ({ origin: logName, keys: [site.key] }),
    readCheckpoint,
    readFile,
  };
}

/** That the record had this tree by this time. */
export function logged(size: number, root: Uint8Array, time: string): string[] {
  return [
    toLogText({ kind: "checkpoint", survey: surveyId, size, root }),
    toLogText({ kind: "time", time }),
  ];
}

/** A record with these entries, as an honest site would serve it. Its log has named it by this time. */
export function serve(
  texts: string[],
  site = ours,
  time = "2026-01-01T12:35:00.000Z",
): RecordSource & { checkpoint: string; root: Uint8Array } {
  const { root, ...tree } = serveTree(origin, texts, site);
  return {
    ...tree,
    root,
    readKeys: async () => [site.key],
    readPlaces: async () => null,
    openRecord: async () => null,
    log: serveLog(logged(texts.length, root, time), site),
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
