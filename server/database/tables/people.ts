import { type Generated, type GeneratedAlways, sql } from "kysely";
import type { Rhythm } from "../../../contract/follows.ts";
import type { Role } from "../../../contract/permissions.ts";
import { byUser, exported, notPersonal, secret, type Tables, withPeople } from "./table.ts";

export const people = {
  users: {
    placement: { kind: "reference", reason: "joined wherever a name is shown, on every machine" },
    rowsOf: ({ userId }) => sql<boolean>`id = ${userId}`,
    afterDeletion: "kept",
    columns: {
      id: exported<Generated<string>>(),
      email: exported<string | null>(),
      username: exported<string>(),
      url: exported<Generated<string>>(),
      role: exported<Generated<Role>>(),
      admin: exported<Generated<boolean>>(),
      language: exported<Generated<string | null>>(),
      token_version: notPersonal<Generated<number>>(),
      tokens_ended_at: notPersonal<Generated<Date | null>>(),
      // The address may have belonged to another person before.
      former_ids: secret<Generated<string[]>>(),
      locked_at: exported<Generated<Date | null>>(),
      news_rhythm: exported<Generated<Rhythm>>(),
      bounces: exported<Generated<number>>(),
      created_at: exported<Generated<Date>>(),
      deleted_at: exported<Date | null>(),
      // Derived from the name and the address.
      search: notPersonal<GeneratedAlways<string>>(),
    },
  },
  // Concerns deleted people, who can no longer log in to ask for it.
  former_people: {
    placement: withPeople,
    columns: {
      address_hash: secret<Buffer>(),
      user_id: secret<string>(),
      locked_at: notPersonal<Generated<Date | null>>(),
      papers: secret<Generated<string[]>>(),
    },
  },
  surveyor_requests: {
    placement: withPeople,
    rowsOf: byUser,
    afterDeletion: "gone",
    columns: {
      user_id: exported<string>(),
      id: exported<string>(),
      reason: exported<string>(),
      created_at: exported<Generated<Date>>(),
    },
  },
} satisfies Tables;
