import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { expectAccessible } from "../accessible.ts";
import { demo, expectSignedIn, fillLogin, register, submitLogin } from "../people.ts";
import { type RunningSite, START_MS, startSite } from "../server.ts";
import { expect, test } from "../site.ts";
import { findSurvey, vote, voteButton } from "../surveys.ts";

/** Its own site, because nobody can change anything on it for a while. */
let site: RunningSite;

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  site = await startSite();
});

test.afterAll(() => site.stop());

async function setReadOnly(time: string): Promise<void> {
  const program = path.join(import.meta.dirname, "../../dist/scripts/admin.js");
  const env = { PATH: process.env.PATH, DATABASE_URL: "", DATA_DIR: site.dataDir };
  await promisify(execFile)(process.execPath, [program, "read-only", time], { env });
}

const notice = (page: Page) =>
  page.getByRole("status").filter({ hasText: "We are working on the site until" });

test("while the site is read-only, pages say until when, and a vote waits with its choice", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  test.setTimeout(START_MS);
  const survey = await findSurvey(page, "Signing in without passwords", site.url);
  const person = await register(page, undefined, site.url);
  await page.goto(`${site.url}/surveyPage/${survey._id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await expect(notice(page)).toBeHidden();

  await setReadOnly("30m");
  expectComplaint(/status of 503.*visitedSurvey/);
  const until = await expectRefused(page);
  await expect(notice(page)).toContainText(until);
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expectAccessible(page, "a refused vote");

  // Reading goes on, also for somebody who opens the page anew.
  await page.reload();
  await expectSignedIn(page, person.name);
  await expect(notice(page)).toContainText(until);
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();

  const visitor = await newVisitor();
  await visitor.goto(`${site.url}${pages.login}`);
  await expect(notice(visitor)).toContainText(until);
  expectComplaint(/status of 503.*sign-in/);
  await fillLogin(visitor, demo.user.email, demo.user.password);
  await submitLogin(visitor);
  await expect(visitor.getByRole("alert")).toContainText(`Please try again after ${until}.`);

  // The notice goes by itself, and the vote counts.
  await setReadOnly("off");
  await expect(notice(page)).toBeHidden({ timeout: 30_000 });
  await vote(page, "Yes");
});

/** Votes, and returns the time that the refusal names. */
async function expectRefused(page: Page): Promise<string> {
  // Servers notice within a second.
  await expect
    .poll(() => page.evaluate(() => fetch("/settings").then((answer) => answer.json())))
    .toMatchObject({ readOnlyUntil: expect.any(String) });
  await voteButton(page).click();
  const problem = page.getByRole("main").getByRole("alert");
  await expect(problem).toContainText("Your vote is not counted yet");
  const [, time = ""] = /Please try again after (.+?)\./.exec(await problem.innerText()) ?? [];
  expect(time).toMatch(/\d\d:\d\d$/);
  return time;
}
