import type { Page } from "@playwright/test";
import { identityCalls } from "../../contract/identity-calls.ts";
import { pages } from "../../contract/pages.ts";
import { expectAccessible } from "../accessible.ts";
import { mailTo } from "../mails.ts";
import {
  acceptAlert,
  callAs,
  callerOn,
  demo,
  expectSignedIn,
  expectSignedOut,
  fillLogin,
  type Person,
  register,
  signIn,
  statusWith,
  storedToken,
  submitLogin,
} from "../people.ts";
import { expect, test } from "../site.ts";
import { download } from "../staff.ts";
import { findSurvey, openSurvey, readSurvey, vote } from "../surveys.ts";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Signs in on a page of another browser. */
async function openElsewhere(other: Page, person: Person, address = "/"): Promise<void> {
  await signIn(other, person);
  await other.goto(address);
  await expectSignedIn(other, person.name);
}

test("a changed password logs every other browser out, and this one stays", async ({
  page,
  newVisitor,
  expectComplaint,
  request,
}) => {
  const person = await register(page);
  const other = await newVisitor();
  await openElsewhere(other, person, pages.profile);
  const otherToken = await storedToken(other);

  await page.goto(pages.profile);
  await page.getByRole("link", { name: "Security", exact: true }).click();
  await expect(page).toHaveURL(pages.security);
  const password = section(page, "Password");
  const current = password.getByLabel("Current password");
  const next = password.getByLabel("New password");
  const submit = password.getByRole("button", { name: "Change password" });

  await current.fill("not this one");
  await next.fill("a shorter way home");
  expectComplaint(/status of 422.*change-password/);
  await submit.click();
  await expect(current).toHaveAccessibleDescription("That is not your password. Please try again.");
  await expectAccessible(page, "a wrong password");

  await current.fill(person.password);
  await submit.click();
  await acceptAlert(page, "Your password is changed");
  await expect(current).toHaveValue("");
  await expect(section(page, "Recent events")).toContainText("Password changed");
  await page.reload();
  await expectSignedIn(page, person.name);
  await mailTo(person.email, "Your password was changed");

  // The other browser's token is refused at once, and its session gives it no new one.
  expect(await statusWith(request, otherToken, person.email)).toBe(401);
  expectComplaint(/status of 401/);
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other).toHaveURL(pages.login);
  await fillLogin(other, person.email, "a shorter way home");
  await submitLogin(other);
  await acceptAlert(other, "login successfully");
});

test("a session in another browser is listed, and ends at once", async ({
  page,
  newVisitor,
  request,
}) => {
  const person = await register(page);
  const [other, third] = [await newVisitor(), await newVisitor()];
  await openElsewhere(other, person);
  const otherToken = await storedToken(other);
  await mailTo(person.email, "A new device logged in to your account");

  await page.goto(pages.security);
  const sessions = section(page, "Where you are logged in");
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  const own = sessions.getByRole("listitem").filter({ hasText: "This browser" });
  await expect(own).toContainText(/Chrome on .*On this computer, in use now/i);
  await expect(own.getByRole("button")).toHaveCount(0);
  await sessions.getByRole("button", { name: "End", exact: true }).click();
  await acceptAlert(page, "The session is ended");
  await expect(sessions).toContainText("You are logged in nowhere else.");
  expect(await statusWith(request, otherToken, person.email)).toBe(401);
  await other.reload();
  await expectSignedOut(other);

  await openElsewhere(other, person);
  await openElsewhere(third, person);
  await page.reload();
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await sessions.getByRole("button", { name: "End all others" }).click();
  await acceptAlert(page, "Every other session is ended");
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  for (const ended of [other, third]) {
    await ended.reload();
    await expectSignedOut(ended);
  }
  await page.reload();
  await expectSignedIn(page, person.name);
  await expectAccessible(page, "security");
});

