import { z } from "zod";
import { fileFormat } from "./fields.ts";
import { voteReceipt } from "./receipts.ts";
import { resultsModes } from "./results.ts";
import { route } from "./route.ts";
import { options } from "./surveys.ts";

/** A signed note of C2SP's tlog-checkpoint: the record's name, its size and the root of its tree. */
const checkpoint = z.string();

const askedText = {
  title: z.string(),
  description: z.string(),
  question: z.string(),
};
/** What was asked, with all that the text hash covers. */
const allTexts = {
  ...askedText,
  translations: z.array(z.object({ language: z.string(), ...askedText })),
};

export const recordRoutes = {
  readRecordKeys: route({
    method: "GET",
    path: "/record/keys",
    access: "public",
    summary: "The public keys (Ed25519, base64) that sign records, the newest first",
    reply: z.array(
      z.object({
        publicKey: z.string(),
        since: z.string(),
        /** A note signed with an earlier key, which introduces this one. */
        handOver: z.string().nullable(),
      }),
    ),
  }),
  readRecordedSurvey: route({
    method: "GET",
    path: "/record/:id/survey",
    access: "public",
    summary: "What is shown of a published survey, to compare it with its record",
    problems: ["not_found"],
    reply: z.object({
      votes: z.int(),
      setAside: z.int(),
      /** In the mode `closed`, votes are entered in the record when the survey closes. */
      resultsMode: z.enum(resultsModes),
      closesAt: z.string().nullable(),
      /** Only for those who may see the results. */
      shown: z
        .object({
          ...allTexts,
          yes: z.int(),
          no: z.int(),
        })
        .nullable(),
    }),
  }),
  listRecordTexts: route({
    method: "GET",
    path: "/record/:id/texts",
    access: "public",
    summary:
      "All texts under which a survey was published, by the hashes in its record, the oldest first",
    price: { call: 3, perMegabyte: 100 },
    problems: ["not_found"],
    reply: z.array(
      z.object({
        hash: z.string(),
        ...allTexts,
        /** When it was published for the first time. */
        since: z.string(),
      }),
    ),
  }),
  readCheckpoint: route({
    method: "GET",
    path: "/record/:id/checkpoint",
    access: "public",
    summary: "The signed size and root of a survey's record, as a C2SP tlog-checkpoint",
    problems: ["not_found", "record_refused"],
    reply: checkpoint,
  }),
  listPlaces: route({
    method: "GET",
    path: "/record/:id/places",
    access: "public",
    summary:
      "Where the votes of a large record are whose receipts begin with these bits, and the other entries. " +
      "So many share them that the question does not tell whose vote is looked for",
    price: { call: 3 },
    query: z.object({
      /** Hex digits; bits that are left of the last one are 0. */
      prefix: z.string().regex(/^[0-9a-f]{1,8}$/),
      /** Enough for a record of 500 billion votes. */
      bits: z.coerce.number().int().min(1).max(32),
    }),
    problems: ["not_found", "record_refused"],
    reply: z.object({
      places: z.array(z.int()),
      /** The last 1,000. */
      others: z.array(z.int()),
    }),
  }),
  openRecord: route({
    method: "GET",
    path: "/record/:id/opened",
    access: "public",
    tokens: true,
    summary: "Every entry with receipt and choice, as a file, for those who may see the results",
    price: { perMegabyte: 300 },
    download: "record",
    compressed: true,
    query: z.object({ format: fileFormat }),
    problems: ["forbidden", "not_found", "record_refused"],
    reply: z.object({
      place: z.int(),
      receipt: z.string(),
      /** Of a vote. */
      nonce: z.string(),
      vote: z.enum(["", ...options]),
      /** The text of an entry that is not a vote. */
      entry: z.string(),
      /** Of a secret ballot, in base64url: its serial number, and the signature of its paper. */
      serial: z.string().optional(),
      signature: z.string().optional(),
    }),
  }),
  readTimeline: route({
    method: "GET",
    path: "/survey/timeline/:id",
    access: "public",
    tokens: true,
    summary:
      "How the result grew, by the hour or a longer step, for those who may see the results. " +
      "Steps with fewer than ten votes are counted with the next",
    problems: ["forbidden"],
    reply: z.object({
      /** The hour of the first vote; null while fewer than ten votes are in the record. */
      from: z.string().nullable(),
      /** Each has all votes of the record up to its time. */
      points: z.array(z.object({ until: z.string(), yes: z.int(), no: z.int() })),
    }),
  }),
  readVoteReceipt: route({
    method: "GET",
    path: "/record/:id/receipt",
    access: "survey:take-part",
    summary:
      "The caller's own receipt, with the signed promise that the vote will be in the record",
    problems: ["not_found", "record_refused"],
    reply: voteReceipt.extend({
      /** The newest one, to be kept: what it says can't be changed later without being noticed. */
      checkpoint: checkpoint.nullable(),
    }),
  }),
};
