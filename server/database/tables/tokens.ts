import type { Generated } from "kysely";
import { byUser, exported, secret, type Tables, withPeople } from "./table.ts";

export const tokens = {
  program_tokens: {
    placement: withPeople,
    rowsOf: byUser,
    afterDeletion: "gone",
    columns: {
      id: exported<string>(),
      user_id: exported<string>(),
      hash: secret<Buffer>(),
      name: exported<string>(),
      scopes: exported<string[]>(),
      second_factor: exported<boolean>(),
      created_at: exported<Generated<Date>>(),
      expires_at: exported<Date>(),
      last_used_at: exported<Date | null>(),
      last_address: exported<string | null>(),
      warned_at: exported<Date | null>(),
    },
  },
} satisfies Tables;
