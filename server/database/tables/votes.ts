import { type Generated, sql } from "kysely";
import type { FindingKind } from "../../../contract/suspicion.ts";
import { byUser, exported, notPersonal, type Tables, withItsSurvey } from "./table.ts";

export const votes = {
  votes: {
    placement: withItsSurvey,
    rowsOf: byUser,
    afterDeletion: "kept",
    key: "survey_id",
    columns: {
      survey_id: exported<string>(),
      user_id: exported<string>(),
      id: exported<string>(),
      vote: exported<"yes" | "no">(),
      report: exported<Generated<string>>(),
      text_hash: exported<Buffer>(),
      receipt: exported<string>(),
      nonce: exported<string>(),
      network: exported<number | null>(),
      set_aside: exported<string | null>(),
      created_at: exported<Generated<Date>>(),
    },
  },
  set_asides: {
    placement: {
      kind: "by survey",
      column: "survey_id",
      reason: "written in one transaction with its survey's votes",
    },
    // What they did as an admin, and what was done with their votes.
    rowsOf: ({ userId }) => sql<boolean>`(
      admin_id = ${userId} or restored_by = ${userId} or (survey_id, id) in (
        select survey_id, set_aside from votes where user_id = ${userId} and set_aside is not null
      )
    )`,
    afterDeletion: "kept",
    columns: {
      survey_id: exported<string>(),
      id: exported<string>(),
      // Often it is another person, as is who restored them.
      admin_id: notPersonal<string>(),
      finding: exported<FindingKind>(),
      reason: exported<string>(),
      votes: exported<number>(),
      stops: notPersonal<string | null>(),
      created_at: exported<Generated<Date>>(),
      restored_at: exported<Date | null>(),
      restored_by: notPersonal<string | null>(),
      restored_reason: exported<string | null>(),
    },
  },
  suspicion_summaries: {
    placement: { kind: "by survey", column: "survey_id", reason: "made of its survey's votes" },
    columns: {
      survey_id: notPersonal<string>(),
      looked_at: notPersonal<Generated<Date>>(),
      counted: notPersonal<Generated<number>>(),
      kinds: notPersonal<Generated<string[]>>(),
      votes: notPersonal<Generated<number>>(),
    },
  },
  network_clearing: {
    placement: { kind: "plain", reason: "one row that a job writes" },
    columns: {
      only_row: notPersonal<Generated<boolean>>(),
      cleared_to: notPersonal<Date>(),
    },
  },
} satisfies Tables;
