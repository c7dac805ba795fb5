import { parseCheckpoint } from "../../record/checkpoint.ts";
import { textOfNote } from "../../record/signed-note.ts";
import type { Database } from "../database/connect.ts";
import { createSigner } from "../record/signer.ts";
import { deriveKey } from "../secret.ts";
import type { LastHead } from "../site-log/cache.ts";
import { publishCosigned, type WitnessSettings } from "../site-log/cosigner.ts";
import { appendToLog, type LogDeps } from "../site-log/publisher.ts";
import { createWitnessGateway } from "../site-log/witness-gateway.ts";
import { TEST_SECRET } from "./test-app.ts";

/** As in a server that has just started, without a file. */
export function inMemory(): LastHead {
  let head: Awaited<ReturnType<LastHead["read"]>> = null;
  return {
    read: async () => head,
    keep: async (note) => {
      head = parseCheckpoint(textOfNote(note));
    },
  };
}

const logKey = (secret = TEST_SECRET) => deriveKey(secret, "site log");

interface Options extends Partial<WitnessSettings> {
  last?: LastHead;
  /** The present one, and the one before if it is known. */
  secrets?: [string?, string?];
  host?: string;
}

export function logDeps(db: Database, options: Options = {}): LogDeps {
  const { last = inMemory(), secrets = [], host = "example.org" } = options;
  const before = secrets.length === 2 ? logKey(secrets[1]) : undefined;
  return {
    db,
    host,
    last,
    log: { warn: () => {}, error: () => {} },
    signers: [createSigner(logKey(secrets[0]), before), ...(before ? [createSigner(before)] : [])],
  };
}

/** Brings the log up to date and serves it, as a server does it each minute. */
export async function addToLog(db: Database, options: Options = {}): Promise<void> {
  const { witnesses = [], quorum = witnesses.length, waitMs = 5_000 } = options;
  const deps = logDeps(db, options);
  await appendToLog(deps);
  const keys = deps.signers.map(({ publicKey }) => publicKey);
  const gateway = createWitnessGateway();
  await publishCosigned({ ...deps, keys, gateway, witnesses, quorum, waitMs });
}
