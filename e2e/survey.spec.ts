import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { surveys } from "../server/demo/surveys.ts";
import { expectNoBarriers } from "./barriers.ts";
import {
  acceptAlert,
  demo,
  expectSignedIn,
  fillLogin,
  newPerson,
  register,
  signIn,
  submitLogin,
} from "./people.ts";
import { expect, test } from "./site.ts";
import {
  callsAs,
  findSurvey,
  openAsNewPerson,
  openSurvey,
  result,
  side,
  vote,
  voteButton,
} from "./surveys.ts";

const COMMENTS_PER_PAGE = 20;

test("a visitor is sent home, told why, and lands on the survey after logging in", async ({
  page,
  newVisitor,
}) => {
  const person = await register(await newVisitor());
  const survey = await findSurvey(page, "One charging plug for every device");
  await page.goto(`/surveyPage/${survey._id}`);
  await expect(page).toHaveURL("/");
  const notice = page.getByRole("main").getByRole("status").filter({ hasText: "To open a survey" });
  await expect(notice).toBeVisible();
  await notice.getByRole("link", { name: "Log in" }).click();
  await fillLogin(page, person.email, person.password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL(`/surveyPage/${survey._id}`);
  await expect(page.getByRole("heading", { level: 1, name: survey.title })).toBeVisible();
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
  expectComplaint(/status of 404.*survey\/details/);
  await page.goto("/surveyPage/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "This survey is not here" })).toBeVisible();
  await page.getByRole("link", { name: "See all surveys" }).click();
  await expect(page).toHaveURL("/surveyPage");
});

test("a like is given, switched and taken back, and kept", async ({ page }) => {
  const survey = await findSurvey(page, "Paid days off for volunteers");
  const { email } = await openAsNewPerson(page, survey);
  const calls = await callsAs(page, email);
  const like = page.getByRole("button", { name: /^Like/ });
  const dislike = page.getByRole("button", { name: /^Dislike/ });
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
      const { liked, disliked, ownReaction } = await calls.read(survey._id);
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
  const like = page.getByRole("button", { name: /^Like/ });
  await like.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("That was not saved.");
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await like.click();
  await expect(page.getByRole("main").getByRole("alert")).toBeHidden();
  await expect(like).toHaveAttribute("aria-pressed", "true");
});

test("who is not pro learns how to become it", async ({ page }) => {
  await openAsNewPerson(page, await findSurvey(page, "A quiet hour in the supermarket"));
  await expect(comments(page)).toContainText("Pro users can comment on a survey.");
  await expect(page.getByLabel("Your comment")).toBeHidden();
  await comments(page).getByRole("link", { name: "Become pro user" }).click();
  await expect(page).toHaveURL("/proUser");
});

test("a pro user's comment is there for everybody, and nothing in it is run", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const survey = await findSurvey(page, "A quiet hour in the supermarket");
  await signIn(page, demo.pro);
  await openSurvey(page, survey);
  const field = page.getByLabel("Your comment");
  const add = page.getByRole("button", { name: "Add comment" });

  expectComplaint(/status of 422.*survey\/details/);
  await add.click();
  await expect(field).toHaveAccessibleDescription(/^Please write something first/);

  const text = `<b>Bold</b> <script>ran = true</script> ${randomUUID()}`;
  await field.fill(text);
  await add.click();
  await acceptAlert(page, "Comment added");
  await expect(field).toHaveValue("");
  const reader = await newVisitor();
  await openAsNewPerson(reader, survey);
  for (const witness of [page, reader]) {
    const comment = comments(witness).getByRole("article").filter({ hasText: text });
    await expect(comment).toContainText(demo.pro.name);
    await expect(comment.getByRole("time")).toHaveText("just now");
    await expect(comment.locator("b, script")).toHaveCount(0);
    expect(await witness.evaluate("typeof ran")).toBe("undefined");
  }
});

test("a comment that did not arrive is kept, and sent again as the same one", async ({
  page,
  expectComplaint,
}) => {
  const survey = await findSurvey(page, "A quiet hour in the supermarket");
  await signIn(page, demo.pro);
  await openSurvey(page, survey);
  // It arrives, and its answer gets lost.
  expectComplaint(/ERR_FAILED.*survey\/details/);
  await page.route(
    "**/survey/details/*",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const text = `Twice sent, once there: ${randomUUID()}`;
  await page.getByLabel("Your comment").fill(text);
  await page.getByRole("button", { name: "Add comment" }).click();
  const alert = comments(page).getByRole("alert");
  await expect(alert).toContainText("Your comment is not added yet");
  await expect(page.getByLabel("Your comment")).toHaveValue(text);
  await comments(page).getByRole("button", { name: "Try again" }).click();
  await acceptAlert(page, "Comment added");
  await expect(comments(page).getByRole("article").filter({ hasText: text })).toHaveCount(1);
});

test("older comments are shown when asked for", async ({ page, newVisitor }) => {
  const title = "Video games at the school sports day";
  const survey = await findSurvey(page, title);
  const writer = await newVisitor();
  await signIn(writer, demo.pro);
  const calls = await callsAs(writer, demo.pro.email);
  while ((await calls.read(survey._id)).olderComments === null) {
    await calls.comment(survey._id, `Still of the same opinion: ${randomUUID()}`);
  }

  await openAsNewPerson(page, survey);
  const oldest = surveys.find((known) => known.title === title)?.comments[0]?.text ?? "";
  const shown = comments(page).getByRole("article");
  await expect(shown).toHaveCount(COMMENTS_PER_PAGE);
  await expect(shown.filter({ hasText: oldest })).toHaveCount(0);
  await comments(page).getByRole("button", { name: "Show older comments" }).click();
  await expect(shown.last()).toContainText(oldest);
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
  const ok = page.getByRole("alertdialog").getByRole("button", { name: "OK" });
  await expect(ok).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(side(page, "No")).toContainText("Your vote");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const like = page.getByRole("button", { name: /^Like/ });
  await tabTo(page, like);
  await page.keyboard.press("Space");
  await expect(like).toHaveAttribute("aria-pressed", "true");
});

test("nothing is a barrier, before voting and after", async ({ page }) => {
  await openAsNewPerson(page, await findSurvey(page, "Cards only: shops that no longer take cash"));
  await expectNoBarriers(page, "before voting");
  await vote(page, "No");
  await expect(result(page).getByRole("status")).toContainText("Live");
  await expectNoBarriers(page, "after voting");
});

function comments(page: Page): Locator {
  return page.getByRole("region", { name: "Comments" });
}

// Further than any control of a page is from another.
const MOST_TABS = 60;

async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press("Tab");
    if ((await control.and(page.locator(":focus")).count()) > 0) return;
  }
  await expect(control, "reached by the Tab key").toBeFocused();
}
