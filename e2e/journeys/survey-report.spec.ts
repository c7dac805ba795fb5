import { pages } from "../../contract/pages.ts";
import { expectAccessibleAsItIs } from "../accessible.ts";
import { acceptAlert } from "../people.ts";
import { expect, test } from "../site.ts";
import { newPublishedSurvey, newUser, openAsAdmin } from "../staff.ts";
import { vote } from "../surveys.ts";

test("a survey is reported without voting, and after it", async ({ page, newVisitor }) => {
  const survey = await newPublishedSurvey();
  const voter = await newVisitor();
  for (const [person, reason] of [
    [page, "Nobody said which lamps."],
    [voter, "Only one side is told."],
  ] as const) {
    await newUser(person);
    await person.goto(`/surveyPage/${survey.id}`);
    if (person === voter) await vote(person, "Yes");
    const report = person.getByRole("button", { name: "Report this survey" });
    await report.focus();
    await person.keyboard.press("Enter");
    const dialog = person.getByRole("dialog", { name: "Report this survey" });
    await expect(dialog.getByRole("textbox")).toBeFocused();
    await expect(dialog).toContainText("The surveyor and the admins read it");
    await expectAccessibleAsItIs(person, "the dialog to report a survey");
    await dialog.getByRole("textbox").fill(reason);
    await dialog.getByRole("button", { name: "Report" }).press("Enter");
    await acceptAlert(person, "Survey reported");
    await expect(dialog).toBeHidden();
    await expect(person.getByText("Reported", { exact: true })).toBeVisible();
  }
  await expect(page.getByRole("radio", { name: "Yes" }), "the vote is still open").toBeVisible();

  const admin = await newVisitor();
  await openAsAdmin(admin, pages.reported);
  const card = admin.getByRole("article", { name: survey.title, exact: true });
  await expect(card).toContainText("2 open reports");
  await expect(card).toContainText("Nobody said which lamps.");
  await expect(card).toContainText("Only one side is told.");
});
