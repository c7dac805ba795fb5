import type { Database } from "../../database/connect.ts";
import type { Signer } from "../signing/signer.ts";
import { openHead, readEnd, TreeRefused } from "../survey-record/tree-queries.ts";
import { createLastHead, lastHeadFile } from "./last-head.ts";
import { findHead } from "./queries.ts";

/** Why a server with this signer would not sign the stored log; null if it would. */
export async function whyLogIsBroken(
  db: Database,
  signer: Signer,
  dataDir: string,
): Promise<string | null> {
  const stored = await findHead(db);
  if (!stored) return null;
  const last = createLastHead(lastHeadFile(dataDir), () => {});
  try {
    const known = await last.read(stored.origin);
    await readEnd(db, null, await openHead(db, signer, null, stored, known));
    return null;
  } catch (error) {
    if (error instanceof TreeRefused) return error.message;
    throw error;
  }
}
