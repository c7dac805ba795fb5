import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { findWrongTallies } from "../surveys/votes/recount-queries.ts";
import { describeFinding, runFuzz } from "../testing/fuzz/run.ts";
import { brokenMessages, sendBroken } from "../testing/fuzz/wire.ts";
import { createWorld, fuzzSettings, newSeed } from "../testing/fuzz/world.ts";
import { createTestApp, TEST_SECRET } from "../testing/test-app.ts";

// Takes a few seconds. `npm run fuzz` makes a hundred times as many.
const count = 1_000;
const budgetMs = 15_000;

it("answers whatever comes, and every refusal is a problem document", async () => {
  const { app, db } = await createTestApp(fuzzSettings);
  // A new seed each time. A finding names it, and `npm run fuzz` repeats it.
  const seed = newSeed();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const world = await createWorld({ app, db, secret: TEST_SECRET, seed });
  const { findings, reached } = await runFuzz({ app, world, seed, from: 0, count, budgetMs });
  expect(findings.map(describeFinding), `npm run fuzz -- --seed ${seed}`).toEqual([]);
  // Fuzzing tests nothing if every request is refused early.
  expect(reached.size).toBeGreaterThan(5);
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(200);
  expect(await findWrongTallies(db)).toEqual([]);
});

it("answers what is no request at all, or hangs up", async () => {
  const { app } = await createTestApp(fuzzSettings);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const wrong = await Promise.all(
    Object.entries(brokenMessages).map(async ([name, message]) => {
      const what = await sendBroken(port, message);
      return what ? [`${name}: ${what}`] : [];
    }),
  );
  expect(wrong.flat()).toEqual([]);
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(200);
});
