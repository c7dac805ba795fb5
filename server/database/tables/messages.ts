import { type Generated, sql } from "kysely";
import { exported, notPersonal, type Tables } from "./table.ts";

export const messages = {
  contact_messages: {
    placement: { kind: "plain", reason: "few, and joined only with names" },
    rowsOf: ({ provenEmail }) => sql<boolean>`email = ${provenEmail}`,
    afterDeletion: "gone",
    columns: {
      id: exported<string>(),
      name: exported<string>(),
      email: exported<string>(),
      message: exported<string>(),
      created_at: exported<Generated<Date>>(),
      answered_at: exported<Date | null>(),
      // It is another person.
      answered_by: notPersonal<string | null>(),
    },
  },
} satisfies Tables;
