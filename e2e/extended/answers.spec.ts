import { routes } from "../../contract/routes.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { expectAccessible } from "../accessible.ts";
import { agree, demo, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import {
  demoCaller,
  newPublishedSurvey,
  newSurveyor,
  newUser,
  publish,
  sendSurvey,
} from "../staff.ts";

test("whoever asked answers a comment, marked as such, and the commenter is told", async ({
  page,
  newVisitor,
}) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor);
  await publish(survey);
  const pro = await demoCaller("pro");
  await pro.call(routes.addComment, aComment(survey.id, "Who pays for them?"));

  await page.goto(`/surveyPage/${survey.id}`);
  const comment = page.getByRole("article").filter({ hasText: "Who pays for them?" });
  const answer = comment.getByRole("button", { name: `Answer the comment of ${demo.pro.name}` });
  await answer.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Answer ${demo.pro.name}` });
  const field = dialog.getByRole("textbox", { name: "Your answer" });
  await expect(field).toBeFocused();
  await dialog.getByRole("button", { name: "Answer" }).press("Enter");
  await expect(field).toHaveAccessibleDescription(/^Please write something first/);
  await field.fill("The town does.");
  await dialog.getByRole("button", { name: "Answer" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(comment).toContainText("The town does.");
  await expect(comment, "the button is gone, the comment has the focus").toBeFocused();
  await expect(answer).toBeHidden();
  await expectAccessible(page, "a comment with its answer");

  const reader = await newVisitor();
  await newUser(reader);
  await reader.goto(`/surveyPage/${survey.id}`);
  const seen = reader.getByRole("article").filter({ hasText: "Who pays for them?" });
  await expect(seen).toContainText("The town does.");
  await expect(seen).toContainText(surveyor.name);
  await expect(seen.getByText("Asked this survey")).toBeVisible();
  await expect(seen.getByRole("button", { name: /^Answer/ })).toHaveCount(0);
  await expect(
    seen.getByRole("button", { name: `Report the answer of ${surveyor.name}` }),
  ).toBeVisible();

  const commenter = await newVisitor();
  await signIn(commenter, demo.pro);
  await commenter.goto("/");
  await commenter
    .getByRole("banner")
    .getByRole("button", { name: /^Notices/ })
    .click();
  const notice = commenter
    .getByRole("list", { name: "Notices" })
    .getByRole("listitem")
    .filter({ hasText: survey.title });
  await expect(notice).toContainText("Your comment is answered");
  await notice.getByRole("link").click();
  await expect(commenter.getByText("The town does.")).toBeVisible();

  await comment.getByRole("button", { name: "Edit your answer" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("The town does, from May.");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(comment).toContainText("The town does, from May.");
  await comment.getByRole("button", { name: "Delete your answer" }).press("Enter");
  await agree(page, "Delete");
  await expect(answer, "another answer can be written").toBeVisible();
});

test("pro users answer too, more than once, below whoever asked; others read why they can't", async ({
  page,
  newVisitor,
}) => {
  const surveyor = await newSurveyor();
  const survey = await sendSurvey(surveyor);
  await publish(survey);
  const commenter = await demoCaller("pro");
  await commenter.call(routes.addComment, aComment(survey.id, "Who pays for them?"));

  await signIn(page, demo.pro);
  await page.goto(`/surveyPage/${survey.id}`);
  const comment = page.getByRole("article").filter({ hasText: "Who pays for them?" });
  const answer = comment.getByRole("button", { name: /^Answer the comment of/ });
  const texts = ["One", "Two", "Three", "Four", "Five", "Six"].map((text) => `${text} of mine`);
  for (const text of texts) {
    await answer.click();
    await page.getByRole("textbox", { name: "Your answer" }).fill(text);
    await page.getByRole("dialog").getByRole("button", { name: "Answer" }).click();
    await expect(comment.getByText(text)).toBeVisible();
    await expect(answer).toBeFocused();
  }
  const [commentOf] = await surveyor.call(routes.listComments, { params: { id: survey.id } });
  const body = { commentId: commentOf?.id ?? "", answer: "The town does." };
  await surveyor.call(routes.addAnswer, { params: { id: survey.id }, body });

  const reader = await newVisitor();
  await newUser(reader);
  await reader.goto(`/surveyPage/${survey.id}`);
  await expect(
    reader.getByText("Pro users can comment on a survey, and answer comments."),
  ).toBeVisible();
  const seen = reader.getByRole("article").filter({ hasText: "Who pays for them?" });
  await expect(seen.getByRole("listitem").first()).toContainText("The town does.");
  await expect(seen.getByRole("listitem").first()).toContainText("Asked this survey");
  await expect(seen.getByRole("listitem")).toHaveCount(6);
  await seen.getByRole("button", { name: "Show all answers" }).press("Enter");
  await expect(seen.getByRole("listitem")).toHaveCount(7);
  await expect(seen.getByRole("listitem").last().locator(":focus")).toHaveCount(1);
  await expect(seen.getByRole("button", { name: /^Answer/ })).toHaveCount(0);
  await expectAccessible(reader, "a comment with many answers");
});

test("comments are liked by anybody who takes part, and sorted by that", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const pro = await demoCaller("pro");
  for (const text of ["The first", "The second"]) {
    await pro.call(routes.addComment, aComment(survey.id, text));
  }
  await newUser(page);
  await page.goto(`/surveyPage/${survey.id}`);
  const comments = page.getByRole("region", { name: "Comments" }).getByRole("article");
  await expect(comments).toContainText([/The second/, /The first/]);
  const like = comments.last().getByRole("button", { name: /^Like the comment of/ });
  await like.focus();
  await page.keyboard.press("Enter");
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toContainText("1");
  await expect(comments, "nothing moves under the pointer").toContainText([
    /The second/,
    /The first/,
  ]);
  await expectAccessible(page, "a liked comment");

  const order = page.getByRole("navigation", { name: "Sort by" });
  await order.getByRole("link", { name: "Most liked" }).click();
  await expect(page).toHaveURL(/\?sort=liked$/);
  await expect(comments).toContainText([/The first/, /The second/]);
  await page.reload();
  await expect(comments).toContainText([/The first/, /The second/]);
  const first = comments.first().getByRole("button", { name: /^Like the comment of/ });
  await expect(first).toHaveAttribute("aria-pressed", "true");
  await first.click();
  await expect(first).toHaveAttribute("aria-pressed", "false");
  await expect(first).toContainText("0");
  await order.getByRole("link", { name: "Newest" }).click();
  await expect(comments).toContainText([/The second/, /The first/]);
});
