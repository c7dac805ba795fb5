import * as t from "#words/securityEvents";
import type { SecurityEventKind } from "../../../contract/security-events.ts";

/** Events that may mean an attack. */
const alarming: readonly SecurityEventKind[] = [
  "log-in.new-device",
  "log-in.failed",
  "log-in.locked",
  "two-factor.off",
];

export const isAlarming = (kind: SecurityEventKind) => alarming.includes(kind);

/** Adds the file or the social account that the event is about. */
export function sayEvent({ kind, detail }: { kind: SecurityEventKind; detail: string }): string {
  return detail ? t.kindAndDetail({ kind: t.kinds[kind], detail }) : t.kinds[kind];
}
