import type { FastifyInstance } from "fastify";
import { parseWitnessKey } from "../../../record/vkey.ts";
import { addTileRoute } from "../../http/tile-route.ts";
import type { Every } from "../../process/every.ts";
import { readTiles } from "../survey-record/tree-queries.ts";
import { keepSeen, publishCosigned, type WitnessSettings } from "./cosigner.ts";
import { createLogAnswers, createLogReader } from "./handlers.ts";
import { createLastHead, lastHeadFile } from "./last-head.ts";
import { appendToLog, type LogDeps } from "./publisher.ts";
import { readLogEntries } from "./queries.ts";
import { createWitnessGateway } from "./witness-gateway.ts";

interface Deps extends Pick<LogDeps, "db" | "log" | "host" | "signer"> {
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

/** Adds to the log while the server runs, and serves it. */
export function mountSiteLog(app: FastifyInstance, deps: Deps) {
  const { db, log, witnessing } = deps;
  const kept = createLastHead(lastHeadFile(deps.dataDir), (error) =>
    log.warn({ err: error }, "the last checkpoint of the log could not be written to DATA_DIR"),
  );
  const witnesses = witnessing.witnesses.map(({ vkey, url }) => ({
    key: parseWitnessKey(vkey),
    url,
  }));
  const cosigning = { ...deps, ...witnessing, witnesses, gateway: createWitnessGateway() };
  const stop = new AbortController();
  app.addHook("onClose", async () => stop.abort());
  // The site starts meanwhile; its log is neither signed nor served before they have answered, or
  // the time for it is over.
  const asked = keepSeen({ ...cosigning, last: kept }, stop.signal).catch((error: unknown) =>
    log.warn({ err: error }, "no witness was asked what it has seen of the log"),
  );
  const last = {
    ...kept,
    async read(origin: string) {
      await asked;
      return kept.read(origin);
    },
  };
  const reading = { ...cosigning, last };
  const readPublished = createLogReader(reading);
  async function publish(signal: AbortSignal): Promise<void> {
    await appendToLog(reading, signal);
    await publishCosigned(cosigning, signal);
  }
  deps.every(EVERY_MS, publish, {
    name: "site-log",
    failure: "the log was not brought up to date",
  });

  addTileRoute(app, "/log", async () => ({
    size: (await readPublished()).published_size,
    readEntries: (from, count) => readLogEntries(db, from, count),
    readTiles: (ids) => readTiles(db, null, ids),
  }));
  return createLogAnswers(reading, readPublished);
}
