import type { Generated } from "kysely";
import { byUser, exported, notPersonal, secret, type Tables, withItsSurvey } from "./table.ts";

export const ballots = {
  ballot_keys: {
    placement: { kind: "by survey", column: "survey_id", reason: "read with its survey" },
    columns: {
      survey_id: notPersonal<string>(),
      public_key: notPersonal<Buffer>(),
      private_key: secret<Buffer | null>(),
      issued: notPersonal<Generated<number>>(),
      seal_hash: notPersonal<Buffer | null>(),
      waiting_at_edit: notPersonal<Generated<number>>(),
      given_up: notPersonal<Generated<number>>(),
    },
  },
  // That they had one. What became of it, nobody knows: no other row of ballots is anybody's.
  ballot_papers: {
    placement: withItsSurvey,
    rowsOf: byUser,
    afterDeletion: "gone",
    key: "survey_id",
    columns: {
      survey_id: exported<string>(),
      user_id: exported<string>(),
      blinded_hash: notPersonal<Buffer>(),
      // A hash, as that of a vote.
      network: notPersonal<number | null>(),
      created_at: exported<Generated<Date>>(),
    },
  },
  ballot_inbox: {
    placement: withItsSurvey,
    columns: {
      survey_id: notPersonal<string>(),
      receipt: notPersonal<string>(),
      serial: notPersonal<Buffer>(),
      signature: notPersonal<Buffer>(),
      vote: notPersonal<"yes" | "no">(),
      nonce: notPersonal<string>(),
      text_hash: notPersonal<Buffer>(),
      hour: notPersonal<Generated<Date>>(),
    },
  },
  sealed_ballots: {
    placement: withItsSurvey,
    columns: {
      survey_id: notPersonal<string>(),
      place: notPersonal<string>(),
      sealed: notPersonal<Buffer>(),
    },
  },
  ballot_seals: {
    placement: {
      kind: "plain",
      reason: "one row for each survey whose ballots wait; unlogged, and so it must stay",
    },
    columns: {
      survey_id: notPersonal<string>(),
      key: secret<Buffer>(),
    },
  },
  ballots: {
    placement: withItsSurvey,
    columns: {
      survey_id: notPersonal<string>(),
      receipt: notPersonal<string>(),
      serial: notPersonal<Buffer>(),
      signature: notPersonal<Buffer>(),
      vote: notPersonal<"yes" | "no">(),
      nonce: notPersonal<string>(),
      text_hash: notPersonal<Buffer>(),
      hour: notPersonal<Date>(),
    },
  },
} satisfies Tables;
