import { createReadStream, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { FetchOptions } from "../record/bounded-fetch.ts";
import { checkReceipt } from "../record/check-receipt.ts";
import { commitmentOf, toText } from "../record/entries.ts";
import { NewerVersion, WrongRecord } from "../record/faults.ts";
import { openLogged, proveLogged, readTree, type Trusted } from "../record/lasting.ts";
import type { Policy } from "../record/log-policy.ts";
import { parseOfLog, parseOpened } from "../record/opened-file.ts";
import { openPromiseOf, parseReceiptFile } from "../record/receipt-file.ts";
import { type OpenedEntry, recountOpened } from "../record/recount.ts";
import { createSiteReader } from "../record/site-reader.ts";
import { parseLogKey } from "../record/vkey.ts";

// What makes a receipt and an opened record last: a receipt is completed once, while the site answers,
// and both can then be checked without it.

/** Adds `logged` and `logKeys` to a receipt file. */
export async function keepLogged(
  file: string,
  options: FetchOptions,
  say: (line: string) => void,
): Promise<number> {
  const given = readReceipt(file);
  const source = createSiteReader(options).record(given.surveyId);
  const { place } = await checkReceipt(given, source, new Date());
  const ofLog = place === undefined ? null : await proveLogged(given, place, source);
  if (!ofLog) {
    say("The vote is not in the log yet. Ask again in an hour.");
    return 2;
  }
  const whole = { ...(JSON.parse(readFileSync(file, "utf8")) as object), ...ofLog };
  writeFileSync(`${file}.draft`, `${JSON.stringify(whole, null, 2)}\n`);
  renameSync(`${file}.draft`, file);
  const code = await checkKept(file, undefined, say);
  // It is complete; who has seen the log is asked by `--receipt` with a policy.
  return code === 1 ? 1 : 0;
}

/** Checks a completed receipt with what is in it, and whom the policy trusts. */
export async function checkKept(
  file: string,
  policy: Policy | undefined,
  say: (line: string) => void,
): Promise<number> {
  const given = readReceipt(file);
  const { surveyId, receipt, choice } = given;
  const { logged, logKeys = [] } = given;
  if (!logged) {
    say("This receipt has nothing of the site's log. Complete it: verify URL --keep FILE");
    return 2;
  }
  return judgeKept(logKeys, policy, say, async (trusted) => {
    const promised = await openPromiseOf(given, given.keys);
    if (promised === "unsigned") {
      throw new WrongRecord("The promise is not signed with a key of the receipt");
    }
    if (promised === "other-vote") throw new WrongRecord("The promise is for another vote");
    const commitment = commitmentOf(surveyId, receipt, choice, given);
    const entry = toText({ kind: "vote", commitment });
    const found = await openLogged(surveyId, entry, logged, trusted);
    say(`ok      This vote for ${choice} is entry ${logged.place} of the record of ${surveyId}`);
    return found;
  });
}

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
    const { yes, no, setAside, closed, newer } = await recountOpened(
      survey,
      read(),
      named,
      (row) => {
        if (row.place === 0) first = row.entry;
      },
    );
    const found = await openLogged(survey, first, ofLog.logged, trusted);
    const end = closed ? `, closed on ${closed}` : "";
    say(`ok      The record of ${survey}: ${yes} yes, ${no} no, ${setAside} set aside${end}`);
    const later = (last?.place ?? size) - size;
    if (later > 0) say(`        ${later} later entries, which the log does not name, are left out`);
    if (newer > 0) throw new NewerVersion(`${newer} entries were`);
    return found;
  });
}

/** Says who has seen the log that names what somebody has kept. Returns the exit code. */
async function judgeKept(
  /** The log's, as what was kept names them; those of the policy come first. */
  logKeys: string[],
  policy: Policy | undefined,
  say: (line: string) => void,
  open: (trusted: Trusted) => ReturnType<typeof openLogged>,
): Promise<number> {
  try {
    const witnesses = policy?.witnesses.map(({ key }) => key) ?? [];
    const logs = policy && policy.logs.length > 0 ? policy.logs : logKeys.map(parseLogKey);
    const found = await open({ logs, witnesses });
    say(`ok      The log ${found.head.origin} names this record`);
    for (const { witness, time } of found.cosignatures) {
      say(`ok      ${witness.name} had seen this log on ${new Date(time * 1_000).toISOString()}`);
    }
    if (policy?.isMet(found.cosignatures)) return 0;
    say(
      policy
        ? "unknown Too few witnesses of the policy have signed"
        : "unknown Without a policy only the site's own signature is known",
    );
    return 2;
  } catch (error) {
    if (!(error instanceof WrongRecord)) throw error;
    say(`WRONG   ${error.message}`);
    return 1;
  }
}

function readReceipt(file: string) {
  const receipt = parseReceiptFile(readFileSync(file, "utf8"));
  if (!receipt) throw new Error(`${file} is not a receipt`);
  return receipt;
}
