import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible, expectAllInReach } from "../accessible.ts";
import { demo } from "../people.ts";
import { expect, test } from "../site.ts";
import {
  demoCaller,
  findUser,
  makeSurveyor,
  newSurveyor,
  newUser,
  openAsAdmin,
  reject,
  sendSurvey,
} from "../staff.ts";

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
    await chart.getByText("Show the numbers").click();
    const numbers = chart.getByRole("table", { name: title }).getByRole("cell");
    await expect(numbers.first()).toBeVisible();
    const texts = await numbers.allTextContents();
    if (texts.every((text) => /^\$?0$/.test(text))) continue;
    await expect(
      chart.getByRole("slider", { name: title }).or(chart.getByRole("list")),
    ).toBeVisible();
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
  await expect(page.getByRole("region", { name: "Surveys by category" })).toBeVisible();
  await page.getByText("Show the numbers").first().click();
  await expectAccessible(page, pages.overview);
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
    new RegExp(`^${person.name}person [0-9a-f]{8}$`),
    new RegExp(`^${demo.admin.name}person [0-9a-f]{8}$`),
    /^\d{1,2} \w{3,4} 20\d\d, \d\d:\d\d:\d\d$/,
    "Role: user → surveyor",
  ]);
  await page.reload();
  await expect(page.getByRole("rowheader").first()).toHaveText("Changed a role");
  await page.getByLabel("Action").selectOption("All actions");
  await expectAccessible(page, pages.auditLog);
});

test("the audit log is searched by person and day, and the search can be shared", async ({
  page,
}) => {
  const person = await newUser();
  await makeSurveyor(person);
  await openAsAdmin(page, pages.auditLog);
  await page.getByLabel("Search").fill(person.email);
  const rows = page.getByRole("table", { name: "Audit log" }).getByRole("rowheader");
  await expect(page.getByRole("status").filter({ hasText: "1 entry found" })).toBeVisible();
  await expect(rows).toHaveText(["Changed a role"]);

  const today = String(await page.evaluate("new Date().toLocaleDateString('sv-SE')"));
  await page.getByLabel("Day").fill(today);
  await expect(page).toHaveURL(new RegExp(`search=.*&day=${today}$`));
  await expect(rows).toHaveText(["Changed a role"]);
  await page.reload();
  await expect(page.getByLabel("Search")).toHaveValue(person.email);
  await expect(page.getByLabel("Day")).toHaveValue(today);
  await expect(rows).toHaveText(["Changed a role"]);

  await page.getByLabel("Day").fill("2026-01-01");
  await expect(page.getByRole("heading", { name: "No entry found" })).toBeVisible();
  await expectAccessible(page, "an audit log in which nothing is found");
  await page.getByLabel("Day").fill("");
  await expect(rows).toHaveText(["Changed a role"]);
  await page.getByLabel("Action").selectOption("Deleted a person");
  await expect(page.getByRole("heading", { name: "No entry found" })).toBeVisible();
});

test("the log still tells people apart when they are deleted, and fits the screen", async ({
  page,
}) => {
  const long = "Wolfeschlegelsteinhausenbergerdorff".repeat(2);
  const person = await newUser();
  const admin = await demoCaller("admin");
  const { _id: id } = await findUser(admin, person.email);
  await admin.call(routes.changeRole, { params: { id }, body: { role: "surveyor" } });
  const survey = await sendSurvey(await newSurveyor(), { title: `${long} ${person.name}` });
  await reject(survey, `Why ${long}?`);
  await admin.call(routes.deleteUser, { params: { id } });

  await openAsAdmin(page, pages.auditLog);
  const tag = `person ${id.slice(0, 8)}`;
  const entries = page.getByRole("row").filter({ hasText: `Deleted user${tag}` });
  await expect(entries.filter({ hasText: "Changed a role" })).toHaveCount(1);
  await expect(entries.filter({ hasText: "Deleted a person" })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: survey.title })).toBeVisible();
  await expectAccessible(page, "the audit log with long words");
});
