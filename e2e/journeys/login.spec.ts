import { identityCalls } from "../../contract/identity-calls.ts";
import { linkInMail, tokenIn } from "../mails.ts";
import {
  acceptAlert,
  callerOn,
  demo,
  expectSignedIn,
  expectSignedOut,
  fillLogin,
  newPerson,
  register,
  storedToken,
  submitLogin,
  withoutPage,
} from "../people.ts";
import { expect, test } from "../site.ts";

const wrongPassword = "That e-mail and password don't go together.";

test("e-mail and password are required", async ({ page }) => {
  await page.goto("/loginPage");
  await submitLogin(page);
  await expect(page.getByText("Email Field is required", { exact: true })).toBeVisible();
  await expect(page.getByText("Password Field is required", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email Field is required");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    "Password Field is required",
  );
});

test("the right password logs in, says so, and stores a token", async ({ page }) => {
  const person = await register(await withoutPage());
  await page.goto("/loginPage");
  await fillLogin(page, person.email.toUpperCase(), person.password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL("/");
  await expectSignedIn(page, person.name);
  expect(await storedToken(page)).toBeTruthy();
});

test("a wrong password and an unknown e-mail get the same answer, and nothing is lost", async ({
  page,
  expectComplaint,
}) => {
  const known = await register(await withoutPage());
  const unknown = newPerson();
  expectComplaint(/status of 401.*sign-in/);
  for (const { email } of [known, unknown]) {
    await page.goto("/loginPage");
    await fillLogin(page, email, "not the password");
    await submitLogin(page);
    await expect(page.getByRole("alert")).toContainText(wrongPassword);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not the password");
    await expectSignedOut(page);
  }
});

test("after too many attempts the person is told how long to wait", async ({
  page,
  expectComplaint,
}) => {
  const { email } = newPerson();
  // Reaches the limit by account.
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const body = { email, password: "a guess" };
    expect(await callerOn(page).status(identityCalls.signIn, { body })).toBe(401);
  }
  expectComplaint(/status of 429.*sign-in/);
  await page.goto("/loginPage");
  await fillLogin(page, email, "one more guess");
  await submitLogin(page);
  await expect(page.getByRole("alert")).toContainText(
    /That was a lot in a short time\. Please try again in \d+ minutes\./,
  );
});

test("a server out of reach is told, and the form can be sent again", async ({
  page,
  expectComplaint,
}) => {
  const person = await register(await withoutPage());
  await page.goto("/loginPage");
  // Once the form can be filled in, the page's code is loaded.
  await fillLogin(page, person.email, person.password);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await submitLogin(page);
  await expect(page.getByRole("alert")).toContainText("We can't reach the server.");
  await page.context().setOffline(false);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
});

test("logging in leads back to where it was asked for, also after a reload", async ({ page }) => {
  await page.goto("/proUser");
  await expect(page).toHaveURL("/loginPage");
  await page.reload();
  await fillLogin(page, demo.user.email, demo.user.password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL("/proUser");
});

test("the navbar's login button leads back to the page it was pressed on", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("link", { name: "Login/Register", exact: true }).click();
  await expect(page).toHaveURL("/loginPage");
  await fillLogin(page, demo.user.email, demo.user.password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL("/contact");
});

test("who is logged in does not see the log-in page", async ({ page }) => {
  await register(page);
  await page.goto("/loginPage");
  await expect(page).toHaveURL("/");
});

test("the log-in page links to register, and a demo offers its people", async ({ page }) => {
  await page.goto("/loginPage");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Register", exact: true })).toBeVisible();
  await main.getByRole("button", { name: /Surveyor/ }).click();
  await expect(page.getByLabel("Email")).toHaveValue(demo.surveyor.email);
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveValue(demo.surveyor.password);
  await expect(password).toBeFocused();
});

test("a forgotten password is replaced through the mail's link, once", async ({
  page,
  expectComplaint,
}) => {
  const owner = await withoutPage();
  const person = await register(owner);
  const token = tokenIn(await linkInMail(person.email, "Confirm your e-mail address"));
  await callerOn(owner).call(identityCalls.confirmEmail, { body: { token } });
  await page.goto("/loginPage");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send the mail" }).click();
  await expect(page.getByRole("status")).toContainText("a mail is on its way");

  const link = await linkInMail(person.email, "Choose a new password");
  // What proxies write down.
  const told: string[] = [];
  page.on("request", (request) => {
    const [url = ""] = request.url().split("#");
    told.push(url, request.headers().referer ?? "");
  });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(
    /^Must have at least 6 characters/,
  );
  await page.getByLabel("New password").fill("another way home");
  await page.getByRole("button", { name: "Set the password" }).click();
  await acceptAlert(page, "Your new password is set");
  await expect(page).toHaveURL("/loginPage");

  expectComplaint(/status of 401.*sign-in/);
  await fillLogin(page, person.email, person.password);
  await submitLogin(page);
  await expect(page.getByRole("alert")).toContainText(wrongPassword);
  await fillLogin(page, person.email, "another way home");
  await submitLogin(page);
  await acceptAlert(page, "login successfully");

  expectComplaint(/status of 422.*reset-password/);
  const asOldMailsSay = link.replace("#", "?");
  await page.goto(asOldMailsSay);
  await expect(page).toHaveURL(link);
  // Once by the browser itself, and no more by what the page loads.
  expect(told.filter((line) => line.includes(encodeURIComponent(tokenIn(link))))).toEqual([
    asOldMailsSay,
  ]);
  await page.getByLabel("New password").fill("a third way home");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Ask for a new link" })).toBeVisible();
});

test("asking for a new password does not tell whether there is an account", async ({ page }) => {
  await page.goto("/forgotPassword");
  await page.getByRole("button", { name: "Send the mail" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email Field is required");
  await page.getByLabel("Email").fill(newPerson().email);
  await page.getByRole("button", { name: "Send the mail" }).click();
  await expect(page.getByRole("status")).toContainText("If there is an account with that e-mail");
});

test("an e-mail is confirmed by a press on the page that the mail links to", async ({ page }) => {
  const { email } = await register(page);
  await page.goto("/profile");
  const main = page.getByRole("main");
  await expect(main.getByRole("status")).toContainText(`${email} is not confirmed yet.`);
  await main.getByRole("button", { name: "Send the mail again" }).click();
  await expect(main.getByRole("status")).toContainText("The mail is on its way");

  await page.goto(await linkInMail(email, "Confirm your e-mail address"));
  await expect(page.getByRole("heading", { name: "Confirm your e-mail" })).toBeVisible();
  // Visible once the role is known. Logging out earlier would end the token that this call uses.
  const forNormalUsers = page.getByRole("banner").getByRole("link", { name: "Become pro user" });
  await expect(forNormalUsers).toBeVisible();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("heading", { name: "Your e-mail is confirmed" })).toBeVisible();
  await page.goto("/profile");
  await expect(main.getByRole("status")).toContainText(`${email} is confirmed.`);
});

test("the mail's link opens nothing of an account that somebody else has registered", async ({
  page,
  expectComplaint,
}) => {
  const { email } = await register(await withoutPage());
  expectComplaint(/status of 403.*confirm-email/);
  await page.goto(await linkInMail(email, "Confirm your e-mail address"));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("alert")).toContainText("Log in to it first");
  await expectSignedOut(page);
});

test("a confirmation link that was tampered with confirms nothing", async ({
  page,
  expectComplaint,
}) => {
  const { email } = await register(page);
  const link = new URL(await linkInMail(email, "Confirm your e-mail address"));
  link.hash = "token=not.a.token";
  expectComplaint(/status of 422.*confirm-email/);
  await page.goto(link.href);
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("heading", { name: "Your e-mail is not confirmed" })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByRole("button", { name: "Send the mail again" }).click();
  await expect(page.getByRole("status")).toContainText(`The mail is on its way to ${email}`);
});
