import type { Generated } from "kysely";
import type { SecurityEventKind } from "../../../contract/security-events.ts";
import { byUser, exported, secret, type Tables, withPeople } from "./table.ts";

export const securityEvents = {
  security_events: {
    placement: withPeople,
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: {
      id: exported<string>(),
      user_id: exported<string | null>(),
      kind: exported<SecurityEventKind>(),
      detail: exported<Generated<string>>(),
      address: exported<string>(),
      device: exported<string>(),
      // With it, another person's log-in would not look like a new device.
      browser: secret<string | null>(),
      created_at: exported<Generated<Date>>(),
    },
  },
} satisfies Tables;
