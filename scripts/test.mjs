import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { ensureBuilt, ensureInstalled, root, say } from "./set-up.mjs";

await ensureInstalled();
await ensureBuilt();
// Imported only now, because it needs what was just installed.
const { findBrowser } = await import("./browser.mjs");

const execute = promisify(execFile);
const reports = path.join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

const checks = [
  ["format and lint", ["biome", "ci", "--error-on-warnings"]],
  ["types of the contract", ["tsc", "-p", "tsconfig.json"]],
  ["types of the server", ["tsc", "-p", "server/tsconfig.json"]],
  ["types of the browser side", ["tsc", "-p", "web/tsconfig.json"]],
  [
    "import rules",
    ["depcruise", "contract", "record", "server", "web", "scripts", "bench", "reliability", "e2e"],
  ],
  ["dead code", ["knip"]],
  ["OpenAPI document", ["redocly", "lint", "dist/openapi.json"]],
];

/** Otherwise the OpenAPI linter sends telemetry and checks for updates. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const wanted = process.argv.slice(2);
const chosen = (name) => wanted.length === 0 || wanted.includes(name);
let passed = 0;
/** Names are printed last, because the report of a failure is hundreds of lines above the end. */
const failures = [];

if (chosen("checks")) {
  // All at once: none of them uses more than one core.
  const results = await Promise.all(checks.map(runCheck));
  const failed = checks.filter((_check, index) => !results[index]).map(([name]) => `✗ ${name}`);
  count(failed.length, checks.length - failed.length, failed);
}
if (chosen("unit")) {
  const report = path.join(reports, "unit.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const status = runTool("unit and HTTP tests", ["vitest", "run", ...reporters]);
  const { numPassedTests = 0, testResults = [] } = readReport(report);
  count(status, numPassedTests, testResults.flatMap(failedInFile));
}
if (chosen("browser")) {
  const report = path.join(reports, "browser.json");
  const browser = await findBrowser({ log: say });
  const status = runTool("browser tests", ["playwright", "test"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    TEST_BROWSER: JSON.stringify(browser),
  });
  const { stats, suites = [] } = readReport(report);
  count(status, stats?.expected ?? 0, suites.flatMap(failedInSuite));
}

say(`\n${[...failures, ""].join("\n")}${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && passed > 0 ? 0 : 1);

/** Runs a check and prints its output at the end. Returns whether it passed. */
async function runCheck([name, command]) {
  // Far more than a useful error message.
  const options = { cwd: root, maxBuffer: 16 * 1024 * 1024, env: { ...process.env, ...quiet } };
  const result = await execute("npx", command, options).catch((failure) => failure);
  say(`\n— ${name}\n${result.stdout}${result.stderr}`.trimEnd());
  return !(result instanceof Error);
}

function runTool(name, command, environment = {}) {
  say(`\n— ${name}`);
  const env = { ...process.env, ...environment };
  return spawnSync("npx", command, { cwd: root, stdio: "inherit", env }).status;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/** In a file of Vitest's report. A skipped test counts as failed. */
function failedInFile({ name, assertionResults: tests }) {
  const failed = tests.filter(({ status }) => status !== "passed");
  return failed.map(({ fullName }) => `✗ ${path.relative(root, name)} › ${fullName}`);
}

/** In a suite of Playwright's report. A test that passes only at a second try, or is skipped, counts as failed. */
function failedInSuite({ suites = [], specs = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status !== "expected"));
  const names = failed.map(({ file, title }) => `✗ e2e/${file} › ${title}`);
  return [...names, ...suites.flatMap(failedInSuite)];
}

/** A runner that fails without a failed test, for example in its set-up, counts as one failure. */
function count(status, newlyPassed, failed) {
  passed += newlyPassed;
  failures.push(...failed);
  if (status !== 0 && failed.length === 0) failures.push("✗ a test runner: see its output above");
}
