import { SLACK_MS } from "./checkpoint.ts";
import { openCosignatures } from "./cosignature.ts";
import type { Policy } from "./log-policy.ts";
import { parseWitnessKey } from "./vkey.ts";

// Whether enough others have seen the newest state of a log.

// A site writes to its log every hour, and asks its witnesses every few minutes.
export const LATE_MS = 70 * 60_000;

/** What the site says of its witnesses. */
interface Named {
  witnesses: { vkey: string }[];
  quorum: number;
}

interface Witnessed {
  verdict: "fine" | "wrong" | "unchecked";
  text: string;
}

/** Goes by the policy, or without one by what the site itself says. */
export async function judgeWitnesses(
  note: string,
  named: Named,
  policy: Policy | undefined,
  now: Date,
): Promise<Witnessed> {
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

/** Throws for a signature that claims to be of a witness and is not. */
async function openAll(note: string, { witnesses }: Named, policy: Policy | undefined) {
  const keys = policy
    ? policy.witnesses.map(({ key }) => key)
    : witnesses.map(({ vkey }) => parseWitnessKey(vkey));
  return openCosignatures(note, keys);
}
