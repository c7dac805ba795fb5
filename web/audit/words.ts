import { type AuditAction, auditActions } from "../../contract/audit.ts";
import type { Reply } from "../../contract/route.ts";
import type { routes } from "../../contract/routes.ts";
import { statusLabels } from "../../contract/survey-status.ts";
import { sayNumber } from "../lib/format.ts";

export type AuditEntry = Reply<typeof routes.listAudit>[number];
type State = AuditEntry["before"];

export const actionLabels: Record<AuditAction, string> = {
  "user.role": "Changed a role",
  "user.delete": "Deleted a person",
  "user.lock": "Locked an account",
  "user.unlock": "Unlocked an account",
  "user.reset": "Reset a password",
  "user.forget-factors": "Removed second factors",
  "admin.grant": "Made somebody an admin",
  "admin.revoke": "Took an admin's rights",
  "survey.publish": "Published a survey",
  "survey.unpublish": "Unpublished a survey",
  "survey.close": "Closed a survey",
  "reports.dismiss": "Dismissed reports",
  "comment.hide": "Hid a comment",
  "comment.show": "Showed a comment again",
  "votes.set-aside": "Set votes aside",
  "votes.restore": "Restored votes",
  "message.answer": "Answered a message",
  "message.reopen": "Opened a message again",
};

/** A decision on a role can be that it stays as it is. */
export function sayAction({ action, after }: Pick<AuditEntry, "action" | "after">): string {
  return after.request === "declined" ? "Declined a request" : actionLabels[action];
}

export const actionChoices = ["all", ...auditActions] as const;

const partLabels: Record<string, string> = {
  role: "Role",
  admin: "Admin",
  status: "State",
  enteredMessage: "Message",
  closesAt: "Closing time",
  hidden: "Hidden",
  open: "Open reports",
  answered: "Answered",
  votes: "Votes",
  reason: "Reason",
  request: "Request",
  locked: "Locked",
  secondFactors: "Second factors",
  answer: "Answer",
};

/** Each part of a state in words: `{ admin: true }` is `Admin: yes`. */
export function sayState(state: State): string[] {
  return Object.entries(state).map(
    ([part, value]) => `${partLabels[part] ?? part}: ${sayValue(value)}`,
  );
}

function sayValue(value: State[string]): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return sayNumber(value);
  return Object.hasOwn(statusLabels, value)
    ? statusLabels[value as keyof typeof statusLabels].toLowerCase()
    : value;
}

/** What the entry is about. A comment is named by its survey, a message by its sender. */
export function saySubject({ subjectKind, subject }: AuditEntry): string {
  const name = subject || "gone since";
  if (subjectKind === "comment") return `A comment on “${name}”`;
  return subjectKind === "message" ? `A message from ${subject || "somebody who is gone"}` : name;
}
