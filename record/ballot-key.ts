import { WrongRecord } from "./faults.ts";
import { parseLogEntry } from "./log-entries.ts";
import { type LogFiles, openLog } from "./log-since.ts";
import { TILE_WIDTH } from "./tiles.ts";
import { createTreeReader } from "./tree-reader.ts";

/**
 * Null if the log is not that long yet, otherwise the key with which everybody's ballot papers of this survey are signed, from the terms at this place
 * of the site's log. Witnesses see the log: a key that only one voter is shown can't be in it.
 */
export async function readLoggedKey(
  log: LogFiles,
  surveyId: string,
  place: number,
): Promise<string | null> {
  const { head } = await openLog(log);
  if (place >= head.size) return null;
  const reader = createTreeReader(log.readFile, head);
  const texts = await reader.readBundle(Math.floor(place / TILE_WIDTH));
  const entry = parseLogEntry(texts[place % TILE_WIDTH] ?? "");
  if (entry.kind === "terms" && entry.survey === surveyId && entry.ballotKey) {
    return entry.ballotKey;
  }
  throw new WrongRecord(
    "The site's log does not have the key of this survey's ballot papers there",
  );
}
