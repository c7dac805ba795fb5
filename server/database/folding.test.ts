import { expect, it } from "vitest";
import { routes } from "../../contract/routes.ts";
import { createEmptyDatabase, ENGLISH_ONLY } from "../testing/empty-database.ts";
import { createTestApp, createTestDatabase } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";
import { whyNotFolding } from "./folding.ts";
import { migrate } from "./migrate.ts";

it("finds words of other alphabets, whatever the locale of the database", async () => {
  const { connection, db } = await createEmptyDatabase(ENGLISH_ONLY);
  await migrate(connection);
  for (const on of [db, await createTestDatabase(null)]) {
    const site = await createTestApp({}, on);
    const titles = ["Čaj nebo Čokoláda", "VÍCE ČOKOLÁDY", "málo čokolády", "Больше Москвы"];
    for (const title of titles) await addTestSurvey(on, { title });
    const find = async (search: string) => {
      const found = await site.visitor.call(routes.listSurveys, { query: { search } });
      return found.map(({ title }) => title).sort();
    };
    expect(await find("čok")).toEqual(["VÍCE ČOKOLÁDY", "málo čokolády", "Čaj nebo Čokoláda"]);
    expect(await find("ČOKOLÁDY málo")).toEqual(["málo čokolády"]);
    expect(await find("čaj")).toEqual(["Čaj nebo Čokoláda"]);
    expect(await find("москв")).toEqual(["Больше Москвы"]);
  }
});

it("says what a database does to searches", async () => {
  const { db } = await createEmptyDatabase(ENGLISH_ONLY);
  expect(await whyNotFolding(db)).toMatch(/^The database knows only .*encoding UTF8, locale C\): /);
  const other = await createEmptyDatabase(`${ENGLISH_ONLY} encoding LATIN1`);
  expect(await whyNotFolding(other.db)).toMatch(/encoding LATIN1, locale C/);
  expect(await whyNotFolding(await createTestDatabase(null))).toBeNull();
});
