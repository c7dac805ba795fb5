import { z } from "zod";

import { searchText } from "./fields.ts";
import { pageRoute } from "./page-route.ts";

/** Everything that an admin, or an operator by a command, can do to a person or a thing. */
export const auditActions = [
  "user.role",
  "user.delete",
  "user.lock",
  "user.unlock",
  "user.reset",
  "user.forget-factors",
  "admin.grant",
  "admin.revoke",
  "survey.publish",
  "survey.unpublish",
  "survey.close",
  "reports.dismiss",
  "comment.hide",
  "comment.show",
  "votes.set-aside",
  "votes.restore",
  "papers.stop",
  "papers.resume",
  "message.answer",
  "message.reopen",
  "site.brand",
  "token.end",
] as const;
export type AuditAction = (typeof auditActions)[number];

const state = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const auditRoutes = {
  listAudit: pageRoute({
    path: "/auditLog",
    access: "audit:read",
    tokens: true,
    summary: "What admins did, newest first, page by page; nothing here can be changed",
    price: { call: 6 },
    query: {
      action: z.enum(auditActions).optional(),
      /** Words of a name or an address: of who did it, or of whom it was done to. */
      person: searchText,
      from: z.iso.datetime().optional(),
      /** Without this moment itself. */
      until: z.iso.datetime().optional(),
    },
    item: z.object({
      id: z.uuid(),
      /** The name of the admin who did it; empty for a command on the server itself. */
      actor: z.string(),
      actorId: z.uuid().nullable(),
      action: z.enum(auditActions),
      subjectKind: z.enum(["user", "survey", "comment", "message", "site"]),
      subjectId: z.uuid(),
      /** The person's name, the survey's title or the message's sender, as it is now; empty for the site. */
      subject: z.string(),
      /** Of the survey's title; null for a person and a message. */
      subjectLanguage: z.string().nullable(),
      before: state,
      after: state,
      timestamp: z.string(),
    }),
  }),
};
