import { createReadStream } from "node:fs";
import { areEqual } from "../record/bytes.ts";
import type { Policy } from "../record/log-policy.ts";
import { NotLogged, openLogged, readTree } from "../record/log-receipt.ts";
import { parseOfLog, parseOpened } from "../record/opened-file.ts";
import type { OfLog } from "../record/receipt-file.ts";
import { createRecount, type OpenedEntry, type Recount } from "../record/recount.ts";
import { judgeKept } from "./verify-receipt.ts";

type Rows = () => AsyncGenerator<OpenedEntry>;

/** Recounts an opened record that somebody has kept, as far as the site's log names it. */
export async function checkOpened(
  file: string,
  lineBytes: number,
  policy: Policy | undefined,
  say: (line: string) => void,
): Promise<number> {
  const read: Rows = () => parseOpened(createReadStream(file), lineBytes);
  let last: OpenedEntry | undefined;
  // Read twice: the survey's id, of which every vote's hash is made, is in the last line.
  for await (const row of read()) last = row;
  const ofLog = last && parseOfLog(last.entry);
  if (!ofLog) {
    say("This file has nothing of the site's log. Download the opened record again in a minute.");
    return 2;
  }
  return judgeKept(ofLog.logKeys, policy, say, async (trusted) => {
    const { survey, first, counted } = await recount(read, ofLog);
    const found = await openLogged(survey, first, ofLog.logged, trusted);
    const { size, yes, no, setAside, closed } = counted;
    const end = closed ? `, closed on ${closed}` : "";
    say(`ok      The record of ${survey}: ${yes} yes, ${no} no, ${setAside} set aside${end}`);
    const later = (last?.place ?? size) - size;
    if (later > 0) say(`        ${later} later entries, which the log does not name, are left out`);
    return found;
  });
}

/** Counts the entries of the tree that the log names. Throws if they are others. */
async function recount(
  read: Rows,
  { logged }: OfLog,
): Promise<{ survey: string; first: string; counted: Recount }> {
  const { survey, size, root } = readTree(logged.entry);
  const counting = createRecount(survey);
  let first = "";
  for await (const row of read()) {
    if (row.place === 0) first = row.entry;
    if (row.place === size || parseOfLog(row.entry)) break;
    counting.addOpened(row);
  }
  const counted = counting.finish();
  if (counted.size === size && areEqual(counted.root, root)) return { survey, first, counted };
  throw new NotLogged(`The file does not have the ${size} entries that the log names`);
}
