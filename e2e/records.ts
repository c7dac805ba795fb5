import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { Database } from "../server/database/connect.ts";
import { openDatabase } from "../server/database/open.ts";
import { deriveKey } from "../server/process/secret.ts";
import { createSigner } from "../server/record/signing/signer.ts";
import { publishCosigned } from "../server/record/site-log/cosigner.ts";
import { appendToLog } from "../server/record/site-log/publisher.ts";
import { createWitnessGateway } from "../server/record/site-log/witness-gateway.ts";
import { publishDue, publishSurvey } from "../server/record/survey-record/publisher.ts";
import { siteUrl } from "./site.ts";

/** The database of the running site, for what no visitor can do. */
export async function withDatabase<Result>(
  work: (db: Database) => Promise<Result>,
  { dataDir }: Site = usual(),
) {
  const log = { info: () => {}, warn: () => {} };
  const deps = { databaseUrl: undefined, databasePool: 2, dataDir, log, shared: true };
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
export async function publishRecord(surveyId: string, site: Site = usual()): Promise<void> {
  const due = { atLeast: 1, waitMs: 0, settleMs: 0 };
  await withDatabase(
    async (db) => publishSurvey({ ...(await publisherOf(db, site)), due }, surveyId),
    site,
  );
}

/** Enters all votes of this survey, and that it was closed some minutes ago. */
export async function closeRecord(surveyId: string): Promise<void> {
  await publishRecord(surveyId);
  await withDatabase(async (db) => {
    const closes_at = new Date(Date.now() - CLOSED_MS);
    await db.updateTable("surveys").set({ closes_at }).where("id", "=", surveyId).execute();
    await publishDue(await publisherOf(db, usual()));
  });
}

/** Adds what has changed to the site's log, as the site itself does it each minute. */
export async function addToLog(): Promise<void> {
  await withDatabase(async (db) => {
    const log = { warn: () => {}, error: () => {} };
    const last = { read: async () => undefined, keep: async () => {} };
    const deps = { ...(await publisherOf(db, usual())), log, last };
    await appendToLog(deps);
    const gateway = createWitnessGateway();
    await publishCosigned({ ...deps, gateway, witnesses: [], quorum: 0, waitMs: 0 });
  });
}

// Longer than the publisher waits for votes that are still being written.
const CLOSED_MS = 5 * 60_000;

async function publisherOf(db: Database, { url, dataDir, secret }: Site) {
  const known = secret ?? (await readFile(path.join(dataDir, "secret"), "utf8"));
  const signer = createSigner(deriveKey(known, "public record"));
  const { host } = new URL(url);
  return { db, signer, host, log: { warn: () => {} } };
}

/** The site that all tests share, unless they have one of their own. */
interface Site {
  url: string;
  dataDir: string;
  /** If it is a setting, and not in `dataDir`. */
  secret?: string;
}

function usual(): Site {
  return { url: siteUrl, dataDir: process.env.SITE_DATA ?? "" };
}

const KEY = 'Object.keys(localStorage).find((name) => name.startsWith("receipts:"))';

/** What this browser keeps, as text. */
export function readKept(page: Page): Promise<string> {
  return page.evaluate(`localStorage.getItem(${KEY}) ?? ""`);
}

/** As if the promised hour had passed. */
export async function makeDue(page: Page): Promise<void> {
  const kept = await readKept(page);
  const due = kept.replace(/"due":"[^"]*"/g, '"due":"2026-01-01T00:00:00.000Z"');
  await page.evaluate(`localStorage.setItem(${KEY}, ${JSON.stringify(due)})`);
}

/** As if the record could not be read twice, and for the first time two days ago. */
export async function makeUnread(page: Page): Promise<void> {
  const kept = await readKept(page);
  const unread = kept.replace(
    /"unread":\{[^}]*\}/,
    `"unread":${JSON.stringify({ since: new Date(Date.now() - 2 * 86_400_000), tries: 2 })}`,
  );
  await page.evaluate(`localStorage.setItem(${KEY}, ${JSON.stringify(unread)})`);
}
