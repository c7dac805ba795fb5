import { linkInMail } from "../mails.ts";
import { testWith } from "../other-site.ts";
import {
  acceptAlert,
  expectSignedIn,
  fillLogin,
  fillRegistration,
  newPerson,
  register,
  submitLogin,
  withoutPage,
} from "../people.ts";
import { expect } from "../site.ts";
import { findSurvey, voteButton } from "../surveys.ts";

const test = testWith(async () => ({ EMAIL_VERIFICATION: "required" }));
test.describe.configure({ mode: "default" });

test("a visitor who has to confirm their e-mail first lands on the survey, whoever registered it before", async ({
  page,
  context,
  newVisitor,
  otherSite,
  expectComplaint,
}) => {
  const squatter = await register(await withoutPage(), newPerson(), otherSite.url);
  const person = { ...newPerson(), email: squatter.email, password: "the owner's own words" };
  const survey = await findSurvey(page, "One charging plug for every device", otherSite.url);
  await page.goto(`/surveyPage/${survey._id}`);
  await page.getByRole("main").getByRole("link", { name: "Register", exact: true }).click();
  await fillRegistration(page, person);
  await acceptAlert(page, "Create user successfully");
  await expect(page).toHaveURL("/loginPage");

  // The mail's link alone is not enough: it asks for a name and a password, and has this name ready.
  expectComplaint(/status of 422.*confirm-email/);
  const mail = await context.newPage();
  await mail.goto(await linkInMail(person.email, "Confirm your e-mail address", otherSite.logFile));
  await mail.getByRole("button", { name: "Confirm this address" }).click();
  await expect(mail.getByLabel("Password", { exact: true })).toBeFocused();
  await expect(mail.getByLabel("Name", { exact: true })).toHaveValue(person.name);
  await mail.getByLabel("Password", { exact: true }).fill(person.password);
  await mail.getByRole("button", { name: "Confirm this address" }).click();
  await mail.getByRole("link", { name: "Go on to where you were" }).click();
  await expect(mail).toHaveURL(`/surveyPage/${survey._id}`);
  await expect(voteButton(mail)).toBeVisible();
  await expectSignedIn(mail, person.name);
  // The tab that waited goes there by itself.
  await expect(page).toHaveURL(`/surveyPage/${survey._id}`);

  expectComplaint(/status of 401.*sign-in/);
  const other = await newVisitor();
  await other.goto(`${otherSite.url}/loginPage`);
  await fillLogin(other, squatter.email, squatter.password);
  await submitLogin(other);
  await expect(other.getByRole("alert")).toContainText("don't go together");
});

test("a link that has ended is no dead end: its page and log-in send the mail again", async ({
  page,
  otherSite,
  expectComplaint,
}) => {
  const person = await register(await withoutPage(), newPerson(), otherSite.url);
  const subject = "Confirm your e-mail address";
  const link = new URL(await linkInMail(person.email, subject, otherSite.logFile));
  // Its claims are as they were, so the page knows the address.
  link.hash = link.hash.replace(/.(?=.{9}$)/, (kept) => (kept === "x" ? "y" : "x"));
  expectComplaint(/status of 422.*confirm-email/);
  await page.goto(link.href);
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(person.email);
  await page.getByRole("button", { name: "Send the mail again" }).click();
  await expect(page.getByText(`The mail is on its way to ${person.email}`)).toBeVisible();

  expectComplaint(/status of 403.*sign-in/);
  await page.goto(`${otherSite.url}/loginPage`);
  await fillLogin(page, person.email, person.password);
  await submitLogin(page);
  await expect(page.getByText("Please confirm your e-mail first")).toBeVisible();
  await page.getByRole("button", { name: "Send the mail again" }).click();
  await expect(page.getByText(`The mail is on its way to ${person.email}`)).toBeVisible();
});
