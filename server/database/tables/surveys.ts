import { type Generated, type GeneratedAlways, sql } from "kysely";
import type { BallotKind, Counting } from "../../../contract/ballot-kinds.ts";
import type { Category } from "../../../contract/categories.ts";
import type { ResultsMode } from "../../../contract/results.ts";
import type { RejectionReason, SurveyStatus } from "../../../contract/survey-status.ts";
import { exported, notPersonal, type Tables, withItsSurvey } from "./table.ts";

export const surveys = {
  surveys: {
    placement: {
      kind: "by survey",
      column: "id",
      reason: "all that belongs to a survey follows it",
    },
    rowsOf: ({ userId }) => sql<boolean>`surveyor_id = ${userId}`,
    afterDeletion: "kept",
    columns: {
      id: exported<Generated<string>>(),
      surveyor_id: exported<string>(),
      title: exported<string>(),
      description: exported<string>(),
      category: exported<Category>(),
      question: exported<string>(),
      language: exported<Generated<string>>(),
      translations: exported<Generated<string>>(),
      // What is in `translations`, as lists and searches need it.
      translated_into: notPersonal<Generated<string>>(),
      translated_text: notPersonal<Generated<string>>(),
      opens_at: exported<Date | null>(),
      closes_at: exported<Date | null>(),
      results: exported<Generated<ResultsMode>>(),
      ballot: exported<Generated<BallotKind>>(),
      counting: notPersonal<Counting | null>(),
      embeddable: exported<Generated<boolean>>(),
      status: exported<Generated<SurveyStatus>>(),
      entered_message: exported<string | null>(),
      entered_reason: exported<RejectionReason | null>(),
      revision: exported<Generated<number>>(),
      step_key: notPersonal<string | null>(),
      created_at: exported<Generated<Date>>(),
      sent_at: exported<Generated<Date>>(),
      published_at: exported<Date | null>(),
      text_hash: notPersonal<GeneratedAlways<Buffer>>(),
      listed_category: notPersonal<GeneratedAlways<Category | null>>(),
      search: notPersonal<GeneratedAlways<string>>(),
    },
  },
  survey_tallies: {
    placement: withItsSurvey,
    columns: {
      survey_id: notPersonal<string>(),
      yes: notPersonal<Generated<number>>(),
      no: notPersonal<Generated<number>>(),
      votes: notPersonal<GeneratedAlways<number>>(),
      set_aside: notPersonal<Generated<number>>(),
      from_list: notPersonal<Generated<number>>(),
      from_frame: notPersonal<Generated<number>>(),
      from_qr: notPersonal<Generated<number>>(),
      liked: notPersonal<Generated<number>>(),
      disliked: notPersonal<Generated<number>>(),
      listed_category: notPersonal<Category | null>(),
      search: notPersonal<string>(),
      opens_at: notPersonal<Date | null>(),
      closes_at: notPersonal<Date | null>(),
    },
  },
  survey_decisions: {
    placement: {
      kind: "by survey",
      column: "survey_id",
      reason: "written in one transaction with its survey",
    },
    // What they decided as an admin, and what was decided about their surveys.
    rowsOf: ({ userId }) => sql<boolean>`(
      admin_id = ${userId} or survey_id in (select id from surveys where surveyor_id = ${userId})
    )`,
    afterDeletion: "kept",
    columns: {
      survey_id: exported<string>(),
      id: exported<string>(),
      // Often it is another person.
      admin_id: notPersonal<string>(),
      status: exported<"published" | "unpublish">(),
      message: exported<Generated<string>>(),
      reason: exported<RejectionReason | null>(),
      title: exported<string>(),
      description: exported<string>(),
      category: exported<Category>(),
      question: exported<string>(),
      language: exported<string>(),
      translations: exported<Generated<string>>(),
      opens_at: exported<Date | null>(),
      closes_at: exported<Date | null>(),
      results: exported<ResultsMode>(),
      ballot: exported<Generated<BallotKind>>(),
      sent_at: exported<Date | null>(),
      created_at: exported<Generated<Date>>(),
      text_hash: notPersonal<GeneratedAlways<Buffer>>(),
    },
  },
} satisfies Tables;
