import type { Generated } from "kysely";
import type { FollowedKind } from "../../../contract/follows.ts";
import type { NewsKind } from "../../../contract/notices.ts";
import { byUser, exported, notPersonal, type Tables, withPeople } from "./table.ts";

const ofTheSite = { kind: "plain", reason: "few rows, and joined with nothing" } as const;

export const follows = {
  follows: {
    placement: withPeople,
    rowsOf: byUser,
    afterDeletion: "gone",
    columns: {
      id: exported<Generated<string>>(),
      user_id: exported<string>(),
      kind: exported<FollowedKind>(),
      target: exported<string>(),
      wanted: exported<boolean>(),
      created_at: exported<Generated<Date>>(),
    },
  },
  news: {
    placement: ofTheSite,
    columns: {
      id: notPersonal<string>(),
      kind: notPersonal<NewsKind>(),
      survey_id: notPersonal<string>(),
      // Up to whom it was told; nothing says that they follow it.
      told_to: notPersonal<string | null>(),
      due_at: notPersonal<Generated<Date | null>>(),
      created_at: notPersonal<Generated<Date>>(),
    },
  },
  news_pace: {
    placement: ofTheSite,
    columns: {
      only_row: notPersonal<Generated<boolean>>(),
      next_at: notPersonal<Generated<Date>>(),
    },
  },
} satisfies Tables;
