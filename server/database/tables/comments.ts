import type { Generated } from "kysely";
import { byUser, exported, type Tables, withItsSurvey } from "./table.ts";

export const comments = {
  comments: {
    placement: withItsSurvey,
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: {
      survey_id: exported<string>(),
      id: exported<Generated<string>>(),
      user_id: exported<string>(),
      text: exported<string>(),
      answer_to: exported<string | null>(),
      created_at: exported<Generated<Date>>(),
      edited_at: exported<Date | null>(),
      hidden_at: exported<Date | null>(),
      deleted_at: exported<Date | null>(),
    },
  },
} satisfies Tables;
