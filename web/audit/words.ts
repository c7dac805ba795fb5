import type { ReactNode } from "react";
import * as t from "#words/audit";
import { auditActions } from "../../contract/audit.ts";
import type { Reply } from "../../contract/route.ts";
import type { routes } from "../../contract/routes.ts";
import { writtenIn } from "../components/written-in.tsx";
import { sayNumber } from "../lib/format.ts";

export type AuditEntry = Reply<typeof routes.listAudit>[number];
type State = AuditEntry["before"];

/** A decision on a role can be that it stays as it is. */
export function sayAction({ action, after }: Pick<AuditEntry, "action" | "after">): string {
  return after.request === "declined" ? t.requestDeclined : t.actions[action];
}

export const actionChoices = ["all", ...auditActions] as const;

/** What a later version records has no words here, and is shown as it is. */
const parts: Record<string, string> = t.parts;
const codes: Record<string, Record<string, string>> = t.codes;

/** Each part of a state in words: `{ admin: true }` is `Admin: yes`. */
export function sayState(state: State): string[] {
  return Object.entries(state).map(([part, value]) =>
    t.part({ name: parts[part] ?? part, value: sayValue(part, value) }),
  );
}

function sayValue(part: string, value: State[string]): string {
  if (value === null) return t.values.none;
  if (typeof value === "boolean") return value ? t.values.yes : t.values.no;
  if (typeof value === "number") return sayNumber(value);
  return codes[part]?.[value] ?? value;
}

/** What the entry is about. A comment is named by its survey, a message by its sender. */
export function saySubject({ subjectKind, subject, subjectLanguage }: AuditEntry): ReactNode {
  const written = writtenIn(subjectLanguage ?? undefined);
  if (subjectKind === "comment")
    return subject ? t.commentOn({ survey: subject, written }) : t.commentOnGone;
  if (subjectKind === "message")
    return subject ? t.messageFrom({ name: subject }) : t.messageFromGone;
  if (subjectKind === "site") return t.theSite;
  return subject ? written(subject) : t.gone;
}
