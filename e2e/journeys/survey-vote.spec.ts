import type { Locator, Page, Request } from "@playwright/test";
import { routes } from "../../contract/routes.ts";
import { aVote } from "../../server/testing/inputs.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, callAs, register, withoutPage } from "../people.ts";
import { expect, siteUrl, test } from "../site.ts";
import {
  findSurvey,
  openAsNewPerson,
  readSurvey,
  result,
  side,
  vote,
  voteButton,
  writeReport,
} from "../surveys.ts";

test("without a choice the server's message stands at the field", async ({
  page,
  expectComplaint,
}) => {
  await openAsNewPerson(page, await findSurvey(page, "Signing in without passwords"));
  expectComplaint(/status of 422.*visitedSurvey/);
  await voteButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Please choose yes or no");
  await expect(question(page)).toHaveAccessibleDescription("Please choose yes or no");
  await expect(page.getByRole("alertdialog")).toBeHidden();
});

test("a vote is confirmed, and then the result is shown, which nobody sees before", async ({
  page,
}) => {
  const survey = await findSurvey(page, "Bring back the break in very long films");
  const details = page.waitForResponse(`${siteUrl}/survey/details/${survey._id}?comments=0`);
  const person = await openAsNewPerson(page, survey);
  const before = await (await details).text();
  expect(JSON.parse(before)).toMatchObject({ ownVote: null, results: null });
  expect(before).not.toMatch(/"(yes|no)":\d/);
  await expect(page.getByRole("main")).not.toContainText(/\d%/);

  await vote(page, "Yes");
  const caller = await callAs(page, person);
  await expect(async () => {
    const { results } = await readSurvey(caller, survey);
    expect(await shownResults(page)).toEqual(results);
  }).toPass();
  const { yes, no } = await shownResults(page);
  const share = Math.round((yes / (yes + no)) * 100);
  await expect(result(page)).toContainText(`${yes + no} votes.`);
  await expect(side(page, "Yes")).toContainText(`${share}%`);
  await expect(side(page, "No")).toContainText(`${100 - share}%`);
  await expect(side(page, "Yes")).toContainText("Your vote");
  await expect(side(page, "No")).not.toContainText("Your vote");
  await expect(result(page).getByRole("status")).toContainText("Live");

  await page.reload();
  await expect(side(page, "Yes")).toContainText("Your vote");
  await expect(voteButton(page)).toBeHidden();
});

test("choice and text survive a reload, and Enter on a choice sends nothing", async ({ page }) => {
  await openAsNewPerson(page, await findSurvey(page, "Signing in without passwords"));
  const report = page.getByRole("textbox", { name: "Report" });
  await page.getByRole("radio", { name: "No" }).check();
  await writeReport(page, "The title says something else");
  await page.getByRole("radio", { name: "No" }).press("Enter");
  await page.reload();
  await expect(voteButton(page)).toBeVisible();
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await expect(report).toHaveValue("The title says something else");
});

test("who voted in another tab already is told, and shown the result", async ({
  page,
  expectComplaint,
}) => {
  const survey = await findSurvey(page, "Phones locked away at concerts");
  const person = await openAsNewPerson(page, survey);
  // Only now the page has read that this person has not voted.
  await expect(voteButton(page)).toBeVisible();
  await (await callAs(page, person)).call(routes.castVote, aVote(survey._id, "no"));

  expectComplaint(/status of 409.*visitedSurvey/);
  await page.getByRole("radio", { name: "Yes" }).check();
  await voteButton(page).click();
  const alert = page.getByRole("alertdialog", { name: "Already added item", exact: true });
  await expect(alert).toHaveAccessibleDescription("You already survey this item");
  await acceptAlert(page, "Already added item");
  await expect(side(page, "No")).toContainText("Your vote");
  await expect(result(page)).toBeFocused();
});

test("a vote in one browser moves the numbers in another", async ({ page, newVisitor }) => {
  const survey = await findSurvey(page, "Street music without a licence");
  const other = await newVisitor();
  await openAsNewPerson(page, survey);
  await vote(page, "Yes");
  await expect(result(page).getByRole("status")).toContainText("Live");
  const before = await shownResults(page);

  await openAsNewPerson(other, survey);
  await other.getByRole("radio", { name: "No" }).check();
  const start = Date.now();
  await voteButton(other).click();
  await expect
    // Other tests may vote too. Generous for a busy machine; an idle one needs a tenth.
    .poll(async () => (await shownResults(page)).no, { timeout: 5_000, intervals: [20] })
    .toBeGreaterThan(before.no);
  test.info().annotations.push({ type: "seen after", description: `${Date.now() - start} ms` });
  await acceptAlert(other, "Successfully added");
  await expect(side(other, "No")).toContainText("Your vote");
});

