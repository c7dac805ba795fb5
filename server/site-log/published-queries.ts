import { areEqual } from "../../record/bytes.ts";
import { openCheckpoint, parseCheckpoint } from "../../record/checkpoint.ts";
import { textOfNote } from "../../record/signed-note.ts";
import type { Database } from "../database/connect.ts";
import type { Outcome } from "../database/outcome.ts";
import { listKeys } from "../record/key-queries.ts";
import { rootAt } from "./head-queries.ts";
import { findHead } from "./queries.ts";

/**
 * The checkpoint that is served, to be published elsewhere. Refused if it is not signed with a key of
 * this site, or is no continuation of one that was published before.
 */
export async function readForElsewhere(
  db: Database,
  earlier: string | null,
): Promise<Outcome<string>> {
  const head = await findHead(db);
  if (!head?.published) return "missing";
  const { origin, published } = head;
  const keys = (await listKeys(db, "log_keys")).map(({ public_key }) => ({
    name: origin,
    publicKey: Uint8Array.from(public_key),
  }));
  const opened = await openCheckpoint(published, keys).catch(() => null);
  if (!opened) return { refused: "log.not-signed" };
  const before = earlier === null ? null : parseCheckpoint(textOfNote(earlier));
  if (!before || before.size === 0) return published;
  const goesOn =
    before.origin === origin &&
    before.size <= opened.size &&
    areEqual(before.root, await rootAt(db, before.size));
  return goesOn ? published : { refused: "log.other-past", params: { size: before.size } };
}
