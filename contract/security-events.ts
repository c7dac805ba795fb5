import { z } from "zod";

import { pageRoute } from "./page-route.ts";

/** Recorded events of an account. Role changes and deletions are in the audit log instead. */
export const securityEventKinds = [
  "log-in",
  "log-in.new-device",
  "log-in.failed",
  "log-in.locked",
  "password.changed",
  "password.reset",
  "two-factor.on",
  "two-factor.off",
  "two-factor.codes",
  "passkey.added",
  "passkey.removed",
  "session.ended",
  "sessions.ended",
  "social.connected",
  "social.disconnected",
  "token.made",
  "token.ended",
  "export",
  "data.download",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

const securityEvent = z.object({
  id: z.uuid(),
  kind: z.enum(securityEventKinds),
  /** For an export: which file. For a social account: which site. */
  detail: z.string(),
  /** The network address, shortened: `203.0.113.x`, or `loopback` for the server's own computer. */
  address: z.string(),
  /** For example `firefox/linux`. */
  deviceCode: z.string(),
  /** The same in English: `Firefox on Linux`. */
  device: z.string(),
  timestamp: z.string(),
});

export const securityEventRoutes = {
  listSecurityEvents: pageRoute({
    path: "/securityEvents",
    access: "audit:read",
    tokens: true,
    summary: "Log-ins, failures, exports and changes to how people log in, newest first",
    query: { kind: z.enum(securityEventKinds).optional() },
    item: securityEvent.extend({
      /** Whose account it is; empty if unknown. */
      person: z.string(),
      userId: z.uuid().nullable(),
    }),
  }),
  listOwnSecurityEvents: pageRoute({
    path: "/securityEvents/own",
    access: "signed-in",
    summary: "What happened to the caller's own account, newest first",
    item: securityEvent,
  }),
};
