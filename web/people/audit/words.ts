import type { ReactNode } from "react";
import * as t from "#words/audit";
import { sentences } from "#words/reasons";
import { auditActions } from "../../../contract/audit.ts";
import type { Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";
import { writtenIn } from "../../components/written-in.tsx";
import { sayNumber } from "../../lib/format.ts";

export type AuditEntry = Reply<typeof routes.listAudit>[number];
type State = AuditEntry["before"];

/** A decision on a role can be that it stays as it is. */
export function sayAction({ action, after }: Pick<AuditEntry, "action" | "after">): string {
  return after.request === "declined" ? t.requestDeclined : t.actions[action];
}

export const actionChoices = ["all", ...auditActions] as const;

/** What a later version records has no words here, and is shown as it is. */
const parts: Record<string, string> = t.parts;
const codes: Record<string, Record<string, string>> = { ...t.codes, reason: sentences };

/** Each part that has changed, in words: `Role: user → surveyor`. What stays the same is left out. */
export function sayChanges({ before, after }: Pick<AuditEntry, "before" | "after">): string[] {
  const found = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return found
    .filter((part) => before[part] !== after[part])
    .map((part) => {
      const name = parts[part] ?? part;
      if (!(part in before)) return t.part({ name, value: sayValue(part, after[part]) });
      if (!(part in after)) return t.was({ name, value: sayValue(part, before[part]) });
      const [was, is] = [sayValue(part, before[part]), sayValue(part, after[part])];
      return t.changed({ name, before: was, after: is });
    });
}

function sayValue(part: string, value: State[string] | undefined): string {
  if (value === null || value === undefined) return t.values.none;
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
