import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { pages, prefixOf } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { expectAccessible, expectAccessibleAsItIs, narrow } from "../accessible.ts";
import { agree, callerOn, withoutPage } from "../people.ts";
import { expect, test } from "../site.ts";
import {
  demoCaller,
  newPublishedSurvey,
  newSurveyor,
  newUser,
  openAsAdmin,
  publish,
  readStatus,
  rowOf,
  type SentSurvey,
  sendSurvey,
} from "../staff.ts";

const bar = (page: Page, name = "Selected items") => page.getByRole("region", { name });

async function sendThree(word: string) {
  const surveyor = await newSurveyor();
  const surveys: SentSurvey[] = [];
  for (const name of ["First", "Second", "Third"]) {
    surveys.push(await sendSurvey(surveyor, { title: `${name} ${word}` }));
  }
  const [first, second, third] = surveys as [SentSurvey, SentSurvey, SentSurvey];
  return { surveyor, first, second, third };
}

test("several surveys are published at once, and the one that can't be stays selected", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/409.*survey/);
  const word = `b${randomUUID().slice(0, 8)}`;
  const { first, second, third } = await sendThree(word);
  // In every state, so that what is decided stays in sight.
  await openAsAdmin(page, `${pages.surveyStatus}?status=all&search=${word}`);
  const box = ({ title }: SentSurvey) =>
    page.getByRole("checkbox", { name: `Select ${title}`, exact: true });
  for (const survey of [first, second, third]) await box(survey).check();
  await expect(page.getByRole("checkbox", { name: "Select all shown" })).toBeChecked();
  await expectAccessible(page, "a list with selected items");

  // Meanwhile another admin decides on it.
  await publish(second);
  await bar(page).getByRole("button", { name: "Publish (3)", exact: true }).click();
  await expect(page.getByRole("alertdialog", { name: "Publish 3 surveys?" })).toBeVisible();
  await agree(page, "Publish");
  await expect(bar(page)).toContainText("2 done.");
  await expect(bar(page)).toContainText("1 is not done, and stays selected:");
  await expect(bar(page).getByRole("listitem")).toHaveText(
    `${second.title}: A survey that is published can't be published.`,
  );
  await expect(bar(page)).toBeFocused();
  await expect(bar(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expectAccessible(page, "what has become of them");
  await expect(box(second)).toBeChecked();
  await expect(box(first)).not.toBeChecked();
  const admin = await demoCaller("admin");
  expect(await readStatus(admin, first)).toBe("published");
  expect(await readStatus(admin, third)).toBe("published");
});

test("several surveys are rejected for one reason, which their surveyor reads", async ({
  page,
}) => {
  const word = `b${randomUUID().slice(0, 8)}`;
  const { surveyor, first, third } = await sendThree(word);
  await openAsAdmin(page, `${pages.surveyStatus}?search=${word}`);
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.getByRole("checkbox", { name: `Select ${third.title}`, exact: true }).uncheck();
  await bar(page).getByRole("button", { name: "UnPublish (2)" }).click();
  const dialog = page.getByRole("dialog", { name: "Why should 2 surveys not be published?" });
  await dialog.getByRole("button", { name: "UnPublish" }).click();
  await expect(dialog.getByLabel("Message")).toHaveAccessibleDescription(
    /^Message cannot be empty/,
  );
  await dialog.getByLabel("Reason").selectOption({ label: "The question is unclear." });
  await expectAccessible(page, "the question why");
  await dialog.getByRole("button", { name: "UnPublish" }).click();
  await expect(bar(page)).toContainText("2 done.");
  await expect(rowOf(page, first.title)).toBeHidden();
  await expect(rowOf(page, third.title)).toBeVisible();

  const rejections = await surveyor.call(routes.listRejections, {
    params: { email: surveyor.email },
  });
  expect(rejections).toMatchObject([
    { message: "The question is unclear." },
    { message: "The question is unclear." },
  ]);
});

