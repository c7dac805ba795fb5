import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../server/database/connect.ts";
import { openDatabase } from "../server/database/open.ts";
import { enterAll } from "../server/record/publisher.ts";
import { createSigner } from "../server/record/signer.ts";
import { deriveKey } from "../server/secret.ts";
import { siteUrl } from "./site.ts";

/** The database of the running site, for what no visitor can do. */
export async function withDatabase<Result>(work: (db: Database) => Promise<Result>) {
  const log = { info: () => {}, warn: () => {} };
  const deps = { databaseUrl: undefined, databasePool: 2, dataDir: dataDir(), log, shared: true };
  const { db, close } = await openDatabase(deps);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/**
 * Enters all votes of this survey in its record, as the site itself does it within an hour. Those of
 * other surveys wait, because other tests look at receipts from before.
 */
export async function publishRecord(surveyId: string): Promise<void> {
  const secret = await readFile(path.join(dataDir(), "secret"), "utf8");
  const signer = createSigner(deriveKey(secret, "public record"));
  const due = { atLeast: 1, waitMs: 0, settleMs: 0 };
  const { host } = new URL(siteUrl);
  const log = { warn: () => {} };
  await withDatabase((db) => enterAll({ db, signer, host, log, due }, surveyId, "waited"));
}

function dataDir(): string {
  return process.env.SITE_DATA ?? "";
}
