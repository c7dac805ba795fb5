import type { Generated, JSONColumnType } from "kysely";
import type { SiteTexts } from "../../../contract/brand.ts";
import { notPersonal, passing, type Tables } from "./table.ts";

export const site = {
  // Who runs the site, as its pages tell everybody.
  brand: {
    placement: { kind: "plain", reason: "one row at most, which every server reads" },
    columns: {
      only_row: notPersonal<Generated<boolean>>(),
      name: notPersonal<string | null>(),
      colour: notPersonal<string | null>(),
      operator_name: notPersonal<string | null>(),
      operator_address: notPersonal<string | null>(),
      operator_email: notPersonal<string | null>(),
      mark: notPersonal<Buffer | null>(),
      mark_file: notPersonal<string | null>(),
      icon: notPersonal<Buffer | null>(),
      icon_file: notPersonal<string | null>(),
    },
  },
  // Whom the operator quotes there, they quote to everybody.
  site_texts: {
    placement: { kind: "plain", reason: "a row for each language, which every server reads" },
    columns: {
      language: notPersonal<string>(),
      motto: notPersonal<string | null>(),
      copyright: notPersonal<string | null>(),
      faq: notPersonal<JSONColumnType<SiteTexts["faq"] & object> | null>(),
      testimonials: notPersonal<JSONColumnType<SiteTexts["testimonials"] & object> | null>(),
    },
  },
  maintenance: {
    placement: { kind: "plain", reason: "one row at most, which every server reads" },
    columns: {
      only_row: notPersonal<Generated<boolean>>(),
      read_only_until: notPersonal<Date>(),
    },
  },
  distribution: {
    placement: { kind: "plain", reason: "one row that every server reads" },
    columns: {
      only_row: notPersonal<Generated<boolean>>(),
      vote_slots: notPersonal<Generated<number>>(),
    },
  },
  // Keyed hashes of addresses and e-mails.
  limit_counts: {
    placement: { kind: "plain", reason: "unlogged, short-lived, and joined with nothing" },
    columns: {
      key: passing<string>(),
      count: passing<number>(),
      ends_at: passing<Date>(),
    },
  },
  // Made by `migrate.ts`, before all others.
  migrations: {
    placement: { kind: "plain", reason: "read when a server starts" },
    columns: {
      name: notPersonal<string>(),
      applied_at: notPersonal<Generated<Date>>(),
    },
  },
} satisfies Tables;
