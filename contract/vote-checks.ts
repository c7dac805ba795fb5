import { z } from "zod";
import { receipt } from "./record.ts";
import { route } from "./route.ts";
import { options } from "./surveys.ts";

// Longer than the text and the note of every promise, and more than the levels of every tree.
const TEXT_MAX = 2_000;
const PATH_MAX = 64;

export const voteCheckRoutes = {
  reportCheck: route({
    method: "POST",
    path: "/record/:id/checked",
    access: "survey:take-part",
    summary:
      "Counts that the caller has checked their own vote: `found` if it is in the record as cast; " +
      "`mismatch` with a promise of this site that it has not kept. Once for each receipt",
    body: z.object({
      receipt,
      vote: z.enum(options),
      outcome: z.enum(["found", "mismatch"]),
      /** For a mismatch: what the receipt has besides. */
      nonce: z.string().max(32).default(""),
      textHash: z.string().max(64).default(""),
      promise: z
        .object({
          text: z.string().max(TEXT_MAX),
          index: z.int().min(0),
          path: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(PATH_MAX),
          note: z.string().max(TEXT_MAX),
        })
        .optional(),
    }),
    problems: ["not_found", "conflict"],
    reply: z.object({
      /** False if it was counted before. */
      counted: z.boolean(),
    }),
  }),
};
