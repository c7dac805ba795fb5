import type { Generated, JSONColumnType } from "kysely";
import { passing, type Tables } from "./table.ts";

export const outbox = {
  // Ids or encrypted, and gone once the mail server has taken the mail, or its reader is deleted.
  outbox: {
    placement: { kind: "plain", reason: "a few rows for a moment, and joined with nothing" },
    columns: {
      id: passing<Generated<string>>(),
      kind: passing<string>(),
      user_id: passing<string | null>(),
      about: passing<JSONColumnType<object | null, string | null>>(),
      sealed: passing<Buffer | null>(),
      created_at: passing<Generated<Date>>(),
      due_at: passing<Generated<Date>>(),
      tries: passing<Generated<number>>(),
    },
  },
} satisfies Tables;
