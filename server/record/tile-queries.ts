import { sql } from "kysely";
import { splitHashes, type Tile, type TileId } from "../../record/tiles.ts";
import type { Database } from "../database/connect.ts";

export async function readTiles(db: Database, surveyId: string, ids: TileId[]): Promise<Tile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ level: number; number: number; hashes: Buffer }>`
    select t.level, t.number, t.hashes
    from record_tiles as t join unnest(
      ${ids.map(({ level }) => level)}::int[], ${ids.map(({ number }) => number)}::int[]
    ) as g (level, number) on g.level = t.level and g.number = t.number
    where t.survey_id = ${surveyId}
  `.execute(db);
  return rows.map(({ hashes, ...id }) => ({ ...id, hashes: splitHashes(hashes) }));
}

export async function writeTiles(trx: Database, surveyId: string, tiles: Tile[]): Promise<void> {
  await trx
    .insertInto("record_tiles")
    .values(
      tiles.map(({ level, number, hashes }) => ({
        survey_id: surveyId,
        level,
        number,
        hashes: Buffer.concat(hashes),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "level", "number"])
        .doUpdateSet((eb) => ({ hashes: eb.ref("excluded.hashes") })),
    )
    .execute();
}
