import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, callAs, newPerson, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import { newSurveyor, sendSurvey, surveyItem } from "../staff.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const title = (page: Page) => page.getByLabel("Title");
const question = (page: Page) => page.getByLabel("Question");
const saved = (page: Page) => page.getByText(/^Saved (now|\d+ seconds? ago)$/);

test("what is typed is saved, and finished on another device", async ({ page, browser }) => {
  const surveyor = await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await title(page).fill("Trams at night");
  await expect(page.getByText("Saving …")).toBeVisible();
  await expect(saved(page)).toBeVisible();
  // The time goes on.
  await expect(page.getByText(/^Saved [2-9] seconds ago$/)).toBeVisible();
  await expectAccessible(page, "a saved draft");

  const phone = await (await browser.newContext()).newPage();
  await signIn(phone, surveyor);
  await phone.goto(pages.createSurvey);
  await expect(title(phone)).toHaveValue("Trams at night");
  await phone.getByLabel("Description").fill("Some people come home late.");
  await phone.getByLabel("Category").selectOption("Social issues");
  await question(phone).fill("Should trams run all night?");
  await phone.getByRole("button", { name: "Create survey" }).click();
  await acceptAlert(phone, "Survey created");
  await expect(surveyItem(phone, "Trams at night")).toHaveCount(1);
  await expect(phone.getByRole("heading", { name: "Drafts" })).toHaveCount(0);
  await phone.context().close();
});

test("of two devices, none overwrites what the other has saved", async ({
  page,
  browser,
  expectComplaint,
}) => {
  const surveyor = await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await title(page).fill("Begun");
  await expect(saved(page)).toBeVisible();
  const phone = await (await browser.newContext()).newPage();
  await signIn(phone, surveyor);
  await phone.goto(pages.createSurvey);
  await title(phone).fill("By the phone");
  await expect(saved(phone)).toBeVisible();

  expectComplaint(/status of 409/);
  await title(page).fill("By the computer");
  const conflict = page.getByRole("status").filter({ hasText: "deleted elsewhere" });
  await expect(conflict).toBeVisible();
  await expectAccessible(page, "a draft that was changed elsewhere");
  await conflict.getByRole("button", { name: "Keep what is here" }).click();
  await expect(saved(page)).toBeVisible();

  await title(phone).fill("By the phone again");
  await phone.getByRole("button", { name: "Load the other one" }).click();
  await expect(title(phone)).toHaveValue("By the computer");
  await expect(phone.getByRole("button", { name: "Load the other one" })).toHaveCount(0);
  await phone.context().close();
});

test("leaving the page at once loses nothing, nor does a lost connection", async ({
  page,
  context,
  expectComplaint,
}) => {
  await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await title(page).fill("Half a word");
  await page.goto(pages.ownSurveys);
  await expect(page.getByRole("heading", { level: 1, name: "My surveys" })).toBeVisible();
  await page.goto(pages.createSurvey);
  await expect(title(page)).toHaveValue("Half a word");
  await expect(saved(page)).toBeVisible();

  expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await context.setOffline(true);
  await title(page).fill("In a tunnel");
  const problem = page.getByRole("status").filter({ hasText: "Not saved yet: no connection" });
  await expect(problem).toBeVisible();
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  await expect(problem).toHaveCount(0);

  // The tab is closed in the tunnel.
  await page.route("**/drafts/*", (route) => route.abort());
  await title(page).fill("In another tunnel");
  await expect(problem).toBeVisible();
  await page.unroute("**/drafts/*");
  await page.reload();
  await expect(title(page)).toHaveValue("In another tunnel");
  await expect(saved(page)).toBeVisible();
});

test("several drafts are found again, and deleted", async ({ page }) => {
  await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await title(page).fill("The first");
  await expect(saved(page)).toBeVisible();
  await page.getByRole("link", { name: "Start another survey" }).click();
  await expect(title(page)).toHaveValue("");
  await title(page).fill("The second");
  await page.goto(pages.ownSurveys);
  const drafts = page.getByRole("region", { name: "Drafts" });
  await expect(drafts.getByRole("heading", { level: 3 })).toHaveText(["The second", "The first"]);
  await expectAccessible(page, "drafts");
  await drafts.getByRole("link", { name: "Go on with The first" }).click();
  await expect(title(page)).toHaveValue("The first");
  await page.goto(pages.ownSurveys);
  await drafts.getByRole("button", { name: "Delete The second" }).click();
  const asked = page.getByRole("alertdialog", { name: "Delete the draft “The second”?" });
  await asked.getByRole("button", { name: "Delete" }).click();
  await acceptAlert(page, "Draft deleted");
  await expect(drafts.getByRole("heading", { level: 3 })).toHaveText(["The first"]);
});

