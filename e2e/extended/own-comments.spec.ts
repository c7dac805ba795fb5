import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { expectAccessible, expectAccessibleAsItIs } from "../accessible.ts";
import { agree, demo, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import {
  demoCaller,
  hideInDialog,
  newPublishedSurvey,
  newUser,
  openAsAdmin,
  type SentSurvey,
} from "../staff.ts";

test("one's own comment is edited and deleted, by keyboard", async ({ page, newVisitor }) => {
  const survey = await newPublishedSurvey();
  await comment(survey, "Teh lamps are fine.");
  await signIn(page, demo.pro);
  await open(page, survey);
  const own = page.getByRole("article").filter({ hasText: demo.pro.name });
  await expect(own.getByText("Pro", { exact: true })).toBeVisible();
  const edit = own.getByRole("button", { name: "Edit your comment" });
  await edit.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit your comment" });
  const field = dialog.getByRole("textbox", { name: "Your comment" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Teh lamps are fine.");
  await expectAccessibleAsItIs(page, "the dialog to edit a comment");
  await field.fill("The lamps are fine.");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(own).toContainText("The lamps are fine.");
  await expect(own).toContainText("edited");
  await expect(edit).toBeFocused();
  await expectAccessible(page, "an own comment");

  const reader = await newVisitor();
  await newUser(reader);
  await open(reader, survey);
  const seen = reader.getByRole("article").filter({ hasText: "The lamps are fine." });
  await expect(seen).toContainText("edited");
  await expect(seen.getByText("Pro", { exact: true })).toBeVisible();
  await expect(seen.getByRole("button", { name: /^(Edit|Delete|Hide)/ })).toHaveCount(0);

  await own.getByRole("button", { name: "Delete your comment" }).focus();
  await page.keyboard.press("Enter");
  await agree(page, "Delete");
  await expect(own).toBeHidden();
  await expect(page.getByRole("heading", { name: "Comments" })).toBeFocused();
  await expect(page.getByText("Nobody has commented yet.")).toBeVisible();
  await reader.reload();
  await expect(reader.getByText("Nobody has commented yet.")).toBeVisible();
});

test("a change that comes too late is refused with the reason, and kept", async ({
  page,
  expectComplaint,
}) => {
  const survey = await newPublishedSurvey();
  await comment(survey, "Too long ago");
  await signIn(page, demo.pro);
  await open(page, survey);
  const late = "What you wrote can be changed for 15 minutes only.";
  expectComplaint(/status of 409.*survey\/comments/);
  await page.route("**/survey/comments/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    const problem = { type: "", title: "", status: 409, code: "conflict", requestId: "" };
    const body = JSON.stringify({ ...problem, detail: late });
    await route.fulfill({ status: 409, contentType: "application/problem+json", body });
  });
  await page.getByRole("button", { name: "Edit your comment" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit your comment" });
  await dialog.getByRole("textbox").fill("Something better");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(late)).toBeVisible();
  await expect(dialog.getByRole("textbox")).toHaveValue("Something better");
});

test("an admin hides a comment on the survey's page, and shows it again there or in the list", async ({
  page,
  newVisitor,
}) => {
  const survey = await newPublishedSurvey();
  const text = `Buy my lamps ${survey.title}`;
  await comment(survey, text);
  await signIn(page, demo.admin);
  await open(page, survey);
  const shown = page.getByRole("article").filter({ hasText: text });
  const hide = shown.getByRole("button", { name: `Hide the comment of ${demo.pro.name}` });
  const undo = shown.getByRole("button", { name: `Show again the comment of ${demo.pro.name}` });
  await hide.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Hide this comment?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(hide, "nothing is done without an answer").toBeFocused();

  await page.keyboard.press("Enter");
  await hideInDialog(page);
  await expect(undo, "the undo is where the finger is").toBeFocused();
  await expect(shown.getByText("Hidden", { exact: true })).toBeVisible();
  await expectAccessible(page, "a hidden comment");
  const reader = await newVisitor();
  await newUser(reader);
  await open(reader, survey);
  await expect(reader.getByText("Nobody has commented yet.")).toBeVisible();

  await undo.click();
  await expect(hide).toBeFocused();
  await reader.reload();
  await expect(reader.getByText(text)).toBeVisible();

  await hide.click();
  await hideInDialog(page);
  await expect(undo).toBeFocused();
  await openAsAdmin(page, pages.reported);
  const hidden = page.getByRole("region", { name: "Hidden comments" });
  const item = hidden.getByRole("listitem").filter({ hasText: text });
  await item.getByRole("button", { name: /^Show again/ }).focus();
  await expectAccessible(page, "the list of hidden comments");
  await page.keyboard.press("Enter");
  await expect(item.getByRole("button", { name: /^Hide/ })).toBeFocused();
  await expect(item).toContainText("shown again");
  await reader.reload();
  await expect(reader.getByText(text)).toBeVisible();
});

async function comment({ id }: SentSurvey, text: string): Promise<void> {
  await (await demoCaller("pro")).call(routes.addComment, aComment(id, text));
}

async function open(page: Page, { id, title }: SentSurvey): Promise<void> {
  await page.goto(`/surveyPage/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}
