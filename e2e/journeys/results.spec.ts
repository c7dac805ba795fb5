import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, newPerson } from "../people.ts";
import { closeRecord, publishRecord, withDatabase } from "../records.ts";
import { expect, test } from "../site.ts";
import { answer, newPublishedSurvey, newUser, type SentSurvey } from "../staff.ts";
import { pointAtVote, side, voteButton } from "../surveys.ts";

const address = ({ id }: SentSurvey) => fillPath(pages.results, { id });

async function newSurvey(results: "always" | "voted"): Promise<SentSurvey> {
  const survey = await newPublishedSurvey();
  await withDatabase((db) =>
    db.updateTable("surveys").set({ results }).where("id", "=", survey.id).execute(),
  );
  await answer(await newUser(), survey.id, "yes");
  await answer(await newUser(), survey.id, "no");
  return survey;
}

test("a visitor reads a result, recounts it, and is told when it is inflated", async ({ page }) => {
  const survey = await newSurvey("always");
  await publishRecord(survey.id);
  await page.goto(address(survey));
  const result = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(survey.title);
  await expect(result).toContainText(/Yes 50%/);
  await expect(result).toContainText("2 people chose to answer");
  await page.getByText("Check this result", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(result).toContainText("The recount agrees with the result");
  await expect(result).toContainText("The survey's text is the one that people were asked");
  await expectAccessible(page, "a result, recounted by a visitor");

  // A vote that is not entered yet is no reason to worry, and none to say that all is well.
  await answer(await newUser(), survey.id, "no");
  await expect(result).toContainText("3 people chose to answer");
  await page.getByRole("button", { name: "Count again" }).click();
  await expect(result).toContainText("1 newer vote is not in the record yet");
  await expect(result).toContainText(/must be in the record by (\d+ \w+ \d{4} at )?\d\d:\d\d/);
  await expect(result).not.toContainText("The recount agrees");

  // The attack: a closed survey gets a million votes that nobody has cast.
  await closeRecord(survey.id);
  await withDatabase((db) =>
    db
      .updateTable("survey_tallies")
      .set(({ eb }) => ({ yes: eb("yes", "+", 1_000_000) }))
      .where("survey_id", "=", survey.id)
      .execute(),
  );
  await page.reload();
  await expect(result).toContainText("Closed. This is the final result.");
  await page.getByText("Check this result", { exact: true }).click();
  await expect(result.getByRole("alert")).toContainText("The result does not fit the record");
  await expect(result.getByRole("alert")).toContainText("but 1,000,001 yes and 2 no are shown");
  await expectAccessible(page, "an inflated result");
});

test("a text that was edited is shown beside the votes that answered it, and a question that was turned around is wrong", async ({
  page,
}) => {
  const survey = await newSurvey("always");
  await publishRecord(survey.id);
  const change = (text: { description: string } | { question: string }) =>
    withDatabase((db) => db.updateTable("surveys").set(text).where("id", "=", survey.id).execute());
  const description = "Cyclists ask for light in the evening.";
  await change({ description });
  await answer(await newUser(), survey.id, "yes");
  await publishRecord(survey.id);
  await page.goto(address(survey));
  await page.getByText("Check this result", { exact: true }).click();
  const result = page.getByRole("main");
  await expect(result).toContainText("The recount agrees with the result");
  await expect(result).toContainText(
    "The text was edited: 2 votes answered an earlier one, and 1 the one that is shown.",
  );
  await expect(result.getByRole("insertion")).toHaveText(description);
  await expect(result.getByRole("deletion")).toBeVisible();
  await expectAccessible(page, "an edited text");

  await change({ question: "Are you against it?" });
  await page.goto(address(survey));
  await page.getByText("Check this result", { exact: true }).click();
  await expect(result.getByRole("alert")).toContainText("The question was changed after people");
  await expect(result).not.toContainText("The recount agrees");
});

test("a visitor chooses, registers and votes, and sees no result before", async ({ page }) => {
  const survey = await newSurvey("voted");
  await page.goto(address(survey));
  await expect(page.getByRole("main")).toContainText("Those who have voted see the result");
  await expect(page.getByRole("main")).not.toContainText("Check this result");
  await expectAccessible(page, "a result for voters");
  await page.getByRole("group", { name: "Your answer" }).getByRole("link", { name: "No" }).click();
  // As specified, the page to vote on sends visitors home, which says why, with the survey.
  await expect(page).toHaveURL(pages.home);
  const wanted = page.getByRole("region", { name: survey.title });
  await expect(wanted).toContainText("Log in or register to vote.");
  await expect(wanted).toContainText("Should there be more lamps?");
  await expectAccessible(page, "the survey that a visitor wanted");
  const person = newPerson();
  await wanted.getByRole("link", { name: "Register", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill(person.name);
  await page.getByLabel("Photo Url", { exact: true }).fill(person.photo);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await acceptAlert(page, "Create user successfully");
  await expect(page).toHaveURL(`/surveyPage/${survey.id}?choice=no`);
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await pointAtVote(page);
  await voteButton(page).click();
  await acceptAlert(page, "Successfully added");
  await expect(side(page, "No")).toContainText("Your vote");
});

test("a visitor reads by how many witnesses the site is watched, if they are enough", async ({
  page,
}) => {
  const survey = await newSurvey("always");
  // Their signatures are tried with real witnesses in `server/record/site-log/witnessing.test.ts`.
  const signedAt = new Date(Date.now() - 3 * 60_000).toISOString();
  const witnesses = ["one", "two"].map((name) => ({ vkey: `${name}+00000000+AA==`, signedAt }));
  let quorum = 2;
  await page.route("**/transparency/numbers", async (route) => {
    const served = await (await route.fetch()).json();
    const log = { vkey: "site+00000000+AA==", size: 7, witnesses, quorum };
    await route.fulfill({ json: { ...served, log } });
  });
  await page.goto(address(survey));
  const verified = page.getByText("Verified 3 minutes ago by 2 witnesses that this site names.");
  await expect(verified).toBeVisible();
  quorum = 3;
  const read = page.waitForResponse("**/transparency/numbers");
  await page.reload();
  await read;
  await expect(page.getByRole("main")).toContainText("2 people chose to answer");
  await expect(verified).toBeHidden();
});

test("there is no result of a survey that is not there", async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  await page.goto(fillPath(pages.results, { id: "00000000-0000-4000-8000-000000000000" }));
  await expect(page.getByRole("heading", { name: "This survey is not here" })).toBeVisible();
});