test("a change to a survey is kept too, until it is sent or given up", async ({ page }) => {
  const surveyor = await newSurveyor(page);
  const { id, title: before } = await sendSurvey(surveyor);
  const address = pages.editSurvey.replace(":id", id);
  await page.goto(address);
  await question(page).fill("Should there be a hundred lamps?");
  await expect(saved(page)).toBeVisible();
  await page.goto(pages.ownSurveys);
  await page.getByRole("link", { name: `Go on with ${before}` }).click();
  await expect(question(page)).toHaveValue("Should there be a hundred lamps?");
  await expect(page.getByText("changes that you have not sent yet")).toBeVisible();
  await page.getByRole("button", { name: "Load it as it is now" }).click();
  await expect(question(page)).toHaveValue("Should there be more lamps?");
  await question(page).fill("Should there be ten lamps?");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await acceptAlert(page, "Survey saved");
  await expect(surveyItem(page, before)).toContainText("Should there be ten lamps?");
  await expect(page.getByRole("region", { name: "Drafts" })).toHaveCount(0);
  expect(await surveyor.call(routes.listDrafts)).toEqual([]);
});

test("whoever logs out leaves nothing of a draft in the browser", async ({ page }) => {
  const surveyor = await newSurveyor(page, newPerson());
  await page.goto(pages.createSurvey);
  await title(page).fill("Only mine");
  const banner = page.getByRole("banner");
  await banner.getByRole("button", { name: "Logout" }).click();
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
  expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("Only mine");
  await signIn(page, surveyor);
  const caller = await callAs(page, surveyor);
  await expect.poll(async () => (await caller.call(routes.listDrafts)).length).toBe(1);
});

test("a survey is duplicated without its times", async ({ page }) => {
  const surveyor = await newSurveyor(page);
  const closesAt = new Date(Date.now() + 86_400_000).toISOString();
  const spanish = { title: "Farolas", description: "Más luz.", question: "¿Más farolas?" };
  const { title: before } = await sendSurvey(surveyor, {
    closesAt,
    resultsMode: "always",
    translations: [{ language: "es", ...spanish }],
  });
  await page.goto(pages.ownSurveys);
  await surveyItem(page, before).getByRole("button", { name: "Duplicate" }).click();
  await expect(page).toHaveURL(/createSurvey\?draft=/);
  await expect(title(page).first()).toHaveValue(before);
  await expect(question(page).first()).toHaveValue("Should there be more lamps?");
  await expect(page.getByLabel("Category")).toHaveValue("social-issues");
  await expect(page.getByLabel(/^Closes/)).toHaveValue("");
  await expect(page.getByRole("radio", { name: /Visitors too/ })).toBeChecked();
  await expect(page.getByRole("group", { name: "Español" }).getByLabel("Title")).toHaveValue(
    spanish.title,
  );
  await page.getByRole("button", { name: "Create survey" }).click();
  await acceptAlert(page, "Survey created");
  await expect(surveyItem(page, before)).toHaveCount(2);
});

test("the preview is the page on which people vote", async ({ page }) => {
  await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await title(page).fill("Trams at night");
  await page.getByLabel("Description").fill("Some people come home late.");
  await question(page).fill("Should trams run all night?");
  await page.getByRole("radio", { name: /^Secret/ }).check();
  await page.getByRole("button", { name: "Preview as voters see it" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Trams at night");
  await expect(preview).toContainText("Secret ballot");
  const asked = preview.getByRole("group", { name: "Should trams run all night?" });
  await asked.getByRole("radio", { name: "Yes" }).check();
  await expectAccessible(page, "the preview");
  await preview.getByRole("button", { name: "Vote" }).click();
  await expect(preview.getByRole("alert")).toContainText("This is a preview. Nobody votes here.");
  await preview.getByRole("button", { name: "Close" }).click();
  await expect(preview).toHaveCount(0);
  await expect(title(page)).toHaveValue("Trams at night");
});

test.describe("in Arabic on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("a draft is saved and found again", async ({ page }) => {
    await newSurveyor(page);
    await page.goto(`/ar${pages.createSurvey}`);
    await page.getByLabel("العنوان").fill("ترام في الليل");
    await expect(page.getByText(/^حُفظت /)).toBeVisible();
    await page.goto(`/ar${pages.ownSurveys}`);
    const drafts = page.getByRole("region", { name: "المسودات" });
    await expect(drafts.getByRole("heading", { level: 3 })).toHaveText("ترام في الليل");
    const width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate(width)).toBe(0);
    await expectAccessible(page, "drafts in Arabic");
    await drafts.getByRole("link").click();
    await expect(page.getByLabel("العنوان")).toHaveValue("ترام في الليل");
    await page.getByRole("button", { name: "معاينة كما يراها المصوّتون" }).click();
    await expect(page.getByRole("dialog").getByRole("heading", { level: 1 })).toHaveText(
      "ترام في الليل",
    );
    expect(await page.evaluate(width)).toBe(0);
  });
});
