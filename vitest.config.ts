import { defineConfig } from "vitest/config";

const shared = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // The order of tests must not matter.
  sequence: { shuffle: true },
};

export default defineConfig({
  test: {
    // All cores: tests wait for the database as much as they compute.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          ...shared,
          name: "server",
          include: ["{contract,record,server,scripts}/**/*.test.ts"],
          globalSetup: "server/testing/postgres.ts",
          setupFiles: ["server/testing/close-after-file.ts", "server/testing/check-statements.ts"],
          // Loading the server for each file takes as long as all tests. Files share only the code,
          // because each has its own database.
          isolate: false,
        },
      },
      { test: { ...shared, name: "web", include: ["web/**/*.test.{ts,tsx}"] } },
    ],
  },
});
