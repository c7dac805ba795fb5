import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { writeTranslations } from "../../record/entries.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert } from "../people.ts";
import { publishRecord, withDatabase } from "../records.ts";
import { expect, test } from "../site.ts";
import {
  answer,
  newSurveyor,
  newUser,
  openAsAdmin,
  publish,
  reject,
  sendSurvey,
} from "../staff.ts";

// As a file: the compiled words bring React's types along.
const ar = JSON.parse(readFileSync(new URL("../../words/ar.json", import.meta.url), "utf8"));

const arabic = {
  language: "ar" as const,
  title: "مصابيح على ضفة النهر",
  description: "يطلب المارّة إنارة في المساء.",
  question: "هل نضع مصابيح أكثر؟",
};
const english = {
  description: "Walkers ask for light in the evening.",
  question: "Should there be more lamps?",
};
const everybody = { resultsMode: "always" as const };

test("a surveyor adds a language, by keyboard, and takes one back", async ({ page }) => {
  const surveyor = await newSurveyor(page);
  const title = `Lamps ${Date.now()}`;
  await page.goto(pages.createSurvey);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill(english.description);
  await page.getByLabel("Category").selectOption("Social issues");
  await page.getByLabel("Question").fill(english.question);
  await page.getByRole("radio", { name: "Everybody, at any time" }).check();

  // By keyboard alone.
  await page.getByText("Translations", { exact: true }).focus();
  await page.keyboard.press("Enter");
  const group = page.getByRole("group", { name: "العربية" });
  await page.getByRole("button", { name: "العربية" }).press("Enter");
  await expect(group.getByLabel("Title")).toBeFocused();
  for (const label of ["Title", "Description", "Question"]) {
    await expect(group.getByLabel(label)).toHaveAttribute("dir", "rtl");
    await expect(group.getByLabel(label)).toHaveAttribute("lang", "ar");
  }
  await page.keyboard.type(arabic.title);
  await group.getByLabel("Description").fill(arabic.description);
  await page.getByRole("button", { name: "Create survey" }).click();
  const question = group.getByLabel("Question");
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription(/Must be filled in/);
  await expectAccessible(page, "a survey with half a translation");
  await question.fill(arabic.question);

  await page.reload();
  await expect(group.getByLabel("Title"), "the draft is kept").toHaveValue(arabic.title);
  await expect(question).toHaveValue(arabic.question);
  await page.getByRole("button", { name: "Français" }).click();
  await page.getByRole("button", { name: "Remove Français" }).click();
  await expect(page.getByRole("button", { name: "Français" })).toBeFocused();
  await page.getByRole("button", { name: "Create survey" }).click();
  await acceptAlert(page, "Survey created");
  const [sent] = await surveyor.call(routes.listOwnSurveys);
  expect(sent).toMatchObject({ title, language: "en", translations: [arabic] });
});

test("an admin reads both texts, an Arabic reader votes, and the recount covers both", async ({
  newVisitor,
}) => {
  const { id, title } = await sendSurvey(await newSurveyor(), {
    ...everybody,
    language: "en",
    translations: [arabic],
  });
  const admin = await newVisitor();
  const find = `${pages.surveyStatus}?search=${encodeURIComponent(title)}`;
  await openAsAdmin(admin, find);
  await expect(admin.getByText(english.question)).toBeVisible();
  const other = admin.getByRole("region", { name: "العربية" });
  for (const text of [arabic.title, arabic.description, arabic.question]) {
    await expect(other.getByText(text, { exact: true })).toHaveAttribute("lang", "ar");
  }
  const button = admin.getByRole("button", { name: "Publish", exact: true });
  const ticks = admin.getByRole("checkbox", { name: /^I have read the text in/ });
  await expect(ticks).toHaveCount(2);
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.dispatchEvent("click");
  await expect(ticks.first()).toBeFocused();
  await ticks.first().check();
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await other.getByRole("checkbox").check();
  await button.click();
  await acceptAlert(admin, "Published");

  const reader = await newVisitor();
  await newUser(reader);
  await reader.goto(`/ar${fillPath(pages.survey, { id })}`);
  const heading = reader.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(arabic.title);
  await expect(reader.getByRole("group", { name: arabic.question })).toBeVisible();
  await reader.getByText("النص الأصلي، باللغة English").click();
  for (const text of [title, english.question]) {
    await expect(reader.locator("[lang=en]").getByText(text, { exact: true })).toBeVisible();
  }
  await expect(heading).toHaveText(arabic.title);
  await expectAccessible(reader, "a translated survey in Arabic");
  await reader.getByRole("radio", { name: ar.common.votes.yes }).check();
  await reader.getByRole("button", { name: ar.votes.send, exact: true }).click();
  await expect(reader.getByRole("heading", { name: arabic.question })).toHaveAttribute(
    "lang",
    "ar",
  );

  await answer(await newUser(), id, "no");
  await publishRecord(id);
  for (const [prefix, shown, words] of [
    ["", title, { check: "Check this result", same: "The survey's text is the one that people" }],
    ["/ar", arabic.title, { check: ar.record.recountTitle, same: ar.record.textSame }],
  ] as const) {
    await recountAt(reader, prefix, id, words.check);
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText(shown);
    await expect(reader.getByRole("main")).toContainText(words.same);
  }

  // The attack: 'yes' is turned around, for those who read Arabic alone.
  const turned = { ...arabic, question: "هل نزيل المصابيح؟" };
  await withDatabase((db) =>
    db
      .updateTable("surveys")
      .set({ translations: writeTranslations([turned]) })
      .where("id", "=", id)
      .execute(),
  );
  await recountAt(reader, "", id, "Check this result");
  await expect(reader.getByRole("main").getByRole("alert")).toContainText(
    "2 votes answered another question than the one that is shown.",
  );
});

