import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import {
  parseTilePath,
  TILE_WIDTH,
  type Tile,
  type TileId,
  widthAt,
  writeBundle,
} from "../../record/tiles.ts";
import { accepts } from "./files.ts";
import { ProblemError } from "./problems.ts";

/** A tree that is served as C2SP's tlog-tiles: a survey's record, or the site's log. */
interface ServedTree {
  /** Of the checkpoint that is served. Nobody learns what is not signed yet. */
  size: number;
  readEntries(from: number, count: number): Promise<string[]>;
  readTiles(ids: TileId[]): Promise<Tile[]>;
}

// A full tile never changes. One that is not full has its width in its address and does not change
// either, but nobody asks for it any more once the tree has grown.
const FULL = "public, max-age=31536000, immutable";
const PARTIAL = "public, max-age=3600";
const compress = promisify(gzip);

/** Serves the tiles of trees below this path. `find` throws if there is no such tree. */
export function addTileRoute(
  app: FastifyInstance,
  path: string,
  find: (params: Record<string, string>) => Promise<ServedTree>,
): void {
  const config = { forAnySite: true };
  app.get<{ Params: Record<string, string> }>(`${path}/tile/*`, { config }, async (call, reply) => {
    const tile = parseTilePath(`tile/${call.params["*"]}`);
    const tree = await find(call.params);
    if (!tile || widthAt(tree.size, tile) < tile.width) throw new ProblemError("not_found");
    const { level, number, width } = tile;
    reply
      .type("application/octet-stream")
      .header("cache-control", width === TILE_WIDTH ? FULL : PARTIAL);
    if (level !== "entries") {
      const [stored] = await tree.readTiles([{ level, number }]);
      return reply.send(Buffer.concat(stored?.hashes.slice(0, width) ?? []));
    }
    const entries = await tree.readEntries(number * TILE_WIDTH, width);
    const bytes = Buffer.from(writeBundle(entries));
    reply.header("vary", "accept-encoding");
    if (!accepts(call.headers["accept-encoding"], "gzip")) return reply.send(bytes);
    return reply.header("content-encoding", "gzip").send(await compress(bytes));
  });
}
