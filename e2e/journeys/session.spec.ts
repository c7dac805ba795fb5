import type { Page } from "@playwright/test";
import { identityCalls } from "../../contract/identity-calls.ts";
import { routes } from "../../contract/routes.ts";
import {
  acceptAlert,
  account,
  type Cookies,
  callAs,
  callerOn,
  expectQuiet,
  expectSignedIn,
  expectSignedOut,
  fillLogin,
  newPerson,
  type Person,
  register,
  signIn,
  statusWith,
  storedToken,
  submitLogin,
  withoutPage,
} from "../people.ts";
import { expect, hold, siteUrl, test } from "../site.ts";

const endedNotice = "Your session has ended. Log in again to carry on where you left off.";

test("logging out says so, forgets the token, and the server takes it no more", async ({
  page,
  request,
}) => {
  const { email, name } = await register(page);
  await page.goto("/profile");
  await expectSignedIn(page, name);
  const token = await storedToken(page);
  expect(await statusWith(request, token, email)).toBe(200);

  await logOut(page);
  await acceptAlert(page, "Logout successfully!");
  await expect(page).toHaveURL("/");
  await expectSignedOut(page);
  expect(await storedToken(page)).toBeNull();
  expect(await statusWith(request, token, email)).toBe(401);
  await page.reload();
  await expectSignedOut(page);
});

