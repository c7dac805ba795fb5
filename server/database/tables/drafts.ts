import type { ColumnType, Generated } from "kysely";
import type { SurveyDraft } from "../../../contract/survey-draft.ts";
import { byUser, exported, type Tables, withPeople } from "./table.ts";

export const drafts = {
  survey_drafts: {
    placement: withPeople,
    rowsOf: byUser,
    afterDeletion: "gone",
    columns: {
      user_id: exported<string>(),
      id: exported<string>(),
      content: exported<ColumnType<SurveyDraft, string, string>>(),
      revision: exported<Generated<number>>(),
      updated_at: exported<Generated<Date>>(),
    },
  },
} satisfies Tables;
