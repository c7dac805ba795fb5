import type { Generated } from "kysely";
import type { HidingReason } from "../../../contract/survey-status.ts";
import { byUser, exported, notPersonal, type Tables, withItsSurvey } from "./table.ts";

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
      place: exported<number | null>(),
      // What others have done.
      answers: notPersonal<Generated<number>>(),
      liked: exported<Generated<number>>(),
      created_at: exported<Generated<Date>>(),
      edited_at: exported<Date | null>(),
      hidden_at: exported<Date | null>(),
      hidden_reason: exported<HidingReason | null>(),
      hidden_message: exported<Generated<string>>(),
      deleted_at: exported<Date | null>(),
    },
  },
  comment_likes: {
    placement: withItsSurvey,
    rowsOf: byUser,
    afterDeletion: "kept",
    key: "comment_id",
    columns: {
      survey_id: exported<string>(),
      comment_id: exported<string>(),
      user_id: exported<string>(),
      created_at: exported<Generated<Date>>(),
    },
  },
} satisfies Tables;
