import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible, expectAccessibleAsItIs } from "../accessible.ts";
import { acceptAlert } from "../people.ts";
import { expect, test } from "../site.ts";
import {
  demoCaller,
  isPublic,
  newPublishedSurvey,
  newSurveyor,
  openAsAdmin,
  readStatus,
  reject,
  rowOf,
  type SentSurvey,
  sendSurvey,
} from "../staff.ts";

test("a pending survey is published, and everybody sees it at once", async ({ page }) => {
  const survey = await sendSurvey(await newSurveyor());
  await openAsAdmin(page, pages.surveys);
  expect(await isPublic(page, survey)).toBe(false);

  await find(page, survey);
  const row = rowOf(page, survey.title);
  await expect(row).toContainText("Pending");
  await decision(page, survey, "Publish").click();
  await acceptAlert(page, "Published");
  await expect(row, "it waits no longer").toBeHidden();
  expect(await isPublic(page, survey)).toBe(true);

  await states(page).getByRole("link", { name: "Published", exact: true }).click();
  await expect(decision(page, survey, "UnPublish")).toBeVisible();
  await expect(decision(page, survey, "Publish")).toHaveCount(0);
  await page.getByRole("link", { name: "Survey Page" }).first().click();
  await page.getByRole("searchbox").fill(survey.title);
  await expect(page.getByRole("heading", { level: 2, name: survey.title })).toBeVisible();
});

test("unpublishing asks for a message", async ({ page }) => {
  const survey = await newPublishedSurvey();
  await find(page, survey, "?status=published");
  const open = decision(page, survey, "UnPublish");
  await open.click();
  const dialog = page.getByRole("dialog", { name: survey.title });
  const box = await dialog.boundingBox();
  expect(box?.width).toBe(478);
  await dialog.getByRole("button", { name: "UnPublish" }).click();
  await expect(dialog.getByText("Message cannot be empty")).toBeVisible();
  await expect(dialog.getByLabel("Message")).toBeFocused();
  await expectAccessibleAsItIs(page, "the dialog with its message");

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  expect(await isPublic(page, survey)).toBe(true);

  await open.click();
  await dialog.getByLabel("Message").fill("Please name the river.");
  await dialog.getByRole("button", { name: "UnPublish" }).click();
  await acceptAlert(page, "Unpublished");
  await expect(rowOf(page, survey.title)).toBeHidden();
  expect(await isPublic(page, survey)).toBe(false);
});

test("nobody publishes a text they have not read", async ({ page, expectComplaint }) => {
  expectComplaint(/status of 409/);
  const surveyor = await newSurveyor();
  const survey = await sendSurvey(surveyor);
  await find(page, survey);
  const row = rowOf(page, survey.title);
  await expect(row).toBeVisible();

  const { id, ...text } = survey;
  const title = `${survey.title}, again`;
  await surveyor.call(routes.editSurvey, { params: { id }, body: { ...text, title } });
  await decision(page, survey, "Publish").click();
  const refusal = page.getByRole("alertdialog", { name: /is not published/ });
  await expect(refusal).toContainText("The survey has been changed since you read it.");
  await refusal.getByRole("button", { name: "OK" }).click();
  await expect(rowOf(page, title), "the row shows the new text").toBeVisible();
  const admin = await demoCaller("admin");
  expect(await readStatus(admin, survey)).toBe("pending");
});

test("the text stands in the row, its history and what changed since can be opened", async ({
  page,
}) => {
  const surveyor = await newSurveyor();
  const survey = await sendSurvey(surveyor);
  const admin = await demoCaller("admin");
  const message = "More than whom? Please be precise.";
  await reject(survey, message);
  const { id, ...text } = survey;
  const body = { ...text, question: "Should there be twelve more lamps?" };
  await surveyor.call(routes.editSurvey, { params: { id }, body });
  await surveyor.call(routes.resendSurvey, { params: { id } });

  await find(page, survey);
  const table = page.getByRole("table", { name: "Surveys" });
  await expect(table.getByText(body.question)).toBeVisible();
  await expect(table.getByText(survey.description)).toBeVisible();
  await page.getByText("Surveyor and history").click();
  const detail = page.getByRole("group").filter({ hasText: "Surveyor and history" });
  await expect(detail).toContainText(surveyor.email);
  await expect(detail).toContainText("Unpublished");
  await expect(detail).toContainText(`by ${admin.name}`);
  await expect(detail).toContainText(message);
  await expect(detail.getByRole("insertion")).toHaveText(/added: twelve/);
  await expectAccessible(page, "a survey with its difference");

  await decision(page, survey, "Publish").click();
  await acceptAlert(page, "Published");
  expect(await isPublic(page, survey)).toBe(true);
});

test("search and state are held by the address", async ({ page }) => {
  const survey = await sendSurvey(await newSurveyor());
  await openAsAdmin(page, pages.surveyStatus);
  await expect(states(page).getByRole("link", { name: "Pending" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await states(page).getByRole("link", { name: "All" }).click();
  await expect(page).toHaveURL(`${pages.surveyStatus}?status=all`);
  await page.getByRole("searchbox").fill(survey.title);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await page.reload();
  await expect(rowOf(page, survey.title)).toContainText("Pending");
  await states(page).getByRole("link", { name: "Withdrawn" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "No survey found" })).toBeVisible();
});

test("the page has no barriers", async ({ page }) => {
  await openAsAdmin(page, `${pages.surveyStatus}?status=all`);
  await expect(page.getByRole("table", { name: "Surveys" })).toBeVisible();
  await expectAccessible(page, pages.surveyStatus);
});

async function find(page: Page, survey: SentSurvey, filter = "?"): Promise<void> {
  const words = encodeURIComponent(survey.title);
  await openAsAdmin(page, `${pages.surveyStatus}${filter}&search=${words}`);
}

function decision(page: Page, { title }: SentSurvey, name: "Publish" | "UnPublish") {
  return page.getByRole("button", { name, exact: true, description: title });
}

function states(page: Page) {
  return page.getByRole("navigation", { name: "States" });
}
