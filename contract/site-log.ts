import { z } from "zod";
import { route } from "./route.ts";

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
