import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { routes } from "../../contract/routes.ts";
import { surveys } from "../../server/operations/demo/surveys.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { acceptAlert, callAs, demo, signIn, withoutPage } from "../people.ts";
import { expect, test } from "../site.ts";
import { findSurvey, openAsNewPerson, openSurvey, readSurvey } from "../surveys.ts";

const COMMENTS_PER_PAGE = 20;

test("who is not pro learns how to become it", async ({ page }) => {
  await openAsNewPerson(page, await findSurvey(page, "A quiet hour in the supermarket"));
  await expect(comments(page)).toContainText(
    "Pro users can comment on a survey, and answer comments.",
  );
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
  // The comment arrives, but its answer is lost.
  expectComplaint(/ERR_FAILED.*survey\/details/);
  let isLost = false;
  await page.route("**/survey/details/*", async (route) => {
    // The page may read the survey once more at the same address.
    if (isLost || route.request().method() !== "PUT") return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
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

test("older comments are shown when asked for", async ({ page }) => {
  const title = "Video games at the school sports day";
  const survey = await findSurvey(page, title);
  const writer = await withoutPage();
  await signIn(writer, demo.pro);
  const pro = await callAs(writer, demo.pro);
  const writeOne = () =>
    pro.call(routes.addComment, aComment(survey._id, `Still of the same opinion: ${randomUUID()}`));
  while ((await readSurvey(pro, survey)).comment.length < COMMENTS_PER_PAGE) await writeOne();
  await writeOne();

  await openAsNewPerson(page, survey);
  const oldest = surveys.find((known) => known.title === title)?.comments[0]?.text ?? "";
  const shown = comments(page).getByRole("article");
  await expect(shown).toHaveCount(COMMENTS_PER_PAGE);
  await expect(shown.filter({ hasText: oldest })).toHaveCount(0);
  await comments(page).getByRole("button", { name: "Show older comments" }).click();
  await expect(shown.last()).toContainText(oldest);
});

function comments(page: Page): Locator {
  return page.getByRole("region", { name: "Comments" });
}
