import { type BrowserContext, test as base, expect, type Page, type Route } from "@playwright/test";

interface Complaints {
  seen: string[];
  expected: RegExp[];
}

interface Site {
  complaints: Complaints;
  /** Requires that the browser reports this error, and does not fail the test because of it. */
  expectComplaint: (pattern: RegExp) => void;
  /** A page in a new browser, checked for errors like the test's own page. */
  newVisitor: () => Promise<Page>;
}

/** The address of the site under test, without a trailing slash. */
export const siteUrl = process.env.SITE_URL ?? "";

// The bell of any page may ask just when its session ends elsewhere. Then its
// token can't be renewed either.
const ENDED_BELL = /status of 401.*\/(notices|jwt)\)$/;

/** Every test fails on a console error, an uncaught exception or a CSP violation. */
export const test = base.extend<Site>({
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here
    async ({}, use) => {
      const complaints: Complaints = { seen: [], expected: [] };
      await use(complaints);
      const { seen, expected } = complaints;
      const known = [...expected, ENDED_BELL];
      const surprises = seen.filter((line) => !known.some((pattern) => pattern.test(line)));
      expect(surprises, "what the browser complained of").toEqual([]);
      const missing = expected.filter((pattern) => !seen.some((line) => pattern.test(line)));
      expect(missing, "complaints that were expected and did not come").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, complaints }, use) => {
    await watch(context, complaints.seen);
    await use(context);
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForReact(page);
    keepRouting(page);
    await use(page);
  },
  expectComplaint: async ({ complaints }, use) => {
    await use((pattern) => complaints.expected.push(pattern));
  },
  newVisitor: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await watch(context, complaints.seen);
      const page = await context.newPage();
      waitForReact(page);
      keepRouting(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

async function watch(context: BrowserContext, seen: string[]): Promise<void> {
  context.on("console", (message) => {
    if (message.type() === "error") seen.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (failure) => seen.push(String(failure.error())));
  // Chromium does not log some violations to the console, for example an `eval` in a try block.
  await context.addInitScript(
    `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error("CSP:", violatedDirective, blockedURI));`,
  );
}

// React marks the elements that it knows.
const untilTakenOver = `new Promise((done) => {
  const look = () => {
    const shown = document.querySelector("#root main h1") ?? document.querySelector("#root *");
    const taken = !shown || Object.keys(shown).some((key) => key.startsWith("__react"));
    if (taken) done();
    else setTimeout(look, 10);
  };
  look();
})`;

/**
 * A page whose content comes in its HTML can be seen before its controls work. People don't notice,
 * but a test would press them: so opening a page waits until React has taken the content over.
 */
function waitForReact(page: Page): void {
  const open = { goto: page.goto, reload: page.reload };
  // Again on the next page, if this one leads there meanwhile.
  const taken = () => expect(() => page.evaluate(untilTakenOver)).toPass({ timeout: 15_000 });
  page.goto = async (...given) => {
    const answer = await open.goto.apply(page, given);
    await taken();
    return answer;
  };
  page.reload = async (...given) => {
    const answer = await open.reload.apply(page, given);
    await taken();
    return answer;
  };
}

/**
 * In Chromium, a request that begins just while the last route of a page goes away may hang for ever.
 * So a page that has had a route keeps one, for an address that nothing asks for.
 */
function keepRouting(page: Page): void {
  const { route } = page;
  page.route = async (...given) => {
    page.route = route;
    await page.route("**/asked-by-nobody", (asked) => asked.fallback());
    return page.route(...given);
  };
}

/** Holds the first such call until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pass = async (route: Route) => {
    await released;
    await route.continue();
  };
  await page.route(address, pass, { times: 1 });
  return release;
}

export { expect };
