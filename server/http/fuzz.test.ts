import { expect, it } from "vitest";
import { describeFinding, runFuzz } from "../testing/fuzz/run.ts";
import { createWorld, fuzzSettings, newSeed } from "../testing/fuzz/world.ts";
import { createTestApp, TEST_SECRET } from "../testing/test-app.ts";
import { findWrongTallies } from "../votes/queries.ts";

// Some seconds' worth. `npm run fuzz` makes a hundred times as many.
const REQUESTS = 1_500;

it("answers whatever comes, and every refusal is a problem document", async () => {
  const { app, db } = await createTestApp(fuzzSettings);
  // Another one each time; a finding names it, and `npm run fuzz` repeats it.
  const seed = newSeed();
  const world = await createWorld({ app, db, secret: TEST_SECRET, seed });
  const { findings, reached } = await runFuzz({ app, world, seed, from: 0, count: REQUESTS });
  expect(findings.map(describeFinding), `npm run fuzz -- --seed ${seed}`).toEqual([]);
  expect(reached.size).toBeGreaterThan(40);
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(200);
  expect(await findWrongTallies(db)).toEqual([]);
}, 60_000);
