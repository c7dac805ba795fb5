import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ensureBuilt, ensureInstalled, programOf, root, say } from "./set-up.mjs";

const [wanted, ...chosenFiles] = process.argv.slice(2);
await ensureInstalled();
// By themselves, the checks need the compiled words, and of an earlier build the types of our API.
const areEnough = wanted === "checks" && existsSync(path.join(root, "dist/openapi.d.ts"));
if (areEnough) (await import("./words.mjs")).writeWords();
else await ensureBuilt();
// Imported only now, because it needs what was just installed.
const { findBrowser } = await import("./browser.mjs");

const execute = promisify(execFile);
const reports = path.join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

const checks = [
  ["format and lint", ["biome", "ci", "--error-on-warnings"]],
  ["types of the server", ["tsc", "-p", "tsconfig.node.json"]],
  ["types of the browser side", ["tsc", "-p", "tsconfig.web.json"]],
  [
    "import rules",
    ["depcruise", "contract", "record", "server", "web", "scripts", "bench", "reliability", "e2e"],
  ],
  ["dead code", ["knip"]],
];
if (wanted !== "checks")
  checks.push(["OpenAPI document", ["redocly", "lint", "dist/openapi.json"]]);

/** Otherwise the OpenAPI linter sends telemetry and checks for updates. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const chosen = (name) => (wanted ? wanted === name : name !== "processes");
let passed = 0;
/** Names are printed last, because the report of a failure is hundreds of lines above the end. */
const failures = [];

// Beside the unit tests, which leave a third of the processor idle. All at once: none of them uses
// more than one core.
const checking = Promise.all(chosen("checks") ? checks.map(runCheck) : []);
// Beside them too: it may have to be downloaded. A failure is told when the browser is needed.
const finding = chosen("browser") ? findBrowser({ log: say }) : Promise.resolve();
finding.catch(() => {});
if (chosen("unit")) await runVitest("unit and HTTP tests", ["server", "web"]);
if (chosen("processes")) await runVitest("tests of processes", ["processes"]);
for (const { name, output, isGood } of await checking) {
  say(`\n— ${name}\n${output}`.trimEnd());
  count(isGood ? 0 : 1, isGood ? 1 : 0, isGood ? [] : [`✗ ${name}`]);
}
if (chosen("browser")) {
  const report = path.join(reports, "browser.json");
  const browser = await finding;
  // Asked for by name, all of them or those that are named: `npm test` leaves out e2e/extended.
  const tests = wanted ? chosenFiles : ["e2e/journeys/"];
  const status = await runTool("browser tests", ["playwright", "test", ...tests], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    TEST_BROWSER: JSON.stringify(browser),
  });
  const { stats, suites = [] } = readReport(report);
  count(status, stats?.expected ?? 0, suites.flatMap(failedInSuite));
}

say(`\n${[...failures, ""].join("\n")}${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && passed > 0 ? 0 : 1);

/** Tests go first where both want a core. */
async function runCheck([name, [tool, ...args]]) {
  // Far more than a useful error message.
  const options = { cwd: root, maxBuffer: 16 * 1024 * 1024, env: { ...process.env, ...quiet } };
  const running = execute(process.execPath, [programOf(tool), ...args], options);
  setPriority(running.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const result = await running.catch((failure) => failure);
  return { name, output: result.stdout + result.stderr, isGood: !(result instanceof Error) };
}

async function runVitest(name, projects) {
  const report = path.join(reports, "unit.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const only = projects.map((project) => `--project=${project}`);
  const status = await runTool(name, ["vitest", "run", ...only, ...reporters]);
  const { numPassedTests = 0, testResults = [] } = readReport(report);
  count(status, numPassedTests, testResults.flatMap(failedInFile));
}

/** Returns its exit code. */
async function runTool(name, [tool, ...args], environment = {}) {
  say(`\n— ${name}`);
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } };
  const [code] = await once(spawn(process.execPath, [programOf(tool), ...args], options), "exit");
  return code;
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
