import { defineConfig } from "vitest/config";
export default defineConfig({
  test: {
    globalSetup: "server/testing/postgres.ts",
    include: ["{contract,server,web,scripts}/**/*.test.{ts,tsx}"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Order must never matter.
    sequence: { shuffle: true },
  },
});
