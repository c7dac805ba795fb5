import { z } from "zod";
import { receipt } from "./record.ts";
import { route } from "./route.ts";
import { options } from "./surveys.ts";

// Longer than every promise: two addresses, a hash, a time and a signature.
const PROMISE_MAX = 2_000;

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
      /** The signed promise, for a mismatch. */
      promise: z.string().max(PROMISE_MAX).default(""),
    }),
    problems: ["not_found", "conflict"],
    reply: z.object({
      /** False if it was counted before. */
      counted: z.boolean(),
    }),
  }),
};
