import { type Generated, type JSONColumnType, sql } from "kysely";
import type { AuditAction } from "../../../contract/audit.ts";
import { exported, notPersonal, type Tables, withPeople } from "./table.ts";

export type AuditState = Record<string, string | number | boolean | null>;

export const audit = {
  audit_log: {
    placement: withPeople,
    // What they did as an admin, and what admins did to them.
    rowsOf: ({ userId }) => sql<boolean>`(actor_id = ${userId} or subject_id = ${userId})`,
    afterDeletion: "kept",
    columns: {
      id: exported<string>(),
      // Often it is another person.
      actor_id: notPersonal<string | null>(),
      action: exported<AuditAction>(),
      subject_kind: exported<"user" | "survey" | "comment" | "message" | "site">(),
      subject_id: exported<string>(),
      survey_id: exported<string | null>(),
      before: exported<JSONColumnType<AuditState>>(),
      after: exported<JSONColumnType<AuditState>>(),
      created_at: exported<Generated<Date>>(),
    },
  },
} satisfies Tables;