test("live results come back by themselves after the connection was lost", async ({
  page,
  expectComplaint,
}) => {
  const survey = await findSurvey(page, "Delivery drones over residential streets");
  await openAsNewPerson(page, survey);
  expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.route("**/survey/live/*", (route) => route.abort());
  await vote(page, "Yes");
  await expect(result(page).getByRole("status")).toContainText("Reconnecting.");
  const { no } = await shownResults(page);
  const other = await withoutPage();
  const caller = await callAs(other, await register(other));
  await caller.call(routes.castVote, aVote(survey._id, "no"));
  await page.unroute("**/survey/live/*");
  await expect(result(page).getByRole("status")).toContainText("Live");
  await expect.poll(async () => (await shownResults(page)).no).toBeGreaterThan(no);
});

test("a server that is away is told honestly, and the next try is the same vote", async ({
  page,
  expectComplaint,
}) => {
  const survey = await findSurvey(page, "Open source first in public offices");
  await openAsNewPerson(page, survey);
  const keys: (string | undefined)[] = [];
  const remember = (request: Request) => {
    if (request.url().endsWith("/visitedSurvey")) keys.push(request.headers()["idempotency-key"]);
  };
  page.on("request", remember);
  await page.getByRole("radio", { name: "No" }).check();
  await writeReport(page, "The word 'public' is unclear.");

  expectComplaint(/status of 503.*visitedSurvey/);
  expectComplaint(/ERR_FAILED.*visitedSurvey/);
  let server: "away" | "loses answers" | "back" = "away";
  await page.route("**/visitedSurvey", async (route) => {
    if (server === "away") return route.fulfill({ status: 503 });
    if (server === "back") return route.continue();
    expect((await route.fetch()).status()).toBe(201);
    server = "back";
    return route.abort();
  });
  await voteButton(page).click();
  await expectNotCounted(page, "This page tries again by itself");
  await expect(page.getByRole("radio", { name: "Yes" })).toBeDisabled();
  await expectAccessible(page, "a vote that is tried again");
  await page.getByRole("button", { name: "Stop trying" }).click();
  await expectNotCounted(page, "The service is briefly out of reach");
  await expect(page.getByRole("radio", { name: "Yes" })).toBeEnabled();

  // The vote arrives, but its answer is lost.
  server = "loses answers";
  await page.getByRole("button", { name: "Try again" }).click();
  await acceptAlert(page, "Successfully added");
  await expect(side(page, "No")).toContainText("Your vote");
  expect(keys.length).toBeGreaterThanOrEqual(3);
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
});

test("a vote that can't be sent without a network is counted when it is back", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
  const survey = await findSurvey(page, "Open source first in public offices");
  await openAsNewPerson(page, survey);
  await page.context().setOffline(true);
  await page.getByRole("radio", { name: "Yes" }).check();
  await voteButton(page).click();
  const notice = page.getByRole("main").getByRole("alert");
  await expect(notice).toContainText("Your vote is not counted yet");
  await expect(notice).toContainText("This page tries again by itself");
  await page.context().setOffline(false);
  await acceptAlert(page, "Successfully added");
  await expect(side(page, "Yes")).toContainText("Your vote");
});

test("a report goes along with the vote", async ({ page }) => {
  const survey = await findSurvey(page, "Libraries open until late in the evening");
  const { email, name } = await openAsNewPerson(page, survey);
  await writeReport(page, "How late is late?");
  const answered = page.waitForResponse(`${siteUrl}/visitedSurvey`);
  await vote(page, "Yes");
  const answer = await answered;
  expect(answer.request().postDataJSON()).toEqual({
    report: "How late is late?",
    vote: "yes",
    userEmail: email,
    userName: name,
    surveyItemId: survey._id,
    title: survey.title,
    category: survey.category,
    source: "link",
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    textHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(answer.status()).toBe(201);
  expect(await answer.json()).toEqual({
    insertedId: expect.any(String),
    receipt: expect.objectContaining({ vote: "yes" }),
  });
});

function question(page: Page): Locator {
  return page.getByRole("main").getByRole("group", { name: /\?$/ }).first();
}

async function shownResults(page: Page): Promise<{ yes: number; no: number }> {
  const votes = async (word: "Yes" | "No") => {
    const text = (await side(page, word).textContent()) ?? "";
    return Number(/%(\d+) votes?/.exec(text)?.[1]);
  };
  return { yes: await votes("Yes"), no: await votes("No") };
}

async function expectNotCounted(page: Page, reason: string): Promise<void> {
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Your vote is not counted yet");
  await expect(alert).toContainText(reason);
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await expect(page.getByLabel("Report")).toHaveValue("The word 'public' is unclear.");
}
