import { Unreadable } from "./bounded-fetch.ts";
import { toBase64 } from "./bytes.ts";
import { SLACK_MS } from "./checkpoint.ts";
import { openCosignatures } from "./cosignature.ts";
import { NewerVersion, WrongRecord } from "./faults.ts";
import { followHandOvers, type ListedKey } from "./keys.ts";
import type { Policy } from "./log-policy.ts";
import { createLogReading, type LogReading, type Witnessed } from "./log-rules.ts";
import type { SiteReader } from "./site-reader.ts";
import { append, rootOf, type TreeEnd } from "./tiles.ts";
import { hashLeaf } from "./tree.ts";
import { createTreeCheck, type Finding, findingOf, type Head, parseHead } from "./tree-check.ts";
import { parseWitnessKey } from "./vkey.ts";

// Checks the log of a site from outside, with what the site and its witnesses serve to everybody.

/** What is remembered of a log. */
export interface KeptLog {
  checkpoint: string;
}

interface Options {
  source: SiteReader["log"];
  /** As the site lists them, and those of them that it may sign with, in base64. */
  listed: ListedKey[];
  accepted: string[];
  kept: KeptLog | undefined;
  /** Signed states that somebody else has seen. */
  others: string[];
  /** Whom the caller trusts; without one, the witnesses that the site itself names. */
  policy: Policy | undefined;
  report: (finding: Finding) => void;
  now: Date;
}

export interface CheckedLog {
  /** What to remember: what was seen first, until nothing contradicts it. */
  kept: KeptLog | undefined;
  /** What the log says of surveys; null if it can't be believed. */
  surveys: LogReading["surveys"] | null;
  /** All that was so at this time is in the log. */
  time?: string | null;
}

/** Reports what it finds. What it can't tell is told too, and records are checked without it. */
export async function checkLog(options: Options): Promise<CheckedLog> {
  try {
    return await check(options);
  } catch (error) {
    options.report(findingOf(error));
    return { kept: options.kept, surveys: null };
  }
}

async function check(options: Options): Promise<CheckedLog> {
  const { source, kept, policy, report, now } = options;
  const before = kept && parseHead(kept.checkpoint);
  const earlier = [before ?? [], options.others.map(parseHead)].flat();
  const about = await source.readAbout();
  const note = await source.readCheckpoint();
  if (!about || note === null) {
    const size = earlier[0]?.size;
    if (size) throw new WrongRecord(`The log has vanished; it had ${size} entries`);
    throw new Unreadable("The site has no log: others could be shown another history");
  }
  const { origin } = about;
  const keys = await readKeys(origin, options);
  const tree = createTreeCheck({ about: "log", keys, read: source.readFile });
  const seen = await readSeen(options, origin, (signed) => tree.open(signed, origin));
  const known = [...earlier, ...seen];
  const head = await tree.openHead(note, origin, known);
  const { reading, add } = createLogReading(now, await readTimes(known, about, policy));
  const end: TreeEnd = { size: 0, tails: [] };
  await tree.readEntries(head, known, {
    add(text) {
      add(text, end.size);
      append(end, [hashLeaf(text)]);
    },
    root: () => rootOf(end),
  });
  for (const text of reading.wrong) report({ verdict: "wrong", text });
  if (reading.newer > 0) report(findingOf(new NewerVersion(`${reading.newer} entries were`)));
  const witnessed = await judgeWitnesses(note, about, policy, now);
  if (witnessed.verdict === "wrong") throw new WrongRecord(witnessed.text);
  report(witnessed);
  const isLate = !reading.time || now.getTime() - Date.parse(reading.time) > LATE_MS;
  if (isLate) {
    report({ verdict: "unchecked", text: `The log says nothing since ${reading.time ?? "ever"}` });
  }
  if (reading.wrong.length === 0) {
    const grown = before ? ", a continuation of what was seen before" : "";
    const text = `${head.size} entries about ${reading.surveys.size} surveys, as signed${grown}`;
    report({ verdict: "fine", text });
  }
  const { surveys, time } = reading;
  return { kept: { checkpoint: note }, surveys, time };
}

