import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { expect, test } from "../site.ts";
import { newPublishedSurvey, newUser, openAsAdmin } from "../staff.ts";
import { findSurvey, openSurvey, result, vote } from "../surveys.ts";

test("a side without votes is not drawn, and one vote is no majority", async ({ page }) => {
  const survey = await newPublishedSurvey();
  await newUser(page);
  await openSurvey(page, await findSurvey(page, survey.title));
  await vote(page, "Yes");
  await expect(result(page).getByText("1 vote.", { exact: true })).toBeVisible();
  await expect(result(page)).not.toContainText("Most say");
  await expect(result(page).locator("span.bg-yes")).toBeVisible();
  await expect(result(page).locator("span.border-no")).toHaveCount(0);
});

test("a chart says its values by keyboard and to the pointer", async ({ page }) => {
  await openAsAdmin(page, pages.overview);
  const chart = page.getByRole("region", { name: "Votes", exact: true });
  const slider = chart.getByRole("slider", { name: "Votes" });
  const value = (days: RegExp) => chart.getByText(days);
  await expect(slider).toHaveAttribute("aria-valuetext", /^\d+ \w+ 2\d{3}: [\d,]+$/);

  await slider.focus();
  const newest = (await slider.getAttribute("aria-valuetext")) ?? "";
  await expect(value(/^\d+ \w+ 2\d{3}: /)).toHaveText(newest);
  await page.keyboard.press("ArrowLeft");
  await expect(slider).not.toHaveAttribute("aria-valuetext", newest);
  await page.keyboard.press("Home");
  await expect(slider).toHaveValue("0");
  const oldest = (await slider.getAttribute("aria-valuetext")) ?? "";
  await expect(value(/^\d+ \w+ 2\d{3}: /)).toHaveText(oldest);
  await page.keyboard.press("Escape");
  await expect(value(/^\d+ \w+ 2\d{3}: /)).toHaveCount(0);

  const box = await slider.boundingBox();
  if (!box) throw new Error("The chart has no place");
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
  await expect(value(/^\d+ \w+ 2\d{3}: /)).toHaveText(newest);
  await expectAccessible(page, "a chart with a value");
});

test("a chart without values says so, instead of drawing axes", async ({ page }) => {
  await page.route(`**${routes.readOverview.path}?*`, async (route) => {
    const response = await route.fetch();
    const overview = await response.json();
    const perDay = overview.perDay.map(({ date }: { date: string }) => ({
      date,
      registrations: 0,
      votes: 0,
      surveys: 0,
      revenue: 0,
    }));
    await route.fulfill({ response, json: { ...overview, perDay, byStatus: [], byCategory: [] } });
  });
  await openAsAdmin(page, pages.overview);
  for (const name of ["Registrations", "Votes", "New surveys", "Revenue"]) {
    const chart = page.getByRole("region", { name, exact: true });
    await expect(chart).toContainText("Nothing in this time.");
    await expect(chart.getByRole("slider")).toHaveCount(0);
  }
  for (const name of ["Surveys by state", "Surveys by category"]) {
    await expect(page.getByRole("region", { name })).toContainText("Nothing yet.");
  }
  await expectAccessible(page, "charts without values");
});
