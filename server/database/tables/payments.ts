import type { Generated } from "kysely";
import type { GatewayKind } from "../../../contract/payments.ts";
import { byUser, exported, notPersonal, secret, type Tables, withPeople } from "./table.ts";

export const payments = {
  payments: {
    placement: withPeople,
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: {
      id: exported<Generated<string>>(),
      user_id: exported<string>(),
      transaction_id: exported<string>(),
      gateway: exported<GatewayKind>(),
      amount: exported<number>(),
      currency: exported<string>(),
      created_at: exported<Generated<Date>>(),
      refunded_at: exported<Date | null>(),
    },
  },
  payment_attempts: {
    placement: withPeople,
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: {
      user_id: exported<string>(),
      gateway: exported<GatewayKind>(),
      id: exported<Generated<string>>(),
      transaction_id: exported<string | null>(),
      created_at: exported<Generated<Date>>(),
      due_at: notPersonal<Generated<Date>>(),
    },
  },
  sandbox_intents: {
    placement: { kind: "plain", reason: "stands for another company's database" },
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: {
      id: exported<string>(),
      key: notPersonal<string>(),
      client_secret: secret<string>(),
      user_id: exported<string>(),
      amount: exported<number>(),
      currency: exported<string>(),
      status:
        exported<
          Generated<"requires_payment_method" | "requires_action" | "succeeded" | "canceled">
        >(),
      refunded: exported<Generated<number>>(),
      created_at: exported<Generated<Date>>(),
    },
  },
} satisfies Tables;
