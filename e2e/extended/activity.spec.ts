import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { expectAccessible, expectAllInReach } from "../accessible.ts";
import { demo, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import {
  answer,
  demoCaller,
  newPublishedSurvey,
  newSurveyor,
  newUser,
  publish,
  reject,
  sendSurvey,
} from "../staff.ts";

test("one's own votes, each with the way to its survey", async ({ page }) => {
  const [kept, removed] = [await newPublishedSurvey(), await newPublishedSurvey()];
  const person = await newUser(page);
  await answer(person, kept.id, "yes");
  await answer(person, removed.id, "no", "Which river?");
  await reject(removed, "Please name the river.");

  await page.goto(pages.profile);
  const tabs = page.getByRole("navigation", { name: "Your account" });
  await tabs.getByRole("link", { name: "Votes and comments" }).press("Enter");
  await expect(page).toHaveURL(pages.activity);
  const votes = page.getByRole("region", { name: "Your votes" }).getByRole("listitem");
  await expect(votes).toHaveCount(2);
  await expect(votes.first()).toContainText(`${removed.title} (not published at the moment)`);
  await expect(votes.first()).toContainText("You voted no.");
  await expect(votes.first()).toContainText("You reported: “Which river?”");
  await expect(votes.first().getByRole("link"), "there is nothing to open").toHaveCount(0);
  await expect(votes.last()).toContainText("You voted yes.");
  await expectAccessible(page, pages.activity);
  await expectAllInReach(page);

  await votes.last().getByRole("link", { name: kept.title }).press("Enter");
  await expect(page).toHaveURL(pages.survey.replace(":id", kept.id));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(kept.title);
});

test("one's own comments, each with the way to its survey", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const author = await demoCaller("pro");
  await author.call(routes.addComment, aComment(survey.id, "Lamps help walkers."));
  await signIn(page, demo.pro);
  await page.goto(pages.activity);
  const comment = page
    .getByRole("region", { name: "Your comments" })
    .getByRole("listitem")
    .filter({ hasText: survey.title });
  await expect(comment).toContainText("Lamps help walkers.");
  await comment.getByRole("link", { name: survey.title }).click();
  await expect(page).toHaveURL(pages.survey.replace(":id", survey.id));
});

test("lists that are empty, long, or can't be read", async ({ page, expectComplaint }) => {
  const person = await newUser(page);
  await page.goto(pages.activity);
  await expect(page.getByRole("heading", { name: "You have not voted yet" })).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "You have not written a comment yet" }),
  ).toBeVisible();
  await expectAccessible(page, "no votes and comments");

  const surveyor = await newSurveyor();
  for (let voted = 0; voted < 11; voted += 1) {
    const survey = await sendSurvey(surveyor);
    await publish(survey);
    await answer(person, survey.id, "yes");
  }
  await page.reload();
  const votes = page.getByRole("region", { name: "Your votes" });
  await expect(votes.getByRole("listitem")).toHaveCount(10);
  await votes.getByRole("button", { name: "Show more votes" }).press("Enter");
  await expect(votes.getByRole("listitem").nth(10).getByRole("link")).toBeFocused();

  expectComplaint(/ERR_FAILED.*ownData/);
  await page.route("**/ownData/votes?*", (route) => route.abort());
  await page.reload();
  await expect(votes.getByRole("alert")).toContainText("We can't show the votes");
  await page.unroute("**/ownData/votes?*");
  await votes.getByRole("button", { name: "Try again" }).click();
  await expect(votes.getByRole("listitem")).toHaveCount(10);
});
