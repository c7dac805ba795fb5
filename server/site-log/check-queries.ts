import type { Database } from "../database/connect.ts";
import { createLastHead, lastHeadFile } from "./cache.ts";
import { LogBroken, openStoredLog } from "./head-queries.ts";
import { findHead } from "./queries.ts";
import { createLogSigner, type LogKeySettings } from "./signer.ts";

/** Why a server with these settings would not sign the stored log; null if it would. */
export async function whyLogIsBroken(
  db: Database,
  settings: LogKeySettings & { dataDir: string },
): Promise<string | null> {
  const head = await findHead(db);
  if (!head) return null;
  const last = createLastHead(lastHeadFile(settings.dataDir), () => {});
  try {
    const keys = createLogSigner(settings).trusted;
    await openStoredLog(db, head, { keys, last: await last.read() });
    return null;
  } catch (error) {
    if (error instanceof LogBroken) return error.message;
    throw error;
  }
}
