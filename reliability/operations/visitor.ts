import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { type Lab, needed, say } from "../../bench/lab.ts";
import { projectRoot } from "../../server/process/project-root.ts";
import type { takeMail } from "../../server/testing/smtp-server.ts";

const SITE = "https://polls.example.org";
export const SAM = { name: "Sam Moss", email: "sam@example.org", password: "a long way home" };
// A person waits no longer for a page.
const PAGE_MS = 30_000;

/** A browser for which the site's name leads to this address. */
export async function openBrowser(lab: Lab, address: string): Promise<Browser> {
  const { findBrowser } = await import(path.join(projectRoot, "scripts/browser.mjs"));
  const { executablePath, env, args } = await findBrowser({ log: say });
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...args, `--host-resolver-rules=MAP polls.example.org ${address}`],
  });
  lab.atEnd(() => browser.close());
  return browser;
}

/** A window of its own, without cookies, that trusts the certificate of the test. */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: SITE });
  context.setDefaultTimeout(PAGE_MS);
  return context.newPage();
}

/** Registers by the form, confirms the address by the mail's link, and votes. */
export async function registerAndVote(
  browser: Browser,
  mails: Awaited<ReturnType<typeof takeMail>>["mails"],
  survey: string,
): Promise<Page> {
  const page = await newPage(browser);
  await page.goto("/registerPage");
  await page.getByLabel("Name", { exact: true }).fill(SAM.name);
  await page.getByLabel("Photo Url", { exact: true }).fill("/avatars/07.svg");
  await page.getByLabel("Email", { exact: true }).fill(SAM.email);
  await page.getByLabel("Password", { exact: true }).fill(SAM.password);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  const link = await needed("mail with a link", 60, () => {
    const text = mails.findLast(({ to }) => to === SAM.email)?.text ?? "";
    return /https:\/\/\S+verifyEmail\S+/.exec(text)?.[0];
  });
  await page.goto(link);
  const confirm = page.getByRole("button", { name: "Confirm this address" });
  await confirm.click();
  // The mail's link alone is not enough.
  await page.getByLabel("Password", { exact: true }).fill(SAM.password);
  await confirm.click();
  await page.getByRole("link", { name: /, your profile/ }).waitFor();
  await vote(page, survey);
  return page;
}

async function vote(page: Page, survey: string): Promise<void> {
  await page.goto(`/surveyPage/${survey}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("button", { name: "Vote", exact: true }).click();
  await page.getByText("Your vote").first().waitFor();
}

export interface Visits {
  loaded: number;
  /** What a person would have seen that is no living page, in words. */
  dead: string[];
  /** Parts of pages that were not found, though the page came to life. */
  missing: number;
}

/** Opens the page again and again in new windows, as new visitors do, until it is told to stop. */
export function keepVisiting(browser: Browser, address: string): () => Promise<Visits> {
  const visits: Visits = { loaded: 0, dead: [], missing: 0 };
  let stopped = false;
  async function visit(): Promise<void> {
    const page = await newPage(browser);
    page.on("response", (answer) => {
      if (answer.status() === 404) visits.missing += 1;
    });
    try {
      await page.goto(address);
      // Only the script makes it one that can be pressed.
      const button = page.getByRole("main").getByRole("button", { name: "Login", exact: true });
      await button.click({ trial: true });
      visits.loaded += 1;
    } catch (error) {
      visits.dead.push(String(error).split("\n")[0] ?? "");
    }
    await page.context().close();
  }
  async function goOn(): Promise<void> {
    while (!stopped) await visit();
  }
  const all = Promise.all([goOn(), goOn()]);
  return async () => {
    stopped = true;
    await all;
    return visits;
  };
}
