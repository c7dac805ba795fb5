import { routes } from "../../contract/routes.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { expectAccessible } from "../accessible.ts";
import { agree, demo, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import { demoCaller, newSurveyor, newUser, publish, sendSurvey } from "../staff.ts";

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
