import { routes } from "../../contract/routes.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { expectAccessibleAsItIs } from "../accessible.ts";
import { acceptAlert, demo, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import { demoCaller, newPublishedSurvey, newUser } from "../staff.ts";

test("a comment of somebody else is reported to the admins", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const pro = await demoCaller("pro");
  await pro.call(routes.addComment, aComment(survey.id, "Buy my benches!"));

  await newUser(page);
  await page.goto(`/surveyPage/${survey.id}`);
  const comment = page.getByRole("article").filter({ hasText: "Buy my benches!" });
  const report = comment.getByRole("button", { name: `Report the comment of ${demo.pro.name}` });
  await report.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Report this comment" });
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await dialog.getByRole("button", { name: "Report" }).click();
  await expect(dialog.getByText("Please say what is wrong")).toBeVisible();
  await expectAccessibleAsItIs(page, "the dialog with its message");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(report).toBeFocused();

  await report.click();
  await dialog.getByRole("textbox").fill("This is advertising.");
  await dialog.getByRole("button", { name: "Report" }).click();
  await acceptAlert(page, "Comment reported");
  await expect(dialog).toBeHidden();
  await expect(comment.getByText("Reported", { exact: true })).toBeVisible();
  await expect(report).toBeHidden();

  const admin = await demoCaller("admin");
  const queue = await admin.call(routes.listReported, { query: { limit: 100 } });
  expect(JSON.stringify(queue)).toContain("This is advertising.");
});

test("nobody reports a comment of their own", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const pro = await demoCaller("pro");
  await signIn(page, demo.pro);
  await pro.call(routes.addComment, aComment(survey.id, "I said so before."));
  await page.goto(`/surveyPage/${survey.id}`);
  await expect(page.getByText("I said so before.")).toBeVisible();
  await expect(page.getByRole("article").getByRole("button", { name: /^Report/ })).toHaveCount(0);
});
