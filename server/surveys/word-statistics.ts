import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { createShortMemory } from "../short-memory.ts";

export interface WordStatistics {
  /** How many surveys there are, and which share of them has all the words, about. */
  estimate(words: string[]): Promise<{ surveys: number; share: number }>;
}

// PostgreSQL counts again once a tenth of all surveys has changed; that takes longer.
const MAX_AGE_MS = 60_000;

/** What PostgreSQL knows about the words of surveys: the share that each of the commonest has. */
export function createWordStatistics(db: Database): WordStatistics {
  const memory = createShortMemory({ load: () => load(db), maxAgeMs: MAX_AGE_MS, maxItems: 1 });
  return {
    async estimate(words) {
      const { surveys, common } = await memory.read("words");
      const share = words
        .map((word, index) => shareHaving(common, word, index === words.length - 1))
        .reduce((product, one) => product * one, 1);
      return { surveys, share };
    },
  };
}

interface CommonWord {
  word: string;
  share: number;
}

async function load(db: Database): Promise<{ surveys: number; common: CommonWord[] }> {
  const { rows } = await sql<CommonWord>`
    select word, share from pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
    where schemaname = current_schema() and tablename = 'surveys' and attname = 'search'
      -- After the shares come their least and greatest.
      and word is not null`.execute(db);
  const size = await sql<{ surveys: number }>`
    select reltuples as surveys from pg_class where oid = 'surveys'::regclass`.execute(db);
  return { surveys: size.rows[0]?.surveys ?? 0, common: rows };
}

/** Rare words are not known, and count as nobody's. */
function shareHaving(common: CommonWord[], typed: string, unfinished: boolean): number {
  const shares = common
    .filter(({ word }) => (unfinished ? word.startsWith(typed) : word === typed))
    .map(({ share }) => share);
  return Math.min(
    1,
    shares.reduce((sum, share) => sum + share, 0),
  );
}
