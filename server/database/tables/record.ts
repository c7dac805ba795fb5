import type { Generated } from "kysely";
import { notPersonal, type Tables, withItsSurvey } from "./table.ts";

export const record = {
  // These tables are public, and nobody's without the receipt that the voter has.
  records: {
    placement: withItsSurvey,
    columns: {
      survey_id: notPersonal<string>(),
      origin: notPersonal<string>(),
      size: notPersonal<Generated<number>>(),
      votes: notPersonal<Generated<number>>(),
      read_to: notPersonal<Generated<Date>>(),
      read_id: notPersonal<Generated<string>>(),
      ahead_to: notPersonal<Generated<Date>>(),
      text_hash: notPersonal<Buffer | null>(),
      closed: notPersonal<Generated<boolean>>(),
      issued: notPersonal<Generated<number>>(),
      given_up: notPersonal<Generated<number>>(),
      issued_at: notPersonal<Generated<Date>>(),
      checkpoint: notPersonal<Generated<string>>(),
    },
  },
  record_entries: {
    placement: withItsSurvey,
    columns: {
      survey_id: notPersonal<string>(),
      position: notPersonal<number>(),
      receipt: notPersonal<string | null>(),
      vote: notPersonal<"yes" | "no" | null>(),
      nonce: notPersonal<string | null>(),
      commitment: notPersonal<Buffer | null>(),
      text: notPersonal<string | null>(),
    },
  },
  record_tiles: {
    placement: withItsSurvey,
    columns: {
      survey_id: notPersonal<string>(),
      level: notPersonal<number>(),
      number: notPersonal<number>(),
      hashes: notPersonal<Buffer>(),
    },
  },
  record_hours: {
    placement: withItsSurvey,
    columns: {
      survey_id: notPersonal<string>(),
      hour: notPersonal<Date>(),
      yes: notPersonal<number>(),
      no: notPersonal<number>(),
    },
  },
  record_keys: {
    placement: { kind: "plain", reason: "a few rows in the life of a site" },
    columns: {
      public_key: notPersonal<Buffer>(),
      hand_over: notPersonal<string | null>(),
      created_at: notPersonal<Generated<Date>>(),
    },
  },
} satisfies Tables;
