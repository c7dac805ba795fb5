import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that start several servers, kill them, or restore whole databases: `npm run test:processes`.
 * They take as much time as a third of all other files, so `npm test` leaves them out.
 */
const processes = [
  "scripts/start-endings.test.ts",
  "server/database/backup/{check,commands}.test.ts",
  "server/operations/maintenance/signal.test.ts",
  "server/app/workers/{processes,release,several-servers}.test.ts",
  "server/surveys/ballots/crash.test.ts",
];

/** Other files that start servers and databases, and wait for them. */
const long = /\/(workers|backup|embedded|maintenance)\/|scripts\/(start|admin)|outage|waiting/;

/** Begins with the long files, so that none of them runs alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

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

const server = {
  ...shared,
  include: ["{contract,record,server,scripts,words}/**/*.test.ts"],
  globalSetup: "server/testing/postgres.ts",
  execArgv: ["--import", "./server/testing/quick-passwords.mjs"],
  setupFiles: ["close-after-file", "check-statements", "patience"].map(
    (name) => `server/testing/${name}.ts`,
  ),
  // The built pages, as they are: Vite would transform them, and read them again for each rendered page.
  server: { deps: { external: [/\/dist\//] } },
  // Loading the server for each file takes as long as all tests. Files share only the code,
  // because each has its own database.
  isolate: false,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // More than there are cores: tests wait for the database and for processes as much as they compute.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      { test: { ...server, name: "server", exclude: processes } },
      { test: { ...server, name: "processes", include: processes } },
      { test: { ...shared, name: "web", include: ["web/**/*.test.{ts,tsx}"] } },
    ],
  },
});
