import { testWith } from "../other-site.ts";
import { demo, newPerson, register, signIn } from "../people.ts";
import { expect } from "../site.ts";
import { findSurvey } from "../surveys.ts";

const test = testWith(async () => ({ PARTICIPATION: "pro" }));
test.describe.configure({ mode: "default" });

const title = "A quiet hour in the supermarket";
const refusal = "Voting is for pro users";

test("where surveys are for pro users, a normal user is shown the way there", async ({
  page,
  otherSite,
}) => {
  const survey = await findSurvey(page, title, otherSite.url);
  await register(page, newPerson(), otherSite.url);
  await page.goto(`/surveyPage/${survey._id}`);
  await expect(page).toHaveURL("/");
  const notice = page.getByRole("status").filter({ hasText: refusal });
  await notice.getByRole("link", { name: "Become pro user" }).click();
  await expect(page).toHaveURL("/proUser");

  await page.getByRole("button", { name: "Use 4242 4242 4242 4242" }).click();
  await page.getByRole("button", { name: "Pay $100" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are a pro user");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await page.getByRole("link", { name: "Back to the survey" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("a visitor reads that an account alone is not enough", async ({ page, otherSite }) => {
  const survey = await findSurvey(page, title, otherSite.url);
  await page.goto(`/surveyPage/${survey._id}`);
  const notice = page.getByRole("main").getByRole("status").filter({ hasText: refusal });
  await expect(notice).toContainText("Log in or register to vote.");
  await expect(notice.getByRole("link")).toHaveText(["Log in", "Register"]);
});

test("the dashboard is not for sale", async ({ page, otherSite }) => {
  await register(page, newPerson(), otherSite.url);
  await page.goto("/dashBroad");
  const notice = page.getByRole("status").filter({ hasText: "surveyors and admins" });
  await expect(notice.getByRole("button", { name: "Use another account" })).toBeVisible();
  await expect(notice.getByRole("link")).toHaveText(["Become a surveyor"]);
});

test("who is a pro user already takes part", async ({ page, otherSite }) => {
  const survey = await findSurvey(page, title, otherSite.url);
  await signIn(page, demo.pro, otherSite.url);
  await page.goto(`/surveyPage/${survey._id}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});
