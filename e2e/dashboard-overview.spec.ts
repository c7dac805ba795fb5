import { pages } from "../contract/pages.ts";
import { expectAllInReach, expectNoBarriers } from "./barriers.ts";
import { demo } from "./people.ts";
import { expect, test } from "./site.ts";
import { makeSurveyor, newUser, openAsAdmin } from "./staff.ts";

const charts = [
  "Registrations",
  "Votes",
  "New surveys",
  "Revenue",
  "Surveys by state",
  "Surveys by category",
];

test("the overview has figures, and charts with their numbers in a table", async ({ page }) => {
  await openAsAdmin(page, pages.overview);
  const figures = page.getByRole("main").getByRole("definition");
  await expect(figures).toHaveCount(6);
  for (const title of charts) {
    const chart = page.getByRole("region", { name: title, exact: true });
    await expect(chart.getByRole("img", { name: title })).toBeVisible();
    await chart.getByText("Show the numbers").click();
    const numbers = chart.getByRole("table", { name: title }).getByRole("cell");
    await expect(numbers.first()).toBeVisible();
    const texts = await numbers.allTextContents();
    if (texts.every((text) => /^\$?0$/.test(text))) continue;
    await expect(chart.locator("svg .recharts-bar-rectangle path").first()).toBeVisible();
  }
  const registrations = page.getByRole("table", { name: "Registrations" });
  await expect(registrations.getByRole("rowheader")).toHaveCount(30);
  await expect(page.getByRole("region", { name: "Most reported surveys" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Waiting for review" })).toBeVisible();
});

test("the span is chosen, and held by the address", async ({ page }) => {
  await openAsAdmin(page, pages.overview);
  const spans = page.getByRole("navigation", { name: "Span" });
  const votes = page.getByRole("region", { name: "Votes", exact: true });
  await expect(votes).toContainText("over 30 days");
  for (const days of ["7", "90", "365"]) {
    await spans.getByRole("link", { name: `${days} days`, exact: true }).click();
    await expect(page).toHaveURL(`${pages.overview}?days=${days}`);
    await expect(votes).toContainText(`over ${days} days`);
  }
  await page.reload();
  await expect(votes).toContainText("over 365 days");
  await page.goBack();
  await expect(votes).toContainText("over 90 days");
});

test("the overview has no barriers", async ({ page }) => {
  await openAsAdmin(page, pages.overview);
  await expect(page.getByRole("img", { name: "Surveys by category" })).toBeVisible();
  await page.getByText("Show the numbers").first().click();
  await expectNoBarriers(page, pages.overview);
  await expectAllInReach(page);
});

test("the audit log tells who did what to whom, and can be filtered", async ({ page }) => {
  const person = await newUser();
  await makeSurveyor(person);

  await openAsAdmin(page, pages.auditLog);
  await page.getByLabel("Action").selectOption("Changed a role");
  await expect(page).toHaveURL(`${pages.auditLog}?action=user.role`);
  const entry = page.getByRole("row").filter({ hasText: person.name });
  await expect(entry.getByRole("cell")).toHaveText([
    person.name,
    demo.admin.name,
    "just now",
    "Role: user",
    "Role: surveyor",
  ]);
  await page.reload();
  await expect(page.getByRole("rowheader").first()).toHaveText("Changed a role");
  await page.getByLabel("Action").selectOption("All actions");
  await expectNoBarriers(page, pages.auditLog);
});
