import type { Generated } from "kysely";
import { notPersonal, type Tables } from "./table.ts";

export const siteLog = {
  log_head: {
    placement: { kind: "plain", reason: "one row, locked by whoever adds to the log" },
    columns: {
      only_row: notPersonal<Generated<boolean>>(),
      origin: notPersonal<string>(),
      size: notPersonal<Generated<number>>(),
      checkpoint: notPersonal<Generated<string>>(),
      published: notPersonal<Generated<string>>(),
      published_size: notPersonal<Generated<number>>(),
      timed_at: notPersonal<Generated<Date>>(),
      asked_at: notPersonal<Generated<Date>>(),
    },
  },
  log_entries: {
    placement: { kind: "plain", reason: "one list of the whole site, written by one at a time" },
    columns: {
      position: notPersonal<number>(),
      survey_id: notPersonal<string | null>(),
      text: notPersonal<string>(),
    },
  },
  log_tiles: {
    placement: { kind: "plain", reason: "hashes of that list" },
    columns: {
      level: notPersonal<number>(),
      number: notPersonal<number>(),
      hashes: notPersonal<Buffer>(),
    },
  },
  log_surveys: {
    placement: {
      kind: "by survey",
      column: "survey_id",
      reason: "compared with its survey and its record",
    },
    columns: {
      survey_id: notPersonal<string>(),
      size: notPersonal<number>(),
      opens_at: notPersonal<Date | null>(),
      closes_at: notPersonal<Date | null>(),
      results: notPersonal<string>(),
      text_hash: notPersonal<Buffer | null>(),
      ballot_key: notPersonal<Buffer | null>(),
      taken_down: notPersonal<Generated<boolean>>(),
    },
  },
} satisfies Tables;