test("a signed-in person's token is asked for at every visit and sent with every call", async ({
  page,
}) => {
  const { email, name } = await register(page);
  for (const visit of ["first", "second"]) {
    const asked = page.waitForRequest(`${siteUrl}/jwt`);
    const called = page.waitForRequest(/\/users\/normal\//);
    await page.goto("/");
    await expectSignedIn(page, name);
    expect((await asked).postDataJSON(), visit).toEqual({ email });
    expect((await called).headers().validation, visit).toBe(`bearer ${await storedToken(page)}`);
    expect(new URL((await called).url()).origin).toBe(siteUrl);
  }
});

test("until the identity provider has answered, a guarded page shows a progress bar", async ({
  page,
}) => {
  const { name } = await register(page);
  const release = await hold(page, "**/identity/get-session");
  await page.goto("/proUser");
  const bar = page.getByRole("progressbar", { name: "Checking who you are" });
  await expect(bar).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeHidden();
  await expect(page).toHaveURL("/proUser");
  release();
  await expectSignedIn(page, name);
  await expect(bar).toBeHidden();
  await expect(page).toHaveURL("/proUser");
});

test("logging in, registering and logging out keep their buttons from a second press", async ({
  page,
}) => {
  const person = newPerson();
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  let release = await hold(page, "**/identity/sign-up/email");
  await page.goto("/registerPage");
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Photo Url").fill(person.photo);
  await fillLogin(page, person.email, person.password);
  await button("Register").click();
  await expect(button("Register")).toBeDisabled();
  await expect(button("Continue with Demo ID")).toBeDisabled();
  release();
  await acceptAlert(page, "Create user successfully");

  release = await hold(page, "**/identity/sign-out");
  await button("Logout").click();
  await expect(button("Logout")).toBeDisabled();
  release();
  await acceptAlert(page, "Logout successfully!");

  release = await hold(page, "**/identity/sign-in/email");
  await page.goto("/loginPage");
  await fillLogin(page, person.email, person.password);
  await submitLogin(page);
  await expect(button("Login")).toBeDisabled();
  await expect(button("Continue with Demo ID")).toBeDisabled();
  release();
  await acceptAlert(page, "login successfully");
  await expect(button("Logout")).toBeEnabled();
});

test("logging out and in again in one tab is seen in another", async ({ page }) => {
  const { name, email, password } = await register(page);
  await page.goto("/");
  const other = await page.context().newPage();
  await other.goto("/contact");
  await expectSignedIn(other, name);
  await page.bringToFront();
  await logOut(page);
  await acceptAlert(page, "Logout successfully!");
  await expectSignedOut(other);

  await page.goto("/loginPage");
  await fillLogin(page, email, password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expectSignedIn(other, name);
});

async function openProfile(page: Page, person: Person): Promise<void> {
  await page.goto("/profile");
  await expectSignedIn(page, person.name);
  await expectQuiet(page);
}

test("a token that was ended elsewhere is renewed without the person noticing", async ({
  page,
  expectComplaint,
}) => {
  const person = await register(page);
  await openProfile(page, person);
  const ended = await storedToken(page);
  await logOutElsewhere(await withoutPage(), person);

  expectComplaint(/status of 401.*\/users/);
  await page.getByLabel("Name", { exact: true }).fill("Robin Reed");
  await page.getByRole("button", { name: "Save" }).click();
  await acceptAlert(page, "Profile saved");
  await expectSignedIn(page, "Robin Reed");
  expect(await storedToken(page)).not.toBe(ended);
});

test("a session that the server ended leads to the log-in page and back", async ({
  page,
  expectComplaint,
}) => {
  const person = await register(page);
  await openProfile(page, person);
  const other = await withoutPage();
  await signIn(other, person);
  await callerOn(other).call(identityCalls.endOtherSessions, { body: {} });
  await logOutElsewhere(other, person);

  expectComplaint(/status of 401/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL("/loginPage");
  await expect(page.getByRole("status")).toHaveText(endedNotice);
  await expectSignedOut(page);
  expect(await storedToken(page)).toBeNull();

  await fillLogin(page, person.email, person.password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL("/profile");
});

test("a token request that fails is logged, and made up for by the next call", async ({
  page,
  expectComplaint,
}) => {
  const { name } = await register(page);
  await page.route("**/jwt", (route) => route.fulfill({ status: 500 }), { times: 1 });
  expectComplaint(/No access token:/);
  expectComplaint(/status of 500.*\/jwt/);
  expectComplaint(/status of 401.*\/users/);
  await page.goto("/contact");
  await expectSignedIn(page, name);
  await expect.poll(() => storedToken(page)).toBeTruthy();
  const navbar = page.getByRole("navigation", { name: "Main" });
  await expect(navbar.getByRole("link", { name: "Become pro user" })).toBeVisible();
});

test("a log-out that fails is logged and told, and the person stays signed in", async ({
  page,
  expectComplaint,
}) => {
  const { name } = await register(page);
  await page.goto("/");
  await page.route("**/identity/sign-out", (route) => route.abort(), { times: 1 });
  expectComplaint(/Log-out:/);
  expectComplaint(/ERR_FAILED.*sign-out/);
  await logOut(page);
  await acceptAlert(page, "You are still logged in");
  await expectSignedIn(page, name);

  // The first try did reach the product's own server, which ended the token.
  expectComplaint(/status of 401.*\/logout/);
  await logOut(page);
  await acceptAlert(page, "Logout successfully!");
});

test("name and photo are changed on the profile page, for good", async ({ page }) => {
  const { name } = await register(page);
  await page.goto("/");
  await account(page).click();
  await expect(page).toHaveURL("/profile");
  const nameField = page.getByLabel("Name", { exact: true });
  const photoField = page.getByLabel("Photo Url");
  await expect(nameField).toHaveValue(name);

  await nameField.fill("");
  await photoField.fill("no address");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(nameField).toHaveAccessibleDescription("Display name Field is required");
  await expect(photoField).toHaveAccessibleDescription(/Must be a web address/);

  const photo = "/avatars/12.svg";
  await nameField.fill("Robin Reed");
  await photoField.fill(photo);
  await page.getByRole("button", { name: "Save" }).click();
  await acceptAlert(page, "Profile saved");
  for (const when of ["at once", "after a reload"]) {
    await expectSignedIn(page, "Robin Reed");
    await expect(account(page).locator("img"), when).toHaveAttribute("src", photo);
    await page.reload();
  }
});

async function logOut(page: Page): Promise<void> {
  await expectQuiet(page);
  await page.getByRole("banner").getByRole("button", { name: "Logout", exact: true }).click();
}

/** Logs out on another device, which ends the access tokens of all devices. */
async function logOutElsewhere(on: Cookies, person: Person): Promise<void> {
  await signIn(on, person);
  await (await callAs(on, person)).call(routes.logOut);
  await callerOn(on).call(identityCalls.signOut, { body: {} });
}
