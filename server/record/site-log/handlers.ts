import type { siteLogRoutes } from "../../../contract/site-log.ts";
import { toHex } from "../../../record/bytes.ts";
import { openCosignatures } from "../../../record/cosignature.ts";
import { writeLogProof } from "../../../record/lasting.ts";
import { parseLogEntry } from "../../../record/log-entries.ts";
import { signaturesOf } from "../../../record/signed-note.ts";
import { inclusionRanges } from "../../../record/tree.ts";
import { toLogVkey, toVkey } from "../../../record/vkey.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import type { Signer } from "../signing/signer.ts";
import { readKeys } from "../survey-record/key-queries.ts";
import { readHashes, TreeRefused } from "../survey-record/tree-queries.ts";
import type { WitnessSettings } from "./cosigner.ts";
import type { LastHead } from "./last-head.ts";
import { findHead, findLoggedRecord, type LogHead, openOwn } from "./queries.ts";

interface Deps extends WitnessSettings {
  db: Database;
  signer: Signer;
  last: LastHead;
  onState: (broken: boolean) => void;
}

export type LogReader = ReturnType<typeof createLogReader>;

/** Reads the log as it is served: signed by the site itself, and no step back from what was. */
export function createLogReader({ db, signer, last, onState }: Deps) {
  // Opening a signature takes a tenth of a millisecond, and everybody gets the same one.
  let served = { stored: "", note: "" };

  return async function readPublished() {
    const head = await findHead(db);
    if (!head?.published) throw new ProblemError("not_found");
    try {
      const known = await last.read(head.origin);
      if (known && known.size > head.size) {
        throw new TreeRefused(null, `had ${known.size} entries and has ${head.size}`);
      }
      if (served.stored !== head.published) served = await signNow(signer, head);
      return { ...head, published: served.note };
    } catch (error) {
      if (error instanceof TreeRefused) onState(true);
      throw error;
    }
  };
}

/**
 * With the signatures of all present keys: the stored checkpoint may be older than one of them, and a
 * reader may know only that one. What witnesses say is about the text, and stays.
 */
async function signNow(signer: Signer, { published: stored, origin }: LogHead) {
  const head = await openOwn(signer, stored, origin);
  const others = signaturesOf(stored).filter(({ name }) => name !== origin);
  return { stored, note: signer.signHead(head) + others.map(({ line }) => line).join("") };
}

/** The handlers of the routes, and what the page about the site shows of the log. */
export function createLogAnswers(
  { db, signer, witnesses, quorum }: Deps,
  readPublished: LogReader,
) {
  /** With the name of the log, under which they sign it. */
  async function readNamed(name: string) {
    const listed = await readKeys(db, signer);
    return listed.map((key) => ({
      ...key,
      vkey: toLogVkey(name, key.publicKey),
    }));
  }

  async function describe() {
    const { origin, published, published_size } = await readPublished();
    const signed = await openCosignatures(
      published,
      witnesses.map(({ key }) => key),
    );
    return {
      origin,
      size: published_size,
      keys: await readNamed(origin),
      witnesses: witnesses.map(({ key }) => {
        const time = signed.find(({ witness }) => witness === key)?.time;
        return {
          vkey: toVkey(key),
          signedAt: time === undefined ? null : new Date(time * 1_000).toISOString(),
        };
      }),
      quorum,
    };
  }

  /** That the log names a survey's record, by its first entry. */
  async function prove(id: string) {
    const { origin, published, published_size: logSize } = await readPublished();
    const named = await findLoggedRecord(db, id, logSize);
    const entry = named && parseLogEntry(named.text);
    if (!named || entry?.kind !== "checkpoint") throw new ProblemError("not_found");
    const proof = await readHashes(db, id, inclusionRanges(0, entry.size));
    const logged = {
      place: 0,
      entry: named.text,
      proof: proof.map(toHex),
      logProof: writeLogProof({
        index: named.position,
        hashes: await readHashes(db, null, inclusionRanges(named.position, logSize)),
        checkpoint: published,
      }),
    };
    return { origin, size: entry.size, logged };
  }

  return {
    /** Null if there is nothing that could be shown. */
    async readSummary() {
      const about = await describe().catch(orNull);
      return about && { ...about, vkey: about.keys[0]?.vkey ?? "" };
    },
    /** What shows without the site that the log names a record; null if it does not. */
    async readOfRecord(id: string) {
      const proof = await prove(id).catch(orNull);
      if (!proof) return null;
      const { origin, size, logged } = proof;
      return { size, logged, logKeys: (await readNamed(origin)).map(({ vkey }) => vkey) };
    },
    handlers: {
      readLogCheckpoint: async () => (await readPublished()).published,
      readLogKeys: describe,
    } satisfies Handlers<typeof siteLogRoutes>,
  };
}

/** For what is left out if there is no log, or none that is the site's own. */
function orNull(error: unknown): null {
  if (error instanceof ProblemError || error instanceof TreeRefused) return null;
  throw error;
}
