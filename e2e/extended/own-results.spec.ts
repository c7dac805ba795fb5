import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { expect, test } from "../site.ts";
import { answer, newSurveyor, newUser, publish, sendSurvey, surveyItem } from "../staff.ts";
import { pointAtVote, voteButton } from "../surveys.ts";

const addressOf = (id: string) => pages.ownResults.replace(":id", id);

async function vote(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Yes" }).check();
  const sent = page.waitForResponse((response) => response.url().endsWith("/visitedSurvey"));
  await voteButton(page).click();
  expect((await sent).status()).toBe(201);
}

test("a surveyor reads how a survey stands, how voters came, and saves its picture", async ({
  page,
  browser,
}) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor);
  await publish(survey);
  const { id, title } = survey;
  await answer(await newUser(), id, "no");

  const voter = await (await browser.newContext()).newPage();
  await newUser(voter);
  // From the code on a poster, over the page for everybody.
  await voter.goto(`/results/${id}?from=qr`);
  await voter.getByRole("link", { name: "Yes", exact: true }).click();
  await voter.waitForURL(/choice=yes/);
  await pointAtVote(voter);
  await vote(voter);
  await voter.context().close();

  const reader = await (await browser.newContext()).newPage();
  await newUser(reader);
  await reader.goto(`${pages.surveys}?search=${encodeURIComponent(title)}`);
  await reader.getByRole("link", { name: new RegExp(title) }).click();
  await vote(reader);
  await reader.context().close();

  await page.goto(pages.ownSurveys);
  await surveyItem(page, title).getByRole("link", { name: "Results" }).click();
  await expect(page).toHaveURL(addressOf(id));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results of your survey");
  await expect(page.getByText("3 votes.", { exact: true })).toBeVisible();
  const sources = page.getByRole("region", { name: "How voters came here" });
  await expect(sources.getByRole("listitem")).toHaveText([
    /From a list on this site\s*1$/,
    /By a link\s*1$/,
    /By a frame on another site\s*0$/,
    /By a QR code\s*1$/,
  ]);
  await expect(page.getByText("It begins with ten votes")).toBeVisible();
  await expectAccessible(page, "a surveyor's results");

  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as a picture" }).click();
  expect((await file).suggestedFilename()).toBe(`survey-${id}.png`);
});

test("whoever has to log in on the way from a frame is still counted as from there", async ({
  page,
  browser,
}) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor);
  await publish(survey);
  const context = await browser.newContext();
  const visitor = await context.newPage();
  const { email, password } = await newUser();
  await visitor.goto(`/surveyPage/${survey.id}?choice=yes&from=frame`);
  await visitor.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await visitor.getByLabel("Email", { exact: true }).fill(email);
  await visitor.getByLabel("Password", { exact: true }).fill(password);
  await visitor.getByRole("main").getByRole("button", { name: "Login" }).click();
  await visitor.waitForURL(/from=frame/);
  await pointAtVote(visitor);
  await vote(visitor);
  await context.close();
  const input = { params: { id: survey.id } };
  const { sources } = await surveyor.call(routes.readOwnResults, input);
  expect(sources).toEqual({ list: 0, link: 0, frame: 1, qr: 0 });
});

test("nobody reads the results page of somebody else's survey", async ({
  page,
  expectComplaint,
}) => {
  const survey = await sendSurvey(await newSurveyor());
  await newSurveyor(page);
  expectComplaint(/status of 404/);
  await page.goto(addressOf(survey.id));
  await expect(page.getByRole("alert")).toContainText("We can't show the results");
});
