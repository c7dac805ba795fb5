import { sql } from "kysely";
import { expect, it } from "vitest";
import { createEmptyDatabase, ENGLISH_ONLY } from "../testing/empty-database.ts";
import { createTestDatabase } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";
import { alike, foldLetters, signs } from "./letters.ts";
import { migrate } from "./migrate.ts";

const everySign = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => character.match(signs),
);

it("takes the same letters for one as the database does, whatever its locale", async () => {
  const { connection, db } = await createEmptyDatabase(ENGLISH_ONLY);
  await migrate(connection);
  // Each between letters that are their own, to see also what is left out and what ends a word.
  const given = [..."ÉñçÅأإآئ", ...everySign, ...alike.flatMap(([some]) => [...some])];
  const words = given.map((character) => `x${character}y`).join(" ");
  const folded = new Set(foldLetters(words).split(/\s+/));
  expect([...folded]).toEqual(expect.arrayContaining(["xey", "xy", "xاy", "x"]));
  for (const on of [db, await createTestDatabase(null)]) {
    const text = { title: "-", description: words, question: "-", status: "pending" } as const;
    const id = await addTestSurvey(on, text);
    const { rows } = await sql<{ found: string[] }>`
      select tsvector_to_array(search) as found from surveys where id = ${id}`.execute(on);
    expect(rows[0]?.found.sort()).toEqual([...folded].sort());
  }
});
