import * as t from "#words/suspicion";
import type { Finding, FindingKind } from "../../../contract/suspicion.ts";
import { NEW_ACCOUNT_MINUTES } from "../../../contract/suspicion-limits.ts";
import { sayDate } from "../../lib/format.ts";

export const sayMinute = (time: string) => sayDate(time, "minute");
const sayNetwork = (key: string) => key.slice(0, 6);

/** `at` of a point in words. */
export function sayPoint(kind: FindingKind, at: string): string {
  return kind === "network" ? t.networkNamed({ name: sayNetwork(at) }) : sayMinute(at);
}

export function sayTitle({ kind, key }: Finding): string {
  const [start = ""] = key.split("/");
  const where = kind === "network" ? sayNetwork(key) : sayMinute(start);
  return t.findingTitle({ kind: t.kinds[kind], where });
}

/** What stands out, with what is usual, and what else can explain it. */
export function sayFinding({ kind, votes, usual }: Finding): string {
  const share = Math.round(usual * 100);
  return t.findings[kind]({ votes, usual, share, minutes: NEW_ACCOUNT_MINUTES });
}
