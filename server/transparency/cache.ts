import { createHash } from "node:crypto";
import type { ReplyInput } from "../../contract/route.ts";
import type { transparencyRoutes } from "../../contract/transparency.ts";
import type { Database } from "../database/connect.ts";
import { createShortMemory } from "../database/short-memory.ts";
import { listKeys } from "../record/reading-queries.ts";
import { readMonths } from "./queries.ts";

// With a million surveys and a million decisions in a year, the queries take about a second
// together. Nobody waits for a month's numbers to the minute.
const MAX_AGE_MS = 10 * 60_000;

export type Transparency = ReplyInput<typeof transparencyRoutes.readTransparency>;

interface Deps {
  db: Database;
  licence: Transparency["licence"];
  siteUrl: string;
}

/** The page's numbers: whoever asks, and however often, they are counted every ten minutes. */
export function createTransparency({ db, licence, siteUrl }: Deps) {
  const memory = createShortMemory({
    load: async (_: "all"): Promise<Transparency> => {
      const [numbers, keys] = await Promise.all([readMonths(db, new Date()), listKeys(db)]);
      return {
        ...numbers,
        keys: keys.map(({ public_key, created_at }) => ({
          publicKey: public_key.toString("base64"),
          fingerprint: createHash("sha256").update(public_key).digest("hex"),
          since: created_at.toISOString(),
        })),
        licence,
        siteUrl,
      };
    },
    maxAgeMs: MAX_AGE_MS,
    maxItems: 1,
  });
  return { read: () => memory.read("all") };
}
