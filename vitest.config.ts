import { defineConfig } from "vitest/config";

const shared = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // Order must never matter.
  sequence: { shuffle: true },
};

export default defineConfig({
  test: {
    // Also the last core: tests wait for the database as much as they compute.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          ...shared,
          name: "server",
          include: ["{contract,server,scripts}/**/*.test.ts"],
          globalSetup: "server/testing/postgres.ts",
          // Loading the server anew for each file takes as long as all tests; they share no state
          // but the code, as each has a database of its own.
          isolate: false,
        },
      },
      { test: { ...shared, name: "web", include: ["web/**/*.test.{ts,tsx}"] } },
    ],
  },
});