test("a social account can be the only way in, and gets its password by mail", async ({ page }) => {
  await page.goto(pages.login);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Demo ID" }).click();
  await (await opened).getByRole("link", { name: "Mina Sato" }).click();
  await acceptAlert(page, "login successfully");
  await page.goto(pages.security);
  await expect(section(page, "Connected accounts")).toContainText("Demo ID");
  await expect(section(page, "Connected accounts")).toContainText("Your only way to log in.");
  // Not sent for real: the test runs more often than mails to one mailbox are allowed.
  await page.route("**/request-password-reset", (route) => route.fulfill({ json: {} }));
  const asked = page.waitForRequest("**/request-password-reset");
  await section(page, "Password").getByRole("button", { name: "Send me the mail" }).click();
  expect((await asked).postDataJSON()).toEqual({ email: "mina.sato@social.demo.test" });
  await expect(section(page, "Password")).toContainText("The mail is on its way");
  await expectAccessible(page, "no password yet");
});

test("failed log-ins and downloads are shown to their owner, and to admins", async ({
  page,
  newVisitor,
}) => {
  const person = await register(page);
  const wrong = { email: person.email, password: "not this one" };
  expect(await callerOn(page).status(identityCalls.signIn, { body: wrong })).toBe(401);
  await page.goto(pages.security);
  await expect(section(page, "Recent events")).toContainText("A log-in failed");

  const admin = await newVisitor();
  await signIn(admin, demo.admin);
  await admin.goto(pages.auditLog);
  await admin.getByRole("link", { name: "Security", exact: true }).click();
  await admin.getByLabel("Event").selectOption("A log-in failed");
  const row = admin.getByRole("row").filter({ hasText: person.name });
  await expect(row.first()).toContainText("A log-in failed");
  await expectAccessible(admin, "security events");
});

test("what is stored on a person is one file", async ({ page }) => {
  const person = await register(page);
  const survey = await findSurvey(page, "The right to repair your own devices");
  await openSurvey(page, survey);
  await vote(page, "Yes");
  await page.goto(pages.profile);
  const button = page.getByRole("button", { name: "Download what is stored about me" });
  const { name, text } = await download(page, button);
  expect(name).toBe("my-data.json");
  const entries: { table: string; record: Record<string, unknown> }[] = JSON.parse(text);
  const found = (table: string) => entries.filter((entry) => entry.table === table);
  expect(found("users")).toMatchObject([{ record: { email: person.email } }]);
  expect(found("votes")).toMatchObject([{ record: { survey_id: survey._id, vote: "yes" } }]);
  expect(found("identity.session")).toHaveLength(1);
  expect(text).not.toContain("password");
});

test("somebody deletes their account: the password is asked, and the vote stays", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const person = await register(page);
  const survey = await findSurvey(page, "One charging plug for every device");
  await openSurvey(page, survey);
  await vote(page, "No");
  const other = await newVisitor();
  await openElsewhere(other, person);

  await page.goto(pages.profile);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account for good?" });
  const proof = dialog.getByLabel("Your password");
  const confirm = dialog.getByRole("button", { name: "Delete my account" });
  await confirm.click();
  await expect(proof).toHaveAccessibleDescription("Password Field is required");
  await proof.fill("not this one");
  expectComplaint(/status of 422.*delete-account/);
  await confirm.click();
  await expect(proof).toHaveAccessibleDescription("That is not your password. Please try again.");
  await expectAccessible(page, "asking for the proof");
  await dialog.getByRole("button", { name: "Keep my account" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Delete my account" }).click();
  await proof.fill(person.password);
  await confirm.click();
  await acceptAlert(page, "Your account is deleted");
  await expect(page).toHaveURL(pages.home);
  await expectSignedOut(page);
  expect(await storedToken(page)).toBeNull();
  await other.reload();
  await expectSignedOut(other);

  expectComplaint(/status of 401.*sign-in/);
  await page.goto(pages.login);
  await fillLogin(page, person.email, person.password);
  await submitLogin(page);
  await expect(page.getByRole("alert")).toContainText("don't go together");

  // Another person votes too, and sees both votes counted.
  const voter = await newVisitor();
  const caller = await callAs(voter, await register(voter));
  await openSurvey(voter, survey);
  await vote(voter, "No");
  const { results } = await readSurvey(caller, survey);
  expect(results?.no).toBeGreaterThanOrEqual(2);
});
