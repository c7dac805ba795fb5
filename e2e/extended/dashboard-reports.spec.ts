import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import type { Caller } from "../../server/testing/caller.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, demo, type SignedIn } from "../people.ts";
import { expect, test } from "../site.ts";
import {
  answer,
  demoCaller,
  hideInDialog,
  isPublic,
  newPublishedSurvey,
  newUser,
  openAsAdmin,
  type SentSurvey,
} from "../staff.ts";

test("a reported comment is hidden from everybody, and shown again by the same button", async ({
  page,
}) => {
  const survey = await newPublishedSurvey();
  const reader = await newUser();
  await reportComment(survey, reader);
  await openAsAdmin(page, pages.reported);
  const card = cards(page).filter({ hasText: `On “${survey.title}”` });
  await expect(card).toContainText("Buy at my shop!");
  await expect(card).toContainText("This is advertising.");
  await expect(card).toContainText(reader.name);

  await card.getByRole("button", { name: "Hide the comment" }).focus();
  await page.keyboard.press("Enter");
  await hideInDialog(page, "It is spam.");
  const undo = card.getByRole("button", { name: `Show again the comment of ${demo.pro.name}` });
  await expect(undo).toBeFocused();
  await expect(card).toContainText("0 open reports");
  expect(await commentsOn(reader, survey)).toEqual([]);

  await page.keyboard.press("Enter");
  await expect(card.getByRole("button", { name: "Hide the comment" })).toBeFocused();
  expect(await commentsOn(reader, survey)).toEqual(["Buy at my shop!"]);

  await page.goto(`${pages.auditLog}?action=comment.hide`);
  const entry = page.getByRole("row").filter({ hasText: `A comment on “${survey.title}”` });
  await expect(entry).toContainText(demo.admin.name);
  await expect(entry).toContainText("Hidden: no → yes");
  await expect(entry).toContainText("Reason: It is spam.");
});

test("what was reported is still told after its author has changed or deleted it", async ({
  page,
}) => {
  const survey = await newPublishedSurvey();
  const key = await reportComment(survey, await newUser());
  const author = await demoCaller("pro");
  const params = { id: survey.id };
  await author.call(routes.editComment, { params, body: { ...key, comment: "Good morning!" } });
  await openAsAdmin(page, pages.reported);
  const card = cards(page).filter({ hasText: `On “${survey.title}”` });
  await expect(card).toContainText("Good morning!");
  await expect(card).toContainText("It said: “Buy at my shop!”");

  await author.call(routes.deleteComment, { params, query: key });
  await page.reload();
  await expect(card).toContainText("Its author has deleted it.");
  await expect(card).toContainText("It said: “Buy at my shop!”");
  await expect(card.getByRole("button", { name: /^Hide/ })).toHaveCount(0);
  await card.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(card).toBeHidden();
});

test("reports are dismissed, one and all", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const reasons = ["The first", "The second", "The third"];
  const readers: SignedIn[] = [];
  for (const reason of reasons) readers.push(await reportSurvey(survey, reason));
  await openAsAdmin(page, pages.reported);
  const card = cardOf(page, survey);
  await expect(card).toContainText("3 open reports");

  const [first] = readers;
  await card.getByRole("button", { name: `Dismiss the report by ${first?.name}` }).click();
  await expect(card).toContainText("2 open reports");
  await expect(card).not.toContainText("The first");
  await card.getByRole("button", { name: "Dismiss all 2" }).click();
  await expect(card).toBeHidden();
  expect(await isPublic(page, survey), "nothing else happens to it").toBe(true);
});

test("a reported survey is unpublished with a message", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const reader = await reportSurvey(survey, "Which river?");
  await openAsAdmin(page, pages.reported);
  const card = cardOf(page, survey);
  await expect(card).toContainText(`${reader.name}, in the vote form, just now`);
  const unpublish = card.getByRole("button", { name: "UnPublish" });
  const look = await unpublish.getAttribute("class");
  expect(look, "neither answer is suggested").not.toContain("btn-primary");
  await expect(card.getByRole("button", { name: "Dismiss" })).toHaveClass(look ?? "");
  await unpublish.click();
  const dialog = page.getByRole("dialog", { name: survey.title });
  await dialog.getByRole("button", { name: "UnPublish" }).click();
  await expect(dialog.getByText("Message cannot be empty")).toBeVisible();
  await dialog.getByLabel("Message").fill("Please name the river.");
  await dialog.getByRole("button", { name: "UnPublish" }).click();
  await acceptAlert(page, "Unpublished");
  await expect(card).toBeHidden();
  expect(await isPublic(page, survey)).toBe(false);

  await page.goto(`${pages.auditLog}?action=survey.unpublish`);
  const entry = page.getByRole("row").filter({ hasText: survey.title });
  await expect(entry).toContainText("State: published → unpublished");
  await expect(entry).toContainText("Message: Please name the river.");
});

test("the page has no barriers", async ({ page }) => {
  const survey = await newPublishedSurvey();
  await reportComment(survey, await newUser());
  await openAsAdmin(page, pages.reported);
  await expect(cards(page).first()).toBeVisible();
  await expectAccessible(page, pages.reported);
});

function cards(page: Page) {
  return page.getByRole("main").getByRole("article");
}

function cardOf(page: Page, survey: SentSurvey) {
  return page.getByRole("article", { name: survey.title, exact: true });
}

async function reportSurvey({ id }: SentSurvey, report: string) {
  const reader = await newUser();
  await answer(reader, id, "no", report);
  return reader;
}

async function reportComment(survey: SentSurvey, reader: Caller) {
  const author = await demoCaller("pro");
  await author.call(routes.addComment, aComment(survey.id, "Buy at my shop!"));
  const [comment] = await reader.call(routes.listComments, { params: { id: survey.id } });
  const commentId = comment?.id ?? "";
  await reader.call(routes.reportComment, {
    body: { surveyItemId: survey.id, commentId, report: "This is advertising." },
  });
  return { commentId };
}

async function commentsOn(reader: Caller, { id }: SentSurvey): Promise<string[]> {
  return (await reader.call(routes.readSurvey, { params: { id } })).comment;
}
