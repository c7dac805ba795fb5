import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isSurveyId } from "../record/site-reader.ts";
import {
  checkKey,
  type Finding,
  type KeptSite,
  type Verdict,
  verifySite,
} from "../record/verify.ts";

const usage = `Checks the public records of a survey site from outside.

  verify URL [survey id ...]   all published surveys unless some are named
    --state FILE               what was seen is kept here (verified.json)
    --with FILE                a checkpoint or receipt that somebody else has; may be repeated
    --key KEY                  the site's signing key, if you know that it is the right one

An access token in the environment variable VERIFY_TOKEN opens results that are not for everybody.
Ends with 0 if all is fine, 1 if something is wrong, 2 if something could not be checked.
`;

/** By site, in a file of the caller's. */
interface State {
  version: 1;
  sites: Record<string, KeptSite>;
}

const marks: Record<Verdict, string> = { fine: "ok     ", wrong: "WRONG  ", unchecked: "unknown" };

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      state: { type: "string", default: "verified.json" },
      with: { type: "string", multiple: true, default: [] },
      key: { type: "string" },
    },
  });
  const [address, ...ids] = positionals;
  if (!address) throw new Error(usage);
  const url = new URL(address).href.replace(/\/+$/, "");
  const wrongId = ids.find((id) => !isSurveyId(id));
  if (wrongId) throw new Error(`${wrongId} is not the id of a survey`);
  const state = readState(values.state);
  const findings: Finding[] = [];
  const seen = await verifySite({
    url,
    ids,
    token: process.env.VERIFY_TOKEN,
    kept: state.sites[url],
    trustedKey: values.key && checkKey(values.key),
    others: values.with.map(readCheckpoint),
    fetch,
    wait: (ms) => {
      console.error(`The site asks to wait for ${Math.ceil(ms / 1_000)} s`);
      return wait(ms);
    },
    now: () => new Date(),
    report(finding) {
      findings.push(finding);
      say(`${marks[finding.verdict]} ${finding.about}  ${finding.text}`);
      if (finding.notes) say(`Keep these, they prove it:\n\n${finding.notes.join("\n")}`);
    },
  });
  if (seen) writeState(values.state, { ...state, sites: { ...state.sites, [url]: seen } });

  const count = (verdict: Verdict) => findings.filter((one) => one.verdict === verdict).length;
  say(`${count("fine")} fine, ${count("wrong")} wrong, ${count("unchecked")} could not be checked`);
  if (count("wrong") > 0) return 1;
  return count("unchecked") > 0 ? 2 : 0;
}

function readState(file: string): State {
  if (!existsSync(file)) return { version: 1, sites: {} };
  const state = JSON.parse(readFileSync(file, "utf8")) as State;
  if (state.version !== 1) throw new Error(`${file} is not a file of this program`);
  return state;
}

/** First beside the file, so that there is always a whole one. */
function writeState(file: string, state: State): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(draft, file);
}

/** A file with a checkpoint, or a receipt that has one. */
function readCheckpoint(file: string): string {
  const text = readFileSync(file, "utf8");
  if (!text.trimStart().startsWith("{")) return text;
  const { checkpoint } = JSON.parse(text) as { checkpoint?: unknown };
  if (typeof checkpoint !== "string") throw new Error(`${file} has no checkpoint`);
  return checkpoint;
}

/** Without characters that would give orders to a terminal: some of the text is the site's. */
function say(text: string): void {
  process.stdout.write(`${text.replace(/[^\P{Cc}\n]/gu, "")}\n`);
}

// Node 20 warns that signatures by Ed25519 are new in it. Nobody who verifies can do about it.
process.removeAllListeners("warning");
try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
