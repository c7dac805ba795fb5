import { execFile } from "node:child_process";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { type Lab, needed, say, until } from "../../bench/lab.ts";
import { LIMIT_FACTOR } from "../../bench/processes.ts";
import { projectRoot } from "../../server/process/project-root.ts";
import { type ServerProcess, startServer } from "../../server/testing/server-process.ts";
import { proxyNames, startProxy } from "./proxies.ts";

// Two builds that differ in one word, side by side behind haproxy and nginx, as while servers are
// replaced one by one: what a browser shows.

// Each of them with an empty cache.
const VISITS = 12;
const SHOWN_WITHIN_MS = 60_000;
const addresses = ["/", "/surveyPage", "/transparency"];

interface Version {
  server: ServerProcess;
  /** Its pages begin with these scripts. */
  scripts: string[];
}

interface Visit {
  page: Page;
  /** `told` is a page that says what is wrong, and `dead` one that says nothing and does nothing. */
  shown: "alive" | "told" | "dead";
  /** How often the page was loaded. */
  loads: () => number;
}

const samples = path.join(projectRoot, "deploy/proxies");

/** Throws if a page is dead, or not as it should be. */
export async function tryTwoVersions(lab: Lab): Promise<boolean> {
  const folder = await buildNext(lab);
  const [old, next] = [
    await startVersion(lab, projectRoot, "old"),
    await startVersion(lab, folder, "new"),
  ];
  const { findBrowser } = await import(path.join(projectRoot, "scripts/browser.mjs"));
  const { executablePath, env, args } = await findBrowser({ log: say });
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args,
  });
  lab.atEnd(() => browser.close());
  const servers: [string, string] = [old.server.url, next.server.url];
  const open: Visit[] = [];
  for (const name of proxyNames) {
    const inTurns = await startProxy(lab, name, { samples, servers, sticky: false });
    await visitInTurns(browser, inTurns, name);
    const sticky = await startProxy(lab, name, { samples, servers, sticky: true });
    open.push(await visitSticky(browser, sticky, name, [old, next]));
  }
  await old.server.stop();
  for (const { page, loads } of open) {
    await openContact(page);
    expectSame(loads(), 1, "loads of an old page that a new server has given the rest");
  }
  say("the old server is gone, and pages that came from it go on: as expected");
  return true;
}

/** The sources with another word, built as an update is. */
async function buildNext({ directory }: Lab): Promise<string> {
  const folder = path.join(directory, "next");
  const left = ["node_modules", "dist", "data", ".cache", ".git", ".env", "test-results"];
  const isSource = (file: string) => !left.includes(path.relative(projectRoot, file));
  await cp(projectRoot, folder, { recursive: true, filter: isSource });
  await symlink(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
  const file = path.join(folder, "words/en.json");
  const words = await readFile(file, "utf8");
  const word = '"skipToContent": "';
  if (!words.includes(word)) throw new Error(`words/en.json has no ${word}`);
  await writeFile(file, words.replace(word, `${word}Please: `));
  say("builds a version with another word");
  const before = path.join(projectRoot, "dist");
  const build = ["scripts/build.mjs", "--before", before];
  await promisify(execFile)(process.execPath, build, { cwd: folder });
  return folder;
}

async function startVersion(lab: Lab, folder: string, name: string): Promise<Version> {
  const server = await startServer({
    settings: {
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      DATA_DIR: path.join(lab.directory, `data-${name}`),
      DEMO: "on",
      LIMIT_FACTOR,
      SHED_AFTER_MS: "600000",
    },
    logFile: path.join(lab.logDir, `${name}.log`),
    nodeOptions: ["--import", "./server/testing/quick-passwords.mjs"],
    folder,
  });
  lab.atEnd(() => server.isRunning() && server.stop());
  const scripts = await Promise.all(
    addresses.map(async (address) => mainScript(await (await fetch(server.url + address)).text())),
  );
  return { server, scripts };
}

function mainScript(html: string): string {
  const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? [];
  if (!script) throw new Error("a page without a script");
  return script;
}

/** Calls of one person go to both servers. */
async function visitInTurns(browser: Browser, site: string, name: string): Promise<void> {
  const visits: Visit[] = [];
  for (let number = 0; number < VISITS; number += 1) {
    const visit = await open(browser, site, number);
    visits.push(visit);
    await visit.page.context().close();
  }
  const count = (shown: Visit["shown"]) => visits.filter((visit) => visit.shown === shown).length;
  const again = visits.filter(({ shown, loads }) => shown === "alive" && loads() > 1).length;
  say(
    `${name}, in turns: of ${VISITS} pages ${count("alive")} work (${again} at the second load), ${count("told")} say why not`,
  );
  expectSame(count("dead"), 0, `dead pages behind ${name}`);
  // One more where a part of a page is missing as well, which the page itself notices.
  expectSame(Math.max(...visits.map(({ loads }) => loads())) <= 3, true, "at most three loads");
}

/** The sample keeps a person on one server. Returns a page that has come from the old one, still open. */
async function visitSticky(
  browser: Browser,
  site: string,
  name: string,
  versions: Version[],
): Promise<Visit> {
  const from = versions.map((): Visit[] => []);
  for (let number = 0; number < VISITS; number += 1) {
    const visit = await open(browser, site, number);
    expectSame([visit.shown, visit.loads()], ["alive", 1], `a page behind ${name}`);
    const script = mainScript(await visit.page.content());
    from[versions.findIndex(({ scripts }) => scripts.includes(script))]?.push(visit);
  }
  const [old = [], next = []] = from;
  say(
    `${name}, as in the sample: ${old.length} pages from the old server and ${next.length} from the new one, all work`,
  );
  const [kept, ...others] = old;
  if (!kept || !next[0]) throw new Error(`${name} has sent everybody to one server`);
  await openContact(next[0].page);
  expectSame(next[0].loads(), 1, "loads of a new page beside an old server");
  await Promise.all([...others, ...next].map(({ page }) => page.context().close()));
  return kept;
}

async function open(browser: Browser, site: string, number: number): Promise<Visit> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    // For nginx, which tells people apart by the first three parts of their address.
    extraHTTPHeaders: { "x-forwarded-for": `198.51.${number}.7` },
  });
  const page = await context.newPage();
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  const address = site + addresses[number % addresses.length];
  await page.goto(address, { waitUntil: "commit" });
  // While the page is loaded again, there is nothing to ask.
  const shown = await until(() => page.evaluate(look).catch(() => null), SHOWN_WITHIN_MS);
  return { page, shown: (shown as Visit["shown"] | undefined) ?? "dead", loads: () => loads };
}

// React marks the elements that it knows.
const look = `(() => {
  if ([...document.querySelectorAll("[role=alert]")].some((one) => one.checkVisibility())) return "told";
  const shown = document.querySelector("#root main h1");
  return shown && Object.keys(shown).some((key) => key.startsWith("__react")) ? "alive" : null;
})()`;

/** Its script is in a part of its own, which the page loads only now. */
async function openContact(page: Page): Promise<void> {
  const path = '#root header a[href$="/contact"], #root nav a[href$="/contact"]';
  await needed("link", 10, () => page.locator(path).first().isVisible());
  await page.locator(path).first().click();
  const form = page.locator("#root main form textarea");
  await needed("page that an open one asks for", 60, () => form.isVisible());
}

function expectSame(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one}, expected ${other}`);
}