/** The keys with which the site may have signed: with a policy, its own, and those introduced by them. */
async function readKeys(origin: string, { policy, listed, accepted }: Options): Promise<string[]> {
  if (!policy || policy.logs.length === 0) return accepted;
  const own = policy.logs.filter(({ name }) => name === origin);
  if (own.length === 0) throw new WrongRecord(`The policy knows no log with the name ${origin}`);
  const trusted = own.map(({ publicKey }) => toBase64(publicKey));
  const followed = await Promise.all(trusted.map((key) => followHandOvers(key, listed)));
  const [newest] = listed;
  if (newest && followed.flat().includes(newest.publicKey)) return followed.flat();
  const key = newest?.publicKey ?? "none";
  throw new WrongRecord(
    `The log has a new key, ${key}, and ${trusted.join(", ")} does not introduce it`,
  );
}

/** What the witnesses of the policy have seen, where it says how to ask them. */
async function readSeen(
  { source, policy, report }: Options,
  origin: string,
  open: (note: string) => Promise<Head>,
): Promise<Head[]> {
  const seen: Head[] = [];
  for (const { name, key, url } of policy?.witnesses ?? []) {
    if (!url) continue;
    try {
      const note = await source.readWitness(url, origin);
      if (note === null) {
        report({ verdict: "unchecked", text: `The witness ${name} has seen nothing of this log` });
        continue;
      }
      const found = await openCosignatures(note, [key]);
      // Anybody could show an old one: its own signature alone says that it is the witness's.
      if (found.length > 0) seen.push(await open(note));
    } catch (error) {
      const text = `The witness ${name} could not be asked: ${(error as Error).message}`;
      report({ verdict: "unchecked", text });
    }
  }
  return seen;
}

// A site writes to its log every hour, and asks its witnesses every few minutes.
const LATE_MS = 70 * 60_000;

/** What the site says of its witnesses. */
interface Named {
  witnesses: { vkey: string }[];
  quorum: number;
}

/** Goes by the policy, or without one by what the site itself says. */
async function judgeWitnesses(
  note: string,
  named: Named,
  policy: Policy | undefined,
  now: Date,
): Promise<Finding> {
  const cosignatures = await openAll(note, named, policy).catch(() => null);
  if (!cosignatures) {
    return { verdict: "wrong", text: "The log's checkpoint has a forged signature of a witness" };
  }
  const names = cosignatures.map(({ witness }) => witness.name).join(", ") || "nobody";
  const isMet = policy
    ? policy.isMet(cosignatures)
    : cosignatures.length >= Math.max(1, named.quorum);
  if (!isMet && !policy && named.witnesses.length === 0) {
    const text = "No witness watches the log: others could be shown another one";
    return { verdict: "fine", text };
  }
  if (!isMet) {
    return {
      verdict: "unchecked",
      text: `Too few witnesses have signed the newest state of the log (${names}): they could not be reached, or they have seen another history`,
    };
  }
  const oldest = Math.min(...cosignatures.map(({ time }) => time * 1_000));
  const at = cosignatures.length > 0 ? ` since ${new Date(oldest).toISOString()}` : "";
  if (cosignatures.length > 0 && now.getTime() - oldest > LATE_MS) {
    return { verdict: "unchecked", text: `Witnesses have signed nothing newer${at}` };
  }
  const newest = Math.max(...cosignatures.map(({ time }) => time * 1_000));
  if (newest > now.getTime() + SLACK_MS) {
    const time = new Date(newest).toISOString();
    return { verdict: "unchecked", text: `A witness has signed at ${time}, which is to come` };
  }
  const whose = policy ? "of the policy" : "that the site itself names";
  return { verdict: "fine", text: `witnessed by ${names}${at}, which are enough ${whose}` };
}

/** When witnesses had signed states of the log that are known, by the clock that is most behind. */
async function readTimes(known: Head[], named: Named, policy: Policy | undefined) {
  const found = known.map(async ({ note, size }): Promise<Witnessed[]> => {
    const cosignatures = await openAll(note, named, policy).catch(() => []);
    const oldest = Math.min(...cosignatures.map(({ time }) => time * 1_000));
    return cosignatures.length > 0 ? [{ size, at: oldest }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Throws for a signature that claims to be of a witness and is not. */
async function openAll(note: string, { witnesses }: Named, policy: Policy | undefined) {
  const keys = policy
    ? policy.witnesses.map(({ key }) => key)
    : witnesses.map(({ vkey }) => parseWitnessKey(vkey));
  return openCosignatures(note, keys);
}
