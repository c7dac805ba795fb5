import { z } from "zod";
import { options } from "./surveys.ts";

/** What a voter is given: `docs/public-record.md` says how to check it. */
export const voteReceipt = z.object({
  receipt: z.string(),
  nonce: z.string(),
  vote: z.enum(options),
  textHash: z.string(),
  /** The name of the survey's record. */
  origin: z.string(),
  /** A leaf of the tree whose root the note has signed, its place, and the inclusion proof. */
  promise: z.object({
    text: z.string(),
    index: z.int(),
    path: z.array(z.string()),
    note: z.string(),
  }),
});
