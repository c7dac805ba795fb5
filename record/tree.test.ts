import { describe, expect, it } from "vitest";
import { toHex } from "./bytes.ts";
import { append, endTiles, hashRanges, openEnd, rootOf, type Tile, tilesFor } from "./tiles.ts";
import {
  consistencyRanges,
  emptyRoot,
  hashLeaf,
  hashNode,
  inclusionRanges,
  provesConsistency,
  provesInclusion,
} from "./tree.ts";

/** The definition in RFC 9162, 2.1.1, as it stands there. */
function rootByDefinition(leaves: Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (!first) return emptyRoot;
  if (leaves.length === 1) return first;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return hashNode(rootByDefinition(leaves.slice(0, k)), rootByDefinition(leaves.slice(k)));
}

const leaves = Array.from({ length: 70_000 }, (_, index) => hashLeaf(`leaf ${index}`));

function store() {
  const tiles = new Map<string, Tile>();
  const load = (ids: { level: number; number: number }[]) =>
    ids.map(({ level, number }) => tiles.get(`${level}/${number}`) as Tile);
  let size = 0;
  return {
    load,
    /** As the publisher does it: from the stored end, every time. */
    add(more: Uint8Array[]) {
      const end = openEnd(size, load(endTiles(size)));
      for (const tile of append(end, more)) tiles.set(`${tile.level}/${tile.number}`, { ...tile });
      size = end.size;
      return rootOf(end);
    },
  };
}

describe("the tree", () => {
  it("has the roots that RFC 6962's own test data has", () => {
    // From the reference implementation of certificate transparency.
    const data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"];
    const roots = [
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    ];
    const { add } = store();
    const hashes = data.map((hex) => hashLeaf(Buffer.from(hex, "hex").toString()));
    expect(hashes.map((hash) => toHex(add([hash])))).toEqual(roots);
  });

  it("has the same root, however its leaves were added", () => {
    const { add } = store();
    let size = 0;
    for (const step of [1, 2, 252, 1, 1, 255, 300, 20_000, 44_724, 4_464]) {
      const root = add(leaves.slice(size, size + step));
      size += step;
      expect(toHex(root)).toBe(toHex(rootByDefinition(leaves.slice(0, size))));
    }
    expect(size).toBe(leaves.length);
  });

  it.each([1, 2, 3, 7, 8, 255, 256, 257, 1_000, 65_536, 65_537, 70_000])(
    "proves leaves of a tree of %i, and nothing else",
    (size) => {
      const { add, load } = store();
      const tree = { size, root: add(leaves.slice(0, size)) };
      for (const position of new Set([0, 1, size >> 1, size - 2, size - 1])) {
        if (position < 0 || position >= size) continue;
        const ranges = inclusionRanges(position, size);
        const proof = hashRanges(ranges, load(tilesFor(ranges)));
        const leaf = leaves[position] as Uint8Array;
        expect(provesInclusion(leaf, position, tree, proof)).toBe(true);
        expect(provesInclusion(hashLeaf("other"), position, tree, proof)).toBe(false);
        expect(provesInclusion(leaf, position + 1, tree, proof)).toBe(false);
        expect(provesInclusion(leaf, position, tree, [...proof, leaf])).toBe(false);
        if (proof.length > 0) {
          expect(provesInclusion(leaf, position, tree, proof.slice(1))).toBe(false);
        }
      }
    },
  );

  it("proves that a larger tree only adds to a smaller one", () => {
    const { add, load } = store();
    const sizes = [1, 2, 3, 4, 6, 7, 8, 255, 256, 257, 700, 65_536, 66_000, 70_000];
    let before = 0;
    const trees = sizes.map((size) => {
      const root = add(leaves.slice(before, size));
      before = size;
      return { size, root };
    });
    for (const first of trees) {
      for (const second of trees.filter(({ size }) => size >= first.size)) {
        const ranges = consistencyRanges(first.size, second.size);
        const proof = hashRanges(ranges, load(tilesFor(ranges)));
        expect(provesConsistency(first, second, proof)).toBe(true);
        const rewritten = { ...first, root: hashLeaf("other") };
        expect(provesConsistency(rewritten, second, proof)).toBe(false);
        expect(provesConsistency(first, { ...second, root: emptyRoot }, proof)).toBe(false);
        if (first.size < second.size) expect(provesConsistency(second, first, proof)).toBe(false);
      }
    }
  });
});
