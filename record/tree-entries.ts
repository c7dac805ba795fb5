import { bundlesOf, readBundle, tilePath } from "./log-tiles.ts";

/** Reads a file below the address of a tree, such as `tile/entries/000`. Null: there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>;

/** What was to be served is missing or has another form. */
export class WrongBundle extends Error {}

/** Every entry of a tree of this size, in its order, as C2SP's tlog-tiles serves them. */
export async function* eachEntry(read: ReadFile, size: number): AsyncGenerator<string> {
  for (const bundle of bundlesOf(size)) {
    const path = tilePath(bundle);
    const bytes = await read(path);
    if (!bytes) throw new WrongBundle(`The file ${path} is missing`);
    let entries: string[];
    try {
      entries = readBundle(bytes, bundle.width);
    } catch {
      throw new WrongBundle(`The file ${path} does not have ${bundle.width} entries`);
    }
    yield* entries;
  }
}
