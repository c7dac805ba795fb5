import type { Generated } from "kysely";
import { byUser, exported, type Tables, withItsSurvey } from "./table.ts";

export const reactions = {
  reactions: {
    placement: withItsSurvey,
    rowsOf: byUser,
    afterDeletion: "kept",
    key: "survey_id",
    columns: {
      survey_id: exported<string>(),
      user_id: exported<string>(),
      kind: exported<"like" | "dislike">(),
      created_at: exported<Generated<Date>>(),
    },
  },
} satisfies Tables;
