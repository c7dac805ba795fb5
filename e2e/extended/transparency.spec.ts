import { readFile } from "node:fs/promises";
import { pages } from "../../contract/pages.ts";
import { expectAccessible } from "../accessible.ts";
import { expect, test } from "../site.ts";
import { findSurvey, openAsNewPerson, result, vote } from "../surveys.ts";

test("how a result grew, as a chart and as a table, by keyboard", async ({
  page,
  expectComplaint,
}) => {
  const points = [
    { until: "2026-03-01T10:00:00.000Z", yes: 8, no: 4 },
    { until: "2026-03-02T12:00:00.000Z", yes: 40, no: 60 },
  ];
  const growth = { from: "2026-03-01T08:00:00.000Z", points };
  // What the server counts is tested there; which votes a demo survey has depends on the minute.
  const answers = [
    { status: 403, json: {} },
    { json: { from: null, points: [] } },
    { json: growth },
  ];
  expectComplaint(/status of 403.*timeline/);
  await page.route("**/survey/timeline/*", (route) => route.fulfill(answers.shift()));

  await openAsNewPerson(page, await findSurvey(page, "A postal ballot in every letterbox"));
  await vote(page, "Yes");
  await expect(result(page)).toContainText(
    /\d+ (people|person) chose to answer\. They speak only for themselves\./,
  );
  const summary = result(page).getByText("How the result grew", { exact: true });
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(result(page).getByRole("alert")).toContainText("We can't show how it grew");
  await result(page).getByRole("button", { name: "Try again" }).press("Enter");
  await expect(result(page)).toContainText("It begins with ten votes");

  await page.reload();
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(result(page)).toContainText(
    /From 67% yes after 12 votes to 100 votes and 40% yes until/,
  );
  await page.keyboard.press("Tab");
  const chart = result(page).getByRole("slider", { name: "How the result grew" });
  await expect(chart).toBeFocused();
  await expect(chart).toHaveAttribute("aria-valuetext", /: 40 yes, 60 no$/);
  await page.keyboard.press("ArrowLeft");
  await expect(chart).toHaveAttribute("aria-valuetext", /: 8 yes, 4 no$/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const table = result(page).getByRole("table", { name: "How the result grew" });
  await expect(table.getByRole("row")).toHaveCount(1 + points.length);
  await expect(table.getByRole("row").last()).toContainText("406040");
  await expectAccessible(page, "with a timeline");
});

test("the footer leads to what everybody may know, and to the open data", async ({ page }) => {
  await page.goto(pages.contact);
  await page.getByRole("contentinfo").getByRole("link", { name: "Transparency" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Transparency" })).toBeVisible();
  const sections = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(sections.first()).toHaveText("Check it yourself");
  const decisions = page.getByRole("region", { name: "Decisions", exact: true });
  await expect(decisions.getByRole("slider", { name: "Decisions" })).toBeVisible();
  await decisions.getByText("Show the numbers").focus();
  await page.keyboard.press("Enter");
  await expect(decisions.getByRole("rowheader")).toHaveCount(12);
  await expect(page.getByRole("main")).toContainText("node verify.mjs http");

  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all results as CSV" }).press("Enter");
  const file = await (await saved).path();
  expect(await readFile(file, "utf8")).toContain("surveyId,title,question,category");

  await page.getByRole("link", { name: "What a result can tell you" }).press("Enter");
  await expect(
    page.getByRole("heading", { name: "Why there is no margin of error" }),
  ).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the transparency page has its numbers", async ({ page }) => {
    await page.goto(pages.transparency);
    await expect(page.getByRole("region", { name: "Surveys by state" })).toContainText(
      /Published\s*\d/,
    );
    await expect(page.getByRole("link", { name: "Download all results as JSON" })).toBeVisible();
  });
});
