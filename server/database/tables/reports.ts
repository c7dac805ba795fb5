import type { Generated } from "kysely";
import { byUser, exported, notPersonal, type Tables, withItsSurvey } from "./table.ts";

export const reports = {
  reports: {
    placement: withItsSurvey,
    rowsOf: byUser,
    afterDeletion: "kept",
    columns: {
      survey_id: exported<string>(),
      id: exported<string>(),
      comment_id: exported<string | null>(),
      user_id: exported<string>(),
      text: exported<string>(),
      // The words of the comment's author.
      about: notPersonal<string | null>(),
      separate: exported<Generated<boolean>>(),
      created_at: exported<Generated<Date>>(),
      closed_at: exported<Date | null>(),
    },
  },
} satisfies Tables;
