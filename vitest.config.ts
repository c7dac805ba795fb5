import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const shared = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // The order of tests must not matter.
  sequence: { shuffle: true },
};

export default defineConfig({
  test: {
    // More than there are cores: tests wait for the database and for processes as much as they compute.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          ...shared,
          name: "server",
          include: ["{contract,record,server,scripts}/**/*.test.ts"],
          globalSetup: "server/testing/postgres.ts",
          execArgv: ["--import", "./server/testing/quick-passwords.mjs"],
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
