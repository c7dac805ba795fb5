import type { Generated } from "kysely";
import type { SignatureKind } from "../../../contract/webhooks.ts";
import { byUser, exported, notPersonal, secret, type Tables, withPeople } from "./table.ts";

export const webhooks = {
  webhooks: {
    placement: withPeople,
    rowsOf: byUser,
    afterDeletion: "gone",
    columns: {
      id: exported<string>(),
      user_id: exported<string>(),
      url: exported<string>(),
      description: exported<string>(),
      events: exported<string[]>(),
      of_site: exported<boolean>(),
      enabled: exported<Generated<boolean>>(),
      signature: exported<SignatureKind>(),
      secret: secret<Buffer>(),
      old_secret: secret<Buffer | null>(),
      old_until: exported<Date | null>(),
      failing_since: exported<Date | null>(),
      busy_until: notPersonal<Generated<Date>>(),
      created_at: exported<Generated<Date>>(),
    },
  },
  // What happened to surveys, and what the receiver's program has answered.
  webhook_deliveries: {
    placement: { kind: "coordinator", reason: "belongs to webhooks" },
    columns: {
      id: notPersonal<string>(),
      webhook_id: notPersonal<string>(),
      type: notPersonal<string>(),
      survey_id: notPersonal<string | null>(),
      created_at: notPersonal<Generated<Date>>(),
      due_at: notPersonal<Generated<Date | null>>(),
      tries: notPersonal<Generated<number>>(),
      status: notPersonal<number | null>(),
      ms: notPersonal<number | null>(),
      answer: notPersonal<string | null>(),
    },
  },
  webhook_results: {
    placement: { kind: "plain", reason: "a row for each survey of which a webhook was told" },
    columns: {
      survey_id: notPersonal<string>(),
      yes: notPersonal<number>(),
      no: notPersonal<number>(),
      told_at: notPersonal<Generated<Date>>(),
    },
  },
} satisfies Tables;
