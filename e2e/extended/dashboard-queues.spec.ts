import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, callerOn, demo, withoutPage } from "../people.ts";
import { expect, test } from "../site.ts";
import {
  answer,
  newSurveyor,
  newUser,
  openAsAdmin,
  publish,
  rowOf,
  type SentSurvey,
  sendSurvey,
} from "../staff.ts";

test("J and K work after loading and after a click, and can be switched off", async ({ page }) => {
  const word = `q${randomUUID().slice(0, 8)}`;
  const surveyor = await newSurveyor();
  for (const name of ["First", "Second", "Third"]) {
    await sendSurvey(surveyor, { title: `${name} ${word}`, description: name });
  }
  await openAsAdmin(page, `${pages.surveyStatus}?search=${word}`);
  const row = (name: string) => rowOf(page, `${name} ${word}`);
  await expect(row("First")).toBeVisible();
  await page.keyboard.press("j");
  await expect(row("First")).toBeFocused();
  await page.keyboard.press("j");
  await expect(row("Second")).toBeFocused();

  // Neither the page's heading nor the words of a row take the focus by themselves.
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("k");
  await expect(row("First")).toBeFocused();
  await row("Second").getByText(`Second ${word}`).click();
  await page.keyboard.press("j");
  await expect(row("Third")).toBeFocused();

  await page.getByLabel("Search").fill("");
  await page.getByLabel("Search").pressSequentially(`jk${word}`);
  await expect(page.getByLabel("Search"), "letters stay letters").toHaveValue(`jk${word}`);
  await page.getByLabel("Search").fill(word);
  await expect(row("First")).toBeVisible();

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.getByLabel("Use these keys on this device").uncheck();
  await expectAccessible(page, "the keys of a list");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(dialog).toBeHidden();
  await expect(row("First")).not.toBeFocused();
  await page.getByRole("button", { name: "All keys" }).click();
  await dialog.getByLabel("Use these keys on this device").check();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("j");
  await expect(row("First")).toBeFocused();
});

test("Status is worked through by keyboard, and Enter alone never decides twice", async ({
  page,
}) => {
  const word = `q${randomUUID().slice(0, 8)}`;
  const surveyor = await newSurveyor();
  const surveys: SentSurvey[] = [];
  for (const name of ["First", "Second", "Third"]) {
    surveys.push(await sendSurvey(surveyor, { title: `${name} ${word}`, description: name }));
  }
  await openAsAdmin(page, `${pages.surveyStatus}?search=${word}`);
  const row = (place: number) => rowOf(page, surveys[place]?.title ?? "");
  await expect(page.getByText("J for the next survey, K for the previous one.")).toBeVisible();

  const publishFirst = page.getByRole("button", { name: "Publish", description: /^First/ }).first();
  await publishFirst.focus();
  await page.keyboard.press("j");
  await expect(row(1)).toBeFocused();
  await page.keyboard.press("j");
  await expect(row(2)).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(row(0)).toBeFocused();

  // Past the checkbox that selects the row.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(publishFirst).toBeFocused();
  await page.keyboard.press("Enter");
  await acceptAlert(page, "Published");
  await expect(row(0)).toBeHidden();
  await expect(row(1)).toBeFocused();

  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: surveys[1]?.title });
  await dialog.getByLabel("Message").pressSequentially("just a joke");
  await expect(dialog.getByLabel("Message"), "letters stay letters").toHaveValue("just a joke");
  await dialog.getByRole("button", { name: "UnPublish" }).click();
  await acceptAlert(page, "Unpublished");
  await expect(row(2)).toBeFocused();

  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await acceptAlert(page, "Published");
  await expect(page.getByRole("heading", { level: 1 }), "nothing is left").toBeFocused();
});

