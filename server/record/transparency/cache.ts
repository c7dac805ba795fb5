import { createHash } from "node:crypto";
import type { ReplyInput } from "../../../contract/route.ts";
import type { transparencyRoutes } from "../../../contract/transparency.ts";
import type { Database } from "../../database/connect.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import { listKeys } from "../survey-record/key-queries.ts";
import { readMonths } from "./queries.ts";

// With a million surveys and a million decisions in a year, the queries take about a second
// together. Nobody waits for a month's numbers to the minute.
const MAX_AGE_MS = 10 * 60_000;

export type Transparency = ReplyInput<typeof transparencyRoutes.readTransparency>;

interface Deps {
  db: Database;
  licence: Transparency["licence"];
  siteUrl: string;
  /** What is shown of the site's log. */
  readLog: () => Promise<Transparency["log"]>;
}

/** Whoever asks, and however often, the numbers are counted every ten minutes. */
export function createTransparency({ db, licence, siteUrl, readLog }: Deps) {
  const numbers = createShortMemory({
    load: (_: "all") => readMonths(db, new Date()),
    maxAgeMs: MAX_AGE_MS,
    maxItems: 1,
  });
  return {
    async read(): Promise<Transparency> {
      // A few rows, which everybody can read elsewhere too; a new key must be seen at once.
      const keys = await listKeys(db);
      return {
        ...(await numbers.read("all")),
        keys: keys.map(({ public_key, created_at }) => ({
          publicKey: public_key.toString("base64"),
          fingerprint: createHash("sha256").update(public_key).digest("hex"),
          since: created_at.toISOString(),
        })),
        log: await readLog(),
        licence,
        siteUrl,
      };
    },
  };
}