test("reported surveys are taken down together, and no reported comment with them", async ({
  page,
}) => {
  const [one, other] = [await newPublishedSurvey(), await newPublishedSurvey()];
  const [pro, reader] = [await demoCaller("pro"), await newUser()];
  for (const { id: surveyItemId } of [one, other]) {
    await reader.call(routes.reportSurvey, { body: { surveyItemId, report: "Untrue" } });
  }
  await pro.call(routes.addComment, aComment(one.id, "Buy my lamps!"));
  const [comment] = await pro.call(routes.listComments, { params: { id: one.id } });
  const about = { surveyItemId: one.id, commentId: comment?.id ?? "" };
  await reader.call(routes.reportComment, { body: { ...about, report: "Spam" } });
  await openAsAdmin(page, pages.reported);
  const cards = page.getByRole("article").filter({ hasText: one.title });
  for (const card of [cards.first(), cards.last()]) await card.getByRole("checkbox").check();
  await page.getByRole("checkbox", { name: `Select ${other.title}`, exact: true }).check();
  await bar(page).getByRole("button", { name: "UnPublish (2)" }).click();
  const dialog = page.getByRole("dialog", { name: "Why should 2 surveys not be published?" });
  await dialog.getByLabel("Message").fill("Both say what is not so.");
  await dialog.getByRole("button", { name: "UnPublish" }).click();
  await expect(bar(page)).toContainText("2 done.");
  await expect(bar(page), "the comment").toContainText("1 selected");
  const admin = await demoCaller("admin");
  for (const survey of [one, other]) expect(await readStatus(admin, survey)).toBe("unpublish");
});

test("reported comments are hidden and shown again by keyboard alone", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const [pro, reader] = [await demoCaller("pro"), await newUser()];
  const params = { id: survey.id };
  for (const text of ["Buy my lamps!", "Buy my boats!"]) {
    await pro.call(routes.addComment, aComment(survey.id, text));
    const [comment] = await pro.call(routes.listComments, { params });
    const body = { surveyItemId: survey.id, commentId: comment?.id ?? "", report: "Spam" };
    await reader.call(routes.reportComment, { body });
  }
  const seen = async () => (await reader.call(routes.readSurvey, { params })).comment;
  await openAsAdmin(page, pages.reported);
  const cards = page.getByRole("article").filter({ hasText: `On “${survey.title}”` });
  await expect(cards).toHaveCount(2);
  const items = page.getByRole("listitem").filter({ has: cards });
  await goTo(page, items.first());
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await expect(items.last()).toBeFocused();
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("2 selected");
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: "Hide 2 comments?" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(bar(page)).toContainText("2 done.");
  await expect(bar(page)).toBeFocused();
  expect(await seen()).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(bar(page).getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(seen).toEqual(["Buy my boats!", "Buy my lamps!"]);
  await expect(bar(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
  await bar(page).getByRole("button", { name: "Close" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("letters are marked in Arabic on a small phone, and back again", async ({ page }) => {
  await page.setViewportSize(narrow);
  const names = [await writeLetter(), await writeLetter()];
  await openAsAdmin(page, prefixOf("ar") + pages.messages);
  const letter = (name = "") => page.getByRole("article", { name, exact: true });
  for (const name of names) await letter(name).getByRole("checkbox").check();
  const selected = bar(page, "العناصر المحددة");
  await expect(selected).toContainText("عنصران محددان");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(narrow.width);
  await expectAccessibleAsItIs(page, "selected letters in Arabic");
  await selected.getByRole("button", { name: /^وضع علامة/ }).click();
  await expect(selected).toContainText("أُنجز اثنان.");
  for (const name of names) await expect(letter(name)).toBeHidden();
  await selected.getByRole("button", { name: "تراجع" }).click();
  for (const name of names) await expect(letter(name)).toBeVisible();
});

/** By J alone, past what other tests have left there. */
async function goTo(page: Page, item: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(item).toBeFocused({ timeout: 200 });
  }).toPass();
}

async function writeLetter(): Promise<string> {
  const name = `Ada ${randomUUID().slice(0, 8)}`;
  const body = { name, email: "ada@example.test", message: "Where do I find my survey?" };
  await callerOn(await withoutPage()).call(routes.sendMessage, { body });
  return name;
}
