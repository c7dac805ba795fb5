import { createReadStream } from "node:fs";
import { openLogged, readTree } from "../record/lasting.ts";
import type { Policy } from "../record/log-policy.ts";
import { parseOfLog, parseOpened } from "../record/opened-file.ts";
import { type OpenedEntry, recountOpened } from "../record/recount.ts";
import { judgeKept } from "./verify-receipt.ts";

/** Recounts an opened record that somebody has kept, as far as the site's log names it. */
export async function checkOpened(
  file: string,
  lineBytes: number,
  policy: Policy | undefined,
  say: (line: string) => void,
): Promise<number> {
  const read = () => parseOpened(createReadStream(file), lineBytes);
  let last: OpenedEntry | undefined;
  // Read twice: the survey's id, of which every vote's hash is made, is in the last line.
  for await (const row of read()) last = row;
  const ofLog = last && parseOfLog(last.entry);
  if (!ofLog) {
    say("This file has nothing of the site's log. Download the opened record again in a minute.");
    return 2;
  }
  return judgeKept(ofLog.logKeys, policy, say, async (trusted) => {
    const named = readTree(ofLog.logged.entry);
    const { survey, size } = named;
    let first = "";
    const { yes, no, setAside, closed } = await recountOpened(survey, read(), named, (row) => {
      if (row.place === 0) first = row.entry;
    });
    const found = await openLogged(survey, first, ofLog.logged, trusted);
    const end = closed ? `, closed on ${closed}` : "";
    say(`ok      The record of ${survey}: ${yes} yes, ${no} no, ${setAside} set aside${end}`);
    const later = (last?.place ?? size) - size;
    if (later > 0) say(`        ${later} later entries, which the log does not name, are left out`);
    return found;
  });
}
