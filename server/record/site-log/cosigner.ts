import type { FastifyBaseLogger } from "fastify";
import { openCosignatures } from "../../../record/cosignature.ts";
import { textOfNote } from "../../../record/signed-note.ts";
import { consistencyRanges } from "../../../record/tree.ts";
import type { Database } from "../../database/connect.ts";
import type { Signer } from "../signing/signer.ts";
import { readHashes } from "../survey-record/tree-queries.ts";
import type { LastHead } from "./last-head.ts";
import { claimAsking, findHead, type LogHead, openOwn, publishHead } from "./queries.ts";
import { logOriginOf } from "./rules.ts";
import { type Witness, type WitnessGateway, WitnessRefuses } from "./witness-gateway.ts";

export interface WitnessSettings {
  witnesses: Witness[];
  /** So many are enough. */
  quorum: number;
  /** How much later a checkpoint may be served because of them. */
  waitMs: number;
}

export interface CosignDeps extends WitnessSettings {
  db: Database;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  signer: Signer;
  gateway: WitnessGateway;
  /** Told whether enough witnesses have signed the newest checkpoint. */
  onQuorum?: (missing: boolean) => void;
}

// Without a new entry they are asked again, so that people see that the witnesses still watch.
const RENEW_MS = 5 * 60_000;

/**
 * Serves the newest checkpoint, once enough witnesses have signed it, or without them if they take
 * too long. Nothing waits for this but the checkpoint itself.
 */
export async function publishCosigned(deps: CosignDeps, signal?: AbortSignal): Promise<void> {
  const { db, signer, witnesses, waitMs } = deps;
  const head = await findHead(db);
  if (!head || head.size === 0) return;
  const { origin, size, checkpoint, published_size } = head;
  // Nobody is shown what the site itself has not signed.
  await openOwn(signer, checkpoint, origin);
  if (witnesses.length === 0) {
    if (head.published !== checkpoint) await publishHead(db, checkpoint, size);
    return;
  }
  const isNew = size > published_size;
  if (await claimAsking(db, isNew ? waitMs : RENEW_MS)) await collect(deps, head, signal);
  deps.onQuorum?.(await isQuorumMissing(deps));
}

/**
 * Keeps what witnesses have seen of the log, as far as the site itself has signed it: so it does not
 * go on from less, though all that it remembers of itself was put back to an earlier state.
 */
export async function keepSeen(deps: CosignDeps & Learning, stop: AbortSignal): Promise<void> {
  const { db, host, log, signer, last, witnesses, waitMs, gateway } = deps;
  if (witnesses.length === 0) return;
  const origin = (await findHead(db))?.origin ?? logOriginOf(host);
  const signal = AbortSignal.any([AbortSignal.timeout(waitMs), stop]);

  async function ask(witness: Witness): Promise<string | null> {
    try {
      const note = await gateway.readSeen(witness, origin, signal);
      if (note && !(await signer.open(note, origin)))
        throw new Error("This site has not signed it");
      return note;
    } catch (error) {
      const named = { err: error, witness: witness.key.name };
      log.warn(named, "a witness does not tell what it has seen of the log");
      return null;
    }
  }

  for (const note of await Promise.all(witnesses.map(ask))) if (note) await last.keep(note);
}

interface Learning {
  host: string;
  last: LastHead;
}

/** Whoever has asked: every server tells the same. */
async function isQuorumMissing({ db, witnesses, quorum }: CosignDeps): Promise<boolean> {
  const head = await findHead(db);
  return !head || (await knownLines(head, witnesses)).size < quorum;
}

async function collect(deps: CosignDeps, head: LogHead, stop?: AbortSignal): Promise<void> {
  const { db, log, witnesses, quorum, waitMs, gateway } = deps;
  const { checkpoint: note, size } = head;
  const lines = await knownLines(head, witnesses);
  const answered = new Set<Witness>();
  const publish = () => publishHead(db, note + [...lines.values()].join(""), size);
  const prove = (from: number) => readHashes(db, null, consistencyRanges(from, size));
  const signal = AbortSignal.any([AbortSignal.timeout(waitMs), ...(stop ? [stop] : [])]);

  async function ask(witness: Witness): Promise<void> {
    try {
      lines.set(witness.key.name, await gateway.ask(witness, { note, size, prove }, signal));
      answered.add(witness);
      if (answered.size === quorum) await publish();
    } catch (error) {
      const level = error instanceof WitnessRefuses ? "error" : "warn";
      log[level]({ err: error, witness: witness.key.name }, "a witness has not signed the log");
    }
  }

  await Promise.all(witnesses.map(ask));
  if (!stop?.aborted && answered.size !== quorum) await publish();
}

/** What witnesses have said of the same checkpoint before, by their names. */
async function knownLines({ checkpoint, published }: LogHead, witnesses: Witness[]) {
  const isSame = published !== "" && textOfNote(published) === textOfNote(checkpoint);
  const keys = witnesses.map(({ key }) => key);
  const known = isSame ? await openCosignatures(published, keys).catch(() => []) : [];
  return new Map(known.map(({ witness, line }) => [witness.name, line]));
}
