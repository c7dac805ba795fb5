import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { parseTilePath, type TilePath, widthAt, writeBundle } from "../../record/log-tiles.ts";
import { TILE_WIDTH } from "../../record/tiles.ts";
import { parseWitnessKey } from "../../record/vkey.ts";
import type { Database } from "../database/connect.ts";
import type { Every } from "../every.ts";
import { accepts } from "../http/files.ts";
import { ProblemError } from "../http/problems.ts";
import { createLastHead, lastHeadFile } from "./cache.ts";
import { publishCosigned, type WitnessSettings } from "./cosigner.ts";
import { createLogAnswers, createLogReader } from "./handlers.ts";
import { appendToLog, type LogDeps } from "./publisher.ts";
import { readLogEntries, readLogTiles } from "./queries.ts";
import { createLogSigner, type LogKeySettings } from "./signer.ts";
import { createWitnessGateway } from "./witness-gateway.ts";

interface Deps extends Pick<LogDeps, "db" | "log" | "host">, LogKeySettings {
  dataDir: string;
  every: Every;
  /** As it is in the settings, where keys are text. */
  witnessing: Omit<WitnessSettings, "witnesses"> & { witnesses: { vkey: string; url: string }[] };
  /** Told whether the log can be signed. */
  onState: (broken: boolean) => void;
  onQuorum: (missing: boolean) => void;
}

// As often as records are added to.
const EVERY_MS = 60_000;
// A full tile never changes. One that is not full has its width in its address and does not change
// either, but nobody asks for it any more once the log has grown.
const FULL = "public, max-age=31536000, immutable";
const PARTIAL = "public, max-age=3600";
const compress = promisify(gzip);

/** Adds to the log while the server runs, and serves it. */
export function mountSiteLog(app: FastifyInstance, deps: Deps) {
  const { db, log, witnessing } = deps;
  const signer = createLogSigner(deps);
  const last = createLastHead(lastHeadFile(deps.dataDir), (error) =>
    log.warn({ err: error }, "the last checkpoint of the log could not be written to DATA_DIR"),
  );
  const witnesses = witnessing.witnesses.map(({ vkey, url }) => ({
    key: parseWitnessKey(vkey),
    url,
  }));
  const reading = { ...deps, ...witnessing, witnesses, keys: signer.trusted, last };
  const readPublished = createLogReader(reading);
  const adding = { ...deps, signer, last };
  const cosigning = { ...reading, gateway: createWitnessGateway() };
  async function publish(signal: AbortSignal): Promise<void> {
    await appendToLog(adding, signal);
    await publishCosigned(cosigning, signal);
  }
  deps.every(EVERY_MS, publish, {
    name: "site-log",
    failure: "the log was not brought up to date",
  });

  const tiles = { config: { forAnySite: true } };
  app.get<{ Params: { "*": string } }>("/log/tile/*", tiles, async (request, reply) => {
    const tile = parseTilePath(`tile/${request.params["*"]}`);
    const { published_size } = await readPublished();
    // Only what a checkpoint was served for, so that nobody learns what is not signed yet.
    if (!tile || widthAt(published_size, tile) < tile.width) throw new ProblemError("not_found");
    reply
      .type("application/octet-stream")
      .header("cache-control", tile.width === TILE_WIDTH ? FULL : PARTIAL);
    const bytes = await readTile(db, tile);
    if (tile.level !== "entries") return reply.send(bytes);
    reply.header("vary", "accept-encoding");
    if (!accepts(request.headers["accept-encoding"], "gzip")) return reply.send(bytes);
    return reply.header("content-encoding", "gzip").send(await compress(bytes));
  });
  return createLogAnswers(reading, readPublished);
}

async function readTile(db: Database, { level, number, width }: TilePath): Promise<Buffer> {
  if (level === "entries") {
    const entries = await readLogEntries(db, number * TILE_WIDTH, width);
    return Buffer.from(writeBundle(entries));
  }
  const [tile] = await readLogTiles(db, [{ level, number }]);
  return Buffer.concat(tile?.hashes.slice(0, width) ?? []);
}
