import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// By itself, waiting for a condition ends after a second, which a busy machine may need for anything.
// Less than a test's time, so that a failure says what is missing. Also in server/testing/patience.ts.
const PATIENCE_MS = 60_000;

const shared = {
  // Far longer than needed, for a machine that does much else at the same time.
  testTimeout: 150_000,
  hookTimeout: 150_000,
  expect: { poll: { timeout: PATIENCE_MS } },
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
          setupFiles: ["close-after-file", "check-statements", "patience"].map(
            (name) => `server/testing/${name}.ts`,
          ),
          // Loading the server for each file takes as long as all tests. Files share only the code,
          // because each has its own database.
          isolate: false,
        },
      },
      { test: { ...shared, name: "web", include: ["web/**/*.test.{ts,tsx}"] } },
    ],
  },
});
