import { type Checkpoint, checkpointOf } from "../../record/checkpoint.ts";
import { parsePolicy } from "../../record/log-policy.ts";
import { checkLog, type KeptLog } from "../../record/log-verify.ts";
import type { SiteReader } from "../../record/site-reader.ts";
import type { Finding } from "../../record/tree-check.ts";
import { hashOfOrigin } from "../../record/witness.ts";
import type { Database } from "../database/connect.ts";
import { createSiteSigner, type KeySettings } from "../record/signing/signer.ts";
import { publishCosigned, type WitnessSettings } from "../record/site-log/cosigner.ts";
import type { LastHead } from "../record/site-log/last-head.ts";
import { appendToLog, type LogDeps } from "../record/site-log/publisher.ts";
import { createWitnessGateway } from "../record/site-log/witness-gateway.ts";
import { TEST_SECRET, type TestApp } from "./test-app.ts";

/** As in a server that has just started, without a file. */
export function inMemory(): LastHead {
  let head: Checkpoint | null = null;
  return {
    read: async (origin) => (head?.origin === origin ? head : undefined),
    keep: async (note) => {
      head = checkpointOf(note);
    },
  };
}

interface Options extends Partial<WitnessSettings>, KeySettings {
  secret?: string;
  last?: LastHead;
  host?: string;
}

export function logDeps(db: Database, options: Options = {}): LogDeps {
  const { last = inMemory(), host = "example.org", secret = TEST_SECRET, ...keys } = options;
  return {
    db,
    host,
    last,
    log: { warn: () => {}, error: () => {} },
    signer: createSiteSigner(secret, keys),
  };
}

/** Brings the log up to date and serves it, as a server does it each minute. */
export async function addToLog(db: Database, options: Options = {}): Promise<void> {
  const { witnesses = [], quorum = witnesses.length, waitMs = 5_000 } = options;
  const deps = logDeps(db, options);
  await appendToLog(deps);
  const gateway = createWitnessGateway();
  // As if the last round had been a while ago.
  await db
    .updateTable("log_head")
    .set({ asked_at: new Date(0) })
    .execute();
  await publishCosigned({ ...deps, gateway, witnesses, quorum, waitMs });
}

/** The log as the outside world reads it, answered by this app; witnesses are asked for real. */
type LogSource = SiteReader["log"];

export function logSource(site: TestApp): LogSource {
  const read = async (path: string) => {
    const answer = await site.inject({ url: `/log/${path}` });
    return answer.statusCode === 200 ? answer : null;
  };
  return {
    readAbout: async () => (await read("keys"))?.json() ?? null,
    readCheckpoint: async () => (await read("checkpoint"))?.body ?? null,
    async readFile(path) {
      const answer = await read(path);
      return answer && Uint8Array.from(answer.rawPayload);
    },
    async readWitness(url, origin) {
      const answer = await fetch(`${url}/${hashOfOrigin(origin)}/checkpoint`);
      return answer.ok ? answer.text() : null;
    },
  };
}

/** Checks the app's log from outside. */
export async function verifyLog(site: TestApp, { policy, kept, now, source }: Verifying = {}) {
  const findings: Finding[] = [];
  const listed = (await logSource(site).readAbout())?.keys ?? [];
  const checked = await checkLog({
    source: { ...logSource(site), ...source },
    listed,
    accepted: listed.map(({ publicKey }) => publicKey),
    kept,
    others: [],
    policy: policy === undefined ? undefined : parsePolicy(policy),
    report: (finding) => void findings.push(finding),
    now: now ?? new Date(),
  });
  const wrong = findings.filter(({ verdict }) => verdict !== "fine");
  return { ...checked, findings, wrong };
}

interface Verifying {
  policy?: string;
  kept?: KeptLog | undefined;
  now?: Date;
  source?: Partial<LogSource>;
}