test("surveys and reports are decided on by keys, which ? explains", async ({ page }) => {
  const word = `k${randomUUID().slice(0, 8)}`;
  const surveyor = await newSurveyor();
  const [first, second] = [
    await sendSurvey(surveyor, { title: `First ${word}` }),
    await sendSurvey(surveyor, { title: `Second ${word}` }),
  ];
  await openAsAdmin(page, `${pages.surveyStatus}?search=${word}`);
  await expect(rowOf(page, second.title)).toBeVisible();

  // Outside of the list no key does anything (WCAG 2.1.4), and in a field letters are letters.
  await page.keyboard.press("p");
  await page.getByLabel("Search").press("End");
  await page.getByLabel("Search").pressSequentially("p");
  await expect(page.getByRole("heading", { name: "No survey found" })).toBeVisible();
  await page.getByLabel("Search").fill(word);
  await expect(rowOf(page, first.title)).toBeVisible();

  await page.getByRole("button", { name: "All keys" }).focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await expect(help.getByRole("definition")).toHaveText([
    "Next survey",
    "Previous survey",
    "Publish",
    "Reject: UnPublish",
    /^Select it, or not/,
    "Show these keys",
  ]);
  await expectAccessible(page, "the keys of a queue");
  await page.keyboard.press("p");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(page.getByRole("button", { name: "All keys" })).toBeFocused();
  await page.keyboard.press("p");
  await page.keyboard.press("j");
  await expect(rowOf(page, first.title), "nothing was decided so far").toBeFocused();
  await page.keyboard.press("p");
  await acceptAlert(page, "Published");
  await expect(rowOf(page, first.title)).toBeHidden();
  await expect(rowOf(page, second.title)).toBeFocused();

  const dialog = page.getByRole("dialog", { name: second.title });
  await expect(async () => {
    // For a second it does nothing, so that nobody decides on two by pressing twice.
    if (await dialog.isHidden()) await page.keyboard.press("r");
    await expect(dialog).toBeVisible({ timeout: 300 });
  }).toPass();
  await dialog.getByLabel("Message").pressSequentially("reject p");
  await dialog.getByRole("button", { name: "UnPublish" }).click();
  await acceptAlert(page, "Unpublished");
  await expect(page.getByRole("heading", { level: 1 }), "nothing is left").toBeFocused();

  await answer(await newUser(), first.id, "no", "Which river?");
  await page.goto(pages.reported);
  const card = page.getByRole("article", { name: first.title, exact: true });
  await card.getByRole("button", { name: "UnPublish" }).focus();
  await page.keyboard.press("d");
  await expect(card).toBeHidden();
});

test("the focus goes on when a report is dismissed", async ({ page }) => {
  const surveyor = await newSurveyor();
  const readers = [await newUser(), await newUser()];
  const survey = await sendSurvey(surveyor);
  await publish(survey);
  for (const reader of readers) await answer(reader, survey.id, "no", "Which river?");
  await openAsAdmin(page, pages.reported);
  const card = page.getByRole("article", { name: survey.title, exact: true });
  await card
    .getByRole("button", { name: `Dismiss the report by ${readers[0]?.name}` })
    .press("Enter");
  await expect(card).toContainText("1 open report");
  await expect(items(page).filter({ has: card }), "it is still to be dealt with").toBeFocused();
});

test("a message is marked as answered, and as open again", async ({ page }) => {
  const [older, newer] = [await writeMessage(), await writeMessage()];
  await openAsAdmin(page, pages.messages);
  await expect(message(page, newer)).toBeVisible();
  await message(page, newer).getByRole("button", { name: "Mark as answered" }).press("Enter");
  await expect(message(page, newer)).toBeHidden();
  await expect(page.locator("li:focus"), "the next message has the focus").toHaveCount(1);
  await expect(message(page, older)).toBeVisible();

  const states = page.getByRole("navigation", { name: "States" });
  await states.getByRole("link", { name: "Answered" }).click();
  await expect(page).toHaveURL(`${pages.messages}?state=answered`);
  await expect(message(page, newer)).toContainText(`Answered by ${demo.admin.name}, just now`);
  await expect(message(page, older)).toHaveCount(0);
  await expectAccessible(page, "answered messages");

  await states.getByRole("link", { name: "All" }).click();
  await expect(message(page, older)).toBeVisible();
  await message(page, newer).getByRole("button", { name: "Mark as open" }).click();
  await expect(message(page, newer)).not.toContainText("Answered by");
  await page.goto(`${pages.auditLog}?action=message.answer`);
  const entry = page.getByRole("row").filter({ hasText: `A message from ${newer}` });
  await expect(entry).toContainText("Answered: no → yes");
});

test("a message that can't be marked stays, and the reason is said", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED.*contactMessage/);
  const name = await writeMessage();
  await openAsAdmin(page, pages.messages);
  await page.route("**/contactMessage/*", (route) => route.abort());
  await message(page, name).getByRole("button", { name: "Mark as answered" }).click();
  await acceptAlert(page, "The message is still open");
  await expect(message(page, name)).toBeVisible();
});

/** Returns the name of its sender. */
async function writeMessage(): Promise<string> {
  const name = `Ada ${randomUUID().slice(0, 8)}`;
  const body = { name, email: "ada@example.test", message: "Where do I find my survey?" };
  await callerOn(await withoutPage()).call(routes.sendMessage, { body });
  return name;
}

function message(page: Page, name: string): Locator {
  return page.getByRole("article", { name, exact: true });
}

function items(page: Page): Locator {
  return page.getByRole("main").getByRole("listitem");
}
