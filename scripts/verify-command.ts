import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { FetchOptions } from "../record/bounded-fetch.ts";
import { type Evidence, judgeEvidence, parseEvidence } from "../record/evidence.ts";
import { parseLogProof } from "../record/lasting.ts";
import { parsePolicy } from "../record/log-policy.ts";
import { isSurveyId } from "../record/site-reader.ts";
import {
  checkKey,
  exitCodeOf,
  type Finding,
  type KeptSite,
  type Verdict,
  verifySite,
} from "../record/verify.ts";
import { checkKept, checkOpened, keepLogged } from "./verify-kept.ts";

const usage = `Checks the public records of a survey site from outside.

  verify URL [survey id ...]   all published surveys unless some are named
    --state FILE               what was seen is kept here (verified.json)
    --with FILE                a checkpoint or receipt that somebody else has; may be repeated
    --key KEY                  the site's signing key, if you know that it is the right one
    --policy FILE              whose signatures under the site's log are enough (C2SP tlog-policy)

  verify URL --keep FILE       adds to a receipt what the site's log and its witnesses say of the vote
  verify --receipt FILE        checks such a receipt without the site; with --policy FILE
  verify --opened FILE         recounts an opened record (JSON) without the site; with --policy FILE
  verify --evidence FILE       checks, without the site, what somebody has found

An access token in the environment variable VERIFY_TOKEN opens results that are not for everybody.
Ends with 0 if all is fine, 1 if something is wrong, 2 if something could not be checked.
`;

/** By site, in a file of the caller's. */
interface State {
  version: 1;
  sites: Record<string, KeptSite>;
}

interface Surroundings extends Omit<FetchOptions, "url"> {
  /** Writes a line for people. */
  say: (line: string) => void;
}

const marks: Record<Verdict, string> = { fine: "ok     ", wrong: "WRONG  ", unchecked: "unknown" };

/** Returns the exit code. */
export async function runVerify(args: string[], given: Surroundings): Promise<number> {
  const say = (line: string) => given.say(printable(line));
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        state: { type: "string", default: "verified.json" },
        with: { type: "string", multiple: true, default: [] },
        key: { type: "string" },
        evidence: { type: "string" },
        policy: { type: "string" },
        keep: { type: "string" },
        receipt: { type: "string" },
        opened: { type: "string" },
      },
    });
    if (values.evidence) return await checkEvidence(values.evidence, say);
    const policy = values.policy ? parsePolicy(readFileSync(values.policy, "utf8")) : undefined;
    if (values.receipt) return await checkKept(values.receipt, policy, say);
    if (values.opened) {
      return await checkOpened(values.opened, given.limits.lineBytes, policy, say);
    }
    const [address, ...ids] = positionals;
    if (!address) {
      given.say(usage);
      return 2;
    }
    const url = siteAddress(address);
    if (values.keep) return await keepLogged(values.keep, { ...given, url }, say);
    const wrongId = ids.find((id) => !isSurveyId(id));
    if (wrongId) throw new Error(`${wrongId} is not the id of a survey`);
    const state = readState(values.state);
    const findings: Finding[] = [];
    const seen = await verifySite({
      ...given,
      url,
      ids,
      kept: state.sites[url],
      trustedKey: values.key && checkKey(values.key),
      others: values.with.flatMap(readCheckpoints),
      policy,
      wait: (ms) => {
        say(`Waiting for ${Math.ceil(ms / 1_000)} s`);
        return given.wait(ms);
      },
      now: () => new Date(),
      report(finding) {
        findings.push(finding);
        const { verdict, about, text, details = [], evidence } = finding;
        say(`${marks[verdict]} ${about}  ${text}`);
        for (const line of details) say(`        ${line}`);
        if (evidence) say(`        Others can check it with ${keep(evidence, values.state)}`);
      },
    });
    if (seen) writeFile(values.state, { ...state, sites: { ...state.sites, [url]: seen } });
    const count = (verdict: Verdict) => findings.filter((one) => one.verdict === verdict).length;
    say(
      `${count("fine")} fine, ${count("wrong")} wrong, ${count("unchecked")} could not be checked`,
    );
    return exitCodeOf(findings);
  } catch (error) {
    say(error instanceof Error ? error.message : "It failed");
    return 2;
  }
}

function siteAddress(address: string): string {
  const { protocol, href } = new URL(address);
  if (!["http:", "https:"].includes(protocol)) throw new Error("The address begins with https://");
  return href.replace(/\/+$/, "");
}

/** One file for each survey and one for the log, beside what was seen. */
function keep(evidence: Evidence, stateFile: string): string {
  const file = path.join(path.dirname(stateFile), `evidence-${evidence.survey}.json`);
  // What proves two histories is never replaced by what proves less.
  const isProven = existsSync(file) && readFileSync(file, "utf8").includes('"two-histories"');
  if (!isProven || evidence.kind === "two-histories") writeFile(file, evidence);
  return `--evidence ${file}`;
}

async function checkEvidence(file: string, say: (line: string) => void): Promise<number> {
  const evidence = parseEvidence(readFileSync(file, "utf8"));
  const { proven, text } = await judgeEvidence(evidence);
  say(`${proven ? marks.wrong : marks.unchecked} ${evidence.survey}  ${text}`);
  say(`Compare the keys with those that you know to be the site's: ${evidence.keys.join(", ")}`);
  return proven ? 1 : 2;
}

function readState(file: string): State {
  if (!existsSync(file)) return { version: 1, sites: {} };
  const state = JSON.parse(readFileSync(file, "utf8")) as State;
  if (state.version !== 1) throw new Error(`${file} is not a file of this program`);
  return state;
}

/** First beside the file, so that there is always a whole one. */
function writeFile(file: string, content: State | Evidence): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(draft, file);
}

/** A file with a checkpoint, or a receipt that has those of its record and of the log. */
function readCheckpoints(file: string): string[] {
  const text = readFileSync(file, "utf8");
  if (!text.trimStart().startsWith("{")) return [text];
  const { checkpoint, logged } = JSON.parse(text) as Record<string, unknown>;
  const { logProof } = (logged ?? {}) as Record<string, unknown>;
  const notes = typeof checkpoint === "string" ? [checkpoint] : [];
  if (typeof logProof === "string") notes.push(parseLogProof(logProof).checkpoint);
  if (notes.length === 0) throw new Error(`${file} has no checkpoint`);
  return notes;
}

// Longer than every sentence of this program; the rest would be the site's.
const LINE_MAX = 500;

/**
 * One line, without characters that would give orders to a terminal, turn the order of letters or
 * begin a line that looks like one of this program: some of the text may be the site's.
 */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "?").slice(0, LINE_MAX);
}
