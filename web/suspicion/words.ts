import type { Finding, FindingKind } from "../../contract/suspicion.ts";
import { NEW_ACCOUNT_MINUTES } from "../../contract/suspicion-limits.ts";
import { count, sayDate } from "../lib/format.ts";

export const sayMinute = (time: string) => sayDate(time, "minute");
const sayNetwork = (key: string) => key.slice(0, 6);

export const kindLabels: Record<FindingKind, string> = {
  burst: "Many votes at once",
  "new-accounts": "Accounts made just before",
  network: "Many accounts in one network",
  unverified: "Unconfirmed e-mail addresses",
};

/** `at` of a point in words. */
export function sayPoint(kind: FindingKind, at: string): string {
  return kind === "network" ? `Network ${sayNetwork(at)}` : sayMinute(at);
}

export function sayTitle({ kind, key }: Finding): string {
  const [start = ""] = key.split("/");
  return `${kindLabels[kind]}: ${kind === "network" ? sayNetwork(key) : sayMinute(start)}`;
}

/** What stands out, with what is usual. */
export function sayFinding({ kind, votes, usual }: Finding): string {
  const share = `${Math.round(usual * 100)}%`;
  switch (kind) {
    case "burst":
      return `${count(votes, "vote")} within minutes. A minute with votes usually has ${usual}.`;
    case "network":
      return `${count(votes, "account")} voted from one network. Nine of ten networks have no more than ${usual}.`;
    case "new-accounts":
      return `${count(votes, "vote")} in an hour from accounts that were less than ${NEW_ACCOUNT_MINUTES} minutes old. In other hours it is ${share} of the votes.`;
    default:
      return `${count(votes, "vote")} in an hour from accounts whose address nobody has confirmed. In other hours it is ${share} of the votes.`;
  }
}

/** What else can explain it, so that nobody is judged by a picture alone. */
export const otherExplanations: Record<FindingKind, string> = {
  burst: "It can also be a link that somebody with many followers has shared.",
  "new-accounts": "It can also be a link that brought people who had to register first.",
  network: "It can also be a school, a company or a mobile network.",
  unverified: "It can also be people who registered to vote and never looked at their mail.",
};
