import { areEqual } from "./bytes.ts";
import { sha256 } from "./sha256.ts";

// The Merkle tree of RFC 6962 and 9162. The hash of a part of the tree is that of all its leaves.

/** The leaves from `start` up to, but not including, `end`. */
export interface Range {
  start: number;
  end: number;
}

/** Different first bytes, so that no leaf can be taken for a node. */
export function hashLeaf(text: string): Uint8Array {
  return sha256(`\x00${text}`);
}

export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  const data = new Uint8Array(1 + left.length + right.length);
  data[0] = 1;
  data.set(left, 1);
  data.set(right, 1 + left.length);
  return sha256(data);
}

export const emptyRoot = sha256("");

/** The largest power of two that is smaller than `size`: the left side of a tree of this size. */
export function leftSize(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** The parts of the tree whose hashes prove that a leaf is in it, from the leaf to the root. */
export function inclusionRanges(position: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + leftSize(end - start);
    if (position < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return ranges.reverse();
}

/** The parts whose hashes prove that the first `from` leaves of the tree are a smaller tree. */
export function consistencyRanges(from: number, to: number): Range[] {
  if (from === 0 || from === to) return [];
  const ranges: Range[] = [];
  let [start, end] = [0, to];
  while (end !== from) {
    const middle = start + leftSize(end - start);
    if (from <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  // The old tree's own root is known to whoever asks, unless it is only a part of its left side.
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}

/** Whether the proof leads from this leaf to this root (RFC 9162, 2.1.3). */
export function provesInclusion(
  leaf: Uint8Array,
  position: number,
  tree: { size: number; root: Uint8Array },
  proof: Uint8Array[],
): boolean {
  if (!Number.isSafeInteger(position) || position < 0 || position >= tree.size) return false;
  const ranges = inclusionRanges(position, tree.size);
  if (proof.length !== ranges.length) return false;
  let root = leaf;
  for (const [index, sibling] of proof.entries()) {
    const isOnRight = (ranges[index]?.start ?? 0) > position;
    root = isOnRight ? hashNode(root, sibling) : hashNode(sibling, root);
  }
  return areEqual(root, tree.root);
}

/** Whether the proof shows that the second tree only adds to the first (RFC 9162, 2.1.4). */
export function provesConsistency(
  first: { size: number; root: Uint8Array },
  second: { size: number; root: Uint8Array },
  proof: Uint8Array[],
): boolean {
  if (first.size > second.size) return false;
  if (first.size === 0 && !areEqual(first.root, emptyRoot)) return false;
  if (first.size === second.size) return proof.length === 0 && areEqual(first.root, second.root);
  const ranges = consistencyRanges(first.size, second.size);
  if (proof.length !== ranges.length) return false;
  if (first.size === 0) return true;
  let [firstRoot, secondRoot] = [first.root, first.root];
  for (const [index, hash] of proof.entries()) {
    const { end = 0 } = ranges[index] ?? {};
    if (end === first.size) [firstRoot, secondRoot] = [hash, hash];
    else if (end > first.size) secondRoot = hashNode(secondRoot, hash);
    else [firstRoot, secondRoot] = [hashNode(hash, firstRoot), hashNode(hash, secondRoot)];
  }
  return areEqual(firstRoot, first.root) && areEqual(secondRoot, second.root);
}
