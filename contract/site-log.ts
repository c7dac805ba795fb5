import { z } from "zod";
import { route } from "./route.ts";

/** No record comes near it, and every program can count so far exactly. */
const SIZE_MAX = 2 ** 48;

/** Somebody else who watches the site's log. */
const witness = z.object({
  /** In the form of C2SP's signed-note. */
  vkey: z.string(),
  /** When it has signed the checkpoint that is served; null if it has not. */
  signedAt: z.string().nullable(),
});

/** What people see of the log and of those who watch it. */
export const logSummary = z.object({
  vkey: z.string(),
  size: z.int(),
  witnesses: z.array(witness),
  /** So many witnesses are enough for the site; 0 if it has none. */
  quorum: z.int(),
});

export const siteLogRoutes = {
  readLogCheckpoint: route({
    method: "GET",
    path: "/log/checkpoint",
    access: "public",
    summary:
      "The signed size and root of the site's log, as a C2SP tlog-checkpoint with the cosignatures of its witnesses",
    problems: ["not_found", "record_refused"],
    reply: z.string(),
  }),
  proveLogged: route({
    method: "GET",
    path: "/log/proof/:id",
    access: "public",
    summary:
      "Proves that an entry of a survey's record is in the log, to be kept and checked without the site",
    query: z.object({ place: z.coerce.number().int().min(0).max(SIZE_MAX) }),
    problems: ["not_found", "record_refused"],
    reply: z.object({
      place: z.int(),
      /** The entry of the log that names a tree of the survey's record. */
      entry: z.string(),
      /** From the entry of the record to the root of that tree: 64 hex digits each. */
      proof: z.array(z.string()),
      /** From the entry of the log to its checkpoint, as a C2SP tlog-proof. */
      logProof: z.string(),
    }),
  }),
  readLogKeys: route({
    method: "GET",
    path: "/log/keys",
    access: "public",
    summary: "The name of the site's log, the keys that sign it, and who watches it",
    problems: ["not_found", "record_refused"],
    reply: z.object({
      /** The name of the log, which is the first line of its checkpoints. */
      origin: z.string(),
      /** The newest first. */
      keys: z.array(
        z.object({
          /** In the form of C2SP's signed-note. */
          vkey: z.string(),
          /** Ed25519, 32 bytes in base64. */
          publicKey: z.string(),
          since: z.string(),
          /** A note signed with an earlier key, which introduces this one. */
          handOver: z.string().nullable(),
        }),
      ),
      witnesses: z.array(witness),
      quorum: z.int(),
    }),
  }),
};
