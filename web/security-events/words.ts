import type { SecurityEventKind } from "../../contract/security-events.ts";

/** What happened, in words that fit one's own account and other people's. */
export const kindLabels: Record<SecurityEventKind, string> = {
  "log-in": "Logged in",
  "log-in.new-device": "Logged in from a new device",
  "log-in.failed": "A log-in failed",
  "log-in.locked": "Too many log-ins failed; log-in was blocked for a while",
  "password.changed": "Password changed",
  "password.reset": "New password set by mail",
  "two-factor.on": "Two-factor sign-in switched on",
  "two-factor.off": "Two-factor sign-in switched off",
  "two-factor.codes": "New recovery codes made",
  "passkey.added": "Passkey added",
  "passkey.removed": "Passkey removed",
  "session.ended": "Ended a session",
  "sessions.ended": "Ended all other sessions",
  "social.disconnected": "Social account disconnected",
  export: "Downloaded a list",
  "data.download": "Downloaded the data stored about them",
};

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
  return detail ? `${kindLabels[kind]}: ${detail}` : kindLabels[kind];
}
