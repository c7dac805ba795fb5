import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../server/database/connect.ts";
import { openDatabase } from "../server/database/open.ts";
import { enterAll, publishDue } from "../server/record/publisher.ts";
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
  const due = { atLeast: 1, waitMs: 0, settleMs: 0 };
  await withDatabase(async (db) =>
    enterAll({ ...(await publisherOf(db)), due }, surveyId, "waited"),
  );
}

/** Enters all votes of this survey, and that it was closed some minutes ago. */
export async function closeRecord(surveyId: string): Promise<void> {
  await publishRecord(surveyId);
  await withDatabase(async (db) => {
    const closes_at = new Date(Date.now() - CLOSED_MS);
    await db.updateTable("surveys").set({ closes_at }).where("id", "=", surveyId).execute();
    await publishDue(await publisherOf(db));
  });
}

// Longer than the publisher waits for votes that are still being written.
const CLOSED_MS = 5 * 60_000;

async function publisherOf(db: Database) {
  const secret = await readFile(path.join(dataDir(), "secret"), "utf8");
  const signer = createSigner(deriveKey(secret, "public record"));
  const { host } = new URL(siteUrl);
  return { db, signer, host, log: { warn: () => {} } };
}

function dataDir(): string {
  return process.env.SITE_DATA ?? "";
}
