import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import {
  acceptAlert,
  callAs,
  expectSignedIn,
  fillLogin,
  newPerson,
  register,
  submitLogin,
  withoutPage,
} from "../people.ts";
import { expect, test } from "../site.ts";
import {
  findSurvey,
  openAsNewPerson,
  openSurvey,
  readSurvey,
  result,
  side,
  vote,
  voteButton,
} from "../surveys.ts";

test("a visitor is sent home, told why, and lands on the survey after logging in", async ({
  page,
}) => {
  const person = await register(await withoutPage());
  const survey = await findSurvey(page, "One charging plug for every device");
  await page.goto(`/surveyPage/${survey._id}`);
  await expect(page).toHaveURL("/");
  const notice = page.getByRole("main").getByRole("status").filter({ hasText: "to vote" });
  await expect(notice).toContainText("Log in or register to vote");
  await expect(notice.getByRole("link", { name: "Register", exact: true })).toBeVisible();
  await notice.getByRole("link", { name: "Log in" }).click();
  await fillLogin(page, person.email, person.password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL(`/surveyPage/${survey._id}`);
  await expect(page.getByRole("heading", { level: 1, name: survey.title })).toBeVisible();
});

test("until it is known who asks, a progress bar stands there", async ({ page }) => {
  const survey = await findSurvey(page, "One charging plug for every device");
  await register(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/identity/get-session", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`/surveyPage/${survey._id}`);
  const bar = page.getByRole("progressbar", { name: "Checking who you are" });
  await expect(bar).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { level: 1, name: survey.title })).toBeVisible();
  await expect(bar).toBeHidden();
});

test("a survey says what it is about, who asked and when", async ({ page }) => {
  const survey = await findSurvey(page, "Voting at sixteen in local elections");
  await openAsNewPerson(page, survey);
  const main = page.getByRole("main");
  await expect(main).toContainText(survey.description);
  await expect(main).toContainText("Asked by Mateo Rivas");
  await expect(main.locator("time").first()).toHaveAttribute("datetime", survey.timestamp);
  await expect(main.getByRole("link", { name: "Politics" })).toHaveAttribute(
    "href",
    "/surveyPage?category=politics",
  );
  await expect(main.getByRole("group", { name: /from the age of sixteen\?$/ })).toBeVisible();
});

test("a survey that is not there says so, and leads to those that are", async ({
  page,
  expectComplaint,
}) => {
  await register(page);
  expectComplaint(/status of 404/);
  await page.goto("/surveyPage/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "This survey is not here" })).toBeVisible();
  await page.getByRole("link", { name: "See all surveys" }).click();
  await expect(page).toHaveURL("/surveyPage");
});

test("a like is given, switched and taken back, and kept", async ({ page }) => {
  const survey = await findSurvey(page, "Paid days off for volunteers");
  const caller = await callAs(page, await openAsNewPerson(page, survey));
  const like = page.getByRole("button", { name: /^Like \d/ });
  const dislike = page.getByRole("button", { name: /^Dislike \d/ });
  for (const [press, own] of [
    [like, "like"],
    [dislike, "dislike"],
    [dislike, null],
    [like, "like"],
  ] as const) {
    await press.click();
    await expect(like).toHaveAttribute("aria-pressed", String(own === "like"));
    await expect(dislike).toHaveAttribute("aria-pressed", String(own === "dislike"));
    await expect(async () => {
      const { liked, disliked, ownReaction } = await readSurvey(caller, survey);
      expect(ownReaction).toBe(own);
      await expect(like).toHaveText(`Like${liked}`, { timeout: 100 });
      await expect(dislike).toHaveText(`Dislike${disliked}`, { timeout: 100 });
    }).toPass();
  }
  await page.reload();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(dislike).toHaveAttribute("aria-pressed", "false");
});

test("a like that was not saved is taken back and told", async ({ page, expectComplaint }) => {
  await openAsNewPerson(page, await findSurvey(page, "A day off work to go and vote"));
  expectComplaint(/ERR_FAILED.*like/);
  await page.route("**/like/*", (route) => route.abort(), { times: 1 });
  const like = page.getByRole("button", { name: /^Like \d/ });
  await like.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("That was not saved.");
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await like.click();
  await expect(page.getByRole("main").getByRole("alert")).toBeHidden();
  await expect(like).toHaveAttribute("aria-pressed", "true");
});

test("markup in a name is shown as text", async ({ page }) => {
  const name = "<i>Sam</i> <script>ran = true</script>";
  await register(page, { ...newPerson(), name });
  await openSurvey(page, await findSurvey(page, "A quiet hour in the supermarket"));
  await expectSignedIn(page, name);
  expect(await page.evaluate("typeof ran")).toBe("undefined");
});

test("from the list to the result by keyboard alone", async ({ page }) => {
  const { name } = await register(page);
  await page.goto("/surveyPage");
  await expectSignedIn(page, name);
  await tabTo(page, page.getByRole("searchbox", { name: "Search" }));
  await page.keyboard.type("benches");
  await expect(page.getByRole("article")).toHaveCount(1);
  await tabTo(page, page.getByRole("link", { name: /^See more/ }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/surveyPage\/[0-9a-f-]{36}$/);
  const yes = page.getByRole("radio", { name: "Yes" });
  const no = page.getByRole("radio", { name: "No" });
  await expect(yes).toBeVisible();
  await tabTo(page, yes);
  await page.keyboard.press("ArrowRight");
  await expect(no).toBeFocused();
  await expect(no).toBeChecked();
  await tabTo(page, voteButton(page));
  await page.keyboard.press("Enter");
  await acceptAlert(page, "Successfully added");
  await expect(side(page, "No")).toContainText("Your vote");
  await expect(result(page)).toBeFocused();
  const like = page.getByRole("button", { name: /^Like \d/ });
  await tabTo(page, like);
  await page.keyboard.press("Space");
  await expect(like).toHaveAttribute("aria-pressed", "true");
});

test("nothing is a barrier, before voting and after", async ({ page }) => {
  await openAsNewPerson(page, await findSurvey(page, "Cards only: shops that no longer take cash"));
  await expectAccessible(page, "before voting");
  await vote(page, "No");
  await expect(result(page).getByText("Live: this moves as others vote.")).toBeVisible();
  await expectAccessible(page, "after voting");
});

// More than the distance between any two controls of a page.
const MOST_TABS = 60;

async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press("Tab");
    if ((await control.and(page.locator(":focus")).count()) > 0) return;
  }
  await expect(control, "reached by the Tab key").toBeFocused();
}
