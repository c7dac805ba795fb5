import { sql } from "kysely";
import {
  bitsFor,
  PLACES_LISTED,
  type Places,
  prefixOf,
  READ_WHOLE,
  receiptsWith,
} from "../../../record/places.ts";
import type { Database } from "../../database/connect.ts";

interface Beginning {
  prefix: string;
  bits: number;
}

/**
 * The places of all votes whose receipts begin alike, in a record of this size. Null if so many bits
 * are asked for that few votes share them, or so few that the answer would be long.
 */
export async function readPlaces(
  db: Database,
  surveyId: string,
  size: number,
  { prefix, bits }: Beginning,
): Promise<Places | null> {
  // Whoever has read an earlier checkpoint may ask with one bit less.
  const most = bitsFor(size);
  const isFitting = size > READ_WHOLE && (bits === most || bits === most - 1);
  if (!isFitting || prefixOf(prefix, bits) !== prefix) return null;
  const [first, last] = receiptsWith(prefix, bits);
  const { rows } = await sql<{ place: number; isVote: boolean }>`
    (select position as place, true as "isVote" from record_entries
      where survey_id = ${surveyId} and receipt between ${first}::uuid and ${last}::uuid
        and position < ${size}
      order by receipt limit ${PLACES_LISTED})
    union all
    (select position, false from record_entries
      where survey_id = ${surveyId} and text is not null and position < ${size}
      order by position desc limit ${PLACES_LISTED})
  `.execute(db);
  const placesOf = (wanted: boolean) =>
    rows.flatMap(({ place, isVote }) => (isVote === wanted ? place : []));
  const ascending = (one: number, other: number) => one - other;
  return { places: placesOf(true).sort(ascending), others: placesOf(false).sort(ascending) };
}
