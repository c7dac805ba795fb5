import { areEqual } from "./bytes.ts";
import type { Cosignature } from "./cosignature.ts";
import { isSameKey, parseLogKey, parseWitnessKey, type Vkey } from "./vkey.ts";

// Whom somebody trusts to watch a log, and how many of them are enough, in the form of C2SP's
// tlog-policy: https://c2sp.org/tlog-policy

/** True if these witnesses are enough. */
type Rule = (has: (witness: Vkey) => boolean) => boolean;

export interface Policy {
  logs: Vkey[];
  /** `url` is where the witness tells what it has seen, if the policy says it. */
  witnesses: { name: string; key: Vkey; url: string | undefined }[];
  isMet(cosignatures: Cosignature[]): boolean;
}

/** Throws with the line that can't be understood. */
export function parsePolicy(text: string): Policy {
  const logs: Vkey[] = [];
  const witnesses: Policy["witnesses"] = [];
  const rules = new Map<string, Rule>();
  const members = new Set<string>();
  const quorums: Rule[] = [];

  function define(name: string, rule: Rule): void {
    if (name === "none" || rules.has(name)) throw new Error("the name is taken");
    rules.set(name, rule);
  }

  function find(name: string): Rule {
    const rule = rules.get(name);
    if (!rule) throw new Error(`${name} is not defined above`);
    return rule;
  }

  function refuseTwice(known: Vkey[], key: Vkey): void {
    if (known.some(({ publicKey }) => areEqual(publicKey, key.publicKey))) {
      throw new Error("the key stands here twice");
    }
  }

  function read(kind: string, words: string[]): void {
    const [first = "", second = "", ...rest] = words;
    if (kind === "log" && (words.length === 1 || words.length === 2)) {
      const key = parseLogKey(first);
      refuseTwice(logs, key);
      logs.push(key);
    } else if (kind === "witness" && (words.length === 2 || words.length === 3)) {
      const key = parseWitnessKey(second);
      refuseTwice(
        witnesses.map((one) => one.key),
        key,
      );
      define(first, (has) => has(key));
      witnesses.push({ name: first, key, url: rest[0] });
    } else if (kind === "group" && rest.length > 0) {
      define(first, readGroup(second, rest));
    } else if (kind === "quorum" && words.length === 1) {
      quorums.push(first === "none" ? () => true : find(first));
    } else throw new Error("not a line of a policy");
  }

  function readGroup(enough: string, names: string[]): Rule {
    const all = names.map((name) => {
      // Otherwise one witness could count twice.
      if (members.has(name)) throw new Error(`${name} is in a group already`);
      members.add(name);
      return find(name);
    });
    const least = { any: 1, all: all.length }[enough] ?? Number(/^[1-9]\d{0,3}$/.exec(enough)?.[0]);
    if (!(least <= all.length)) throw new Error("a group needs `any`, `all` or a number");
    return (has) => all.filter((rule) => rule(has)).length >= least;
  }

  for (const [index, line] of text.split("\n").entries()) {
    const [kind = "", ...words] = line.split(/[ \t]+/).filter(Boolean);
    if (kind === "" || kind.startsWith("#")) continue;
    try {
      read(kind, words);
    } catch (error) {
      throw new Error(`Line ${index + 1} of the policy: ${(error as Error).message}`);
    }
  }
  const [quorum] = quorums;
  if (!quorum || quorums.length > 1) throw new Error("The policy needs one line with its quorum");
  return {
    logs,
    witnesses,
    isMet: (cosignatures) =>
      quorum((key) => cosignatures.some(({ witness }) => isSameKey(witness, key))),
  };
}
