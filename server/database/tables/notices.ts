import type { Generated } from "kysely";
import type { AccountNotice, Notice } from "../../../contract/notices.ts";
import type { Reason } from "../../../contract/survey-status.ts";
import { byUser, exported, notPersonal, type Tables, withPeople } from "./table.ts";

export const notices = {
  notices: {
    placement: withPeople,
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: {
      user_id: exported<string>(),
      id: exported<string>(),
      kind: exported<Notice["kind"] | AccountNotice["kind"]>(),
      survey_id: exported<string | null>(),
      message: exported<Generated<string>>(),
      reason: exported<Reason | null>(),
      created_at: exported<Generated<Date>>(),
      read_at: exported<Date | null>(),
      due_at: notPersonal<Date | null>(),
    },
  },
} satisfies Tables;