test("an Arabic reader finds a translated survey in the list, by its words, and after a vote", async ({
  page,
}) => {
  const word = `بوابة${Date.now()}`;
  const translated = { ...arabic, title: `${arabic.title} ${word}` };
  const surveyor = await newSurveyor();
  const survey = await sendSurvey(surveyor, { language: "en", translations: [translated] });
  await publish(survey);
  const newer = await sendSurvey(surveyor, { language: "en" });
  await publish(newer);

  await newUser(page);
  await page.goto(`/ar${pages.surveys}`);
  const tile = page.getByRole("heading", { level: 2, name: translated.title });
  await expect(tile).toHaveAttribute("lang", "ar");
  const untranslated = page.getByRole("heading", { level: 2, name: newer.title });
  await expect(untranslated).toHaveAttribute("lang", "en");
  await expectAccessible(page, "an Arabic list with a translated survey");
  await page.getByRole("searchbox").fill(word);
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([translated.title]);

  // Another one that can be read in Arabic, and not the newest of all.
  const other = await sendSurvey(surveyor, { language: "ar", title: `الحديقة ${Date.now()}` });
  await publish(other);
  await publish(await sendSurvey(surveyor, { language: "en" }));
  await page.goto(`/ar${fillPath(pages.survey, { id: survey.id })}`);
  await page.getByRole("radio", { name: ar.common.votes.yes }).check();
  await page.getByRole("button", { name: ar.votes.send, exact: true }).click();
  const next = page.getByRole("paragraph").filter({
    has: page.getByRole("link", { name: ar.surveys.next }),
  });
  await expect(next.locator("[dir=auto]")).toHaveAttribute("lang", "ar");
});

async function recountAt(page: Page, prefix: string, id: string, check: string): Promise<void> {
  await page.goto(prefix + fillPath(pages.results, { id }));
  await page.getByText(check, { exact: true }).click();
}

test("a translation that is added after votes is shown to who recounts, and stays", async ({
  page,
}) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor, everybody);
  await publish(survey);
  await answer(await newUser(), survey.id, "yes");
  await reject(survey, "Please add Arabic.");
  const edit = fillPath(pages.editSurvey, { id: survey.id });
  await page.goto(edit);
  await page.getByText("Translations", { exact: true }).click();
  await page.getByRole("button", { name: "العربية" }).click();
  const group = page.getByRole("group", { name: "العربية" });
  await group.getByLabel("Title").fill(arabic.title);
  await group.getByLabel("Description").fill(arabic.description);
  await group.getByLabel("Question").fill(arabic.question);
  await page.getByRole("button", { name: "Save and send again" }).click();
  await acceptAlert(page, "Survey sent again");

  await publish(survey);
  await answer(await newUser(), survey.id, "no");
  await publishRecord(survey.id);
  await recountAt(page, "", survey.id, "Check this result");
  const main = page.getByRole("main");
  await expect(main).toContainText("1 vote answered this text, before an edit:");
  await expect(main.locator("ins")).toHaveText([arabic.title, arabic.description, arabic.question]);
  await expect(main.locator("del")).toHaveCount(0);
  await expectAccessible(page, "a translation that was added after votes");

  await reject(survey, "Once more.");
  await page.goto(edit);
  await expect(group.getByText(arabic.question)).toBeVisible();
  await expect(group.getByLabel("Question")).toHaveCount(0);
  await expect(group.getByRole("button")).toHaveCount(0);
});
