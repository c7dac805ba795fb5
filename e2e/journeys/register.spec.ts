import type { Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import {
  acceptAlert,
  account,
  demo,
  expectSignedIn,
  newPerson,
  type Person,
  register,
  withoutPage,
} from "../people.ts";
import { expect, test } from "../site.ts";

test.beforeEach(({ page }) => page.goto("/registerPage"));

test("each of the four fields is required", async ({ page }) => {
  await submit(page);
  for (const [label, message] of [
    ["Name", "Display name Field is required"],
    ["Photo Url", "Photo Url Field is required"],
    ["Email", "Email Field is required"],
    ["Password", "Password Field is required"],
  ] as const) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
    await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(field(page, "Name")).toBeFocused();
});

test("photo and e-mail have their type, the password its length", async ({ page }) => {
  await expect(field(page, "Photo Url")).toHaveAttribute("type", "url");
  await expect(field(page, "Email")).toHaveAttribute("type", "email");
  await fill(page, { ...newPerson(), photo: "my photo", email: "sam at home", password: "12345" });
  await submit(page);
  await expect(field(page, "Photo Url")).toHaveAccessibleDescription(/Must be a web address/);
  await expect(field(page, "Email")).toHaveAccessibleDescription(/Must be an e-mail address/);
  await expect(field(page, "Password")).toHaveAccessibleDescription(
    /^Must have at least 6 characters/,
  );
  await expect(page.getByRole("alertdialog")).toBeHidden();
});

test("fields say that they are required, and keep their hint beside a message", async ({
  page,
}) => {
  for (const label of ["Name", "Photo Url", "Email", "Password"]) {
    await expect(field(page, label)).toHaveAttribute("required");
  }
  const marks = await page.evaluate(
    "[...document.querySelectorAll('main label')].map((label) => getComputedStyle(label, '::after').content)",
  );
  // Older browsers name the attribute, newer ones its words.
  expect(marks).toEqual(
    expect.arrayContaining([expect.stringMatching(/\(required\)|attr\(data-required\)/)]),
  );
  expect(marks).not.toContain("none");
  await expect(page.locator("main label[data-required='(required)']").first()).toBeVisible();
  await submit(page);
  await expect(field(page, "Photo Url")).toHaveAccessibleDescription(
    "Photo Url Field is required The web address of a picture of you. If it can't be loaded, your initials are shown.",
  );
});

test("who has no picture takes one of ours, or their initials", async ({ page }) => {
  const person = newPerson();
  await fill(page, person);
  await field(page, "Photo Url").fill("");
  await submit(page);
  await expect(page.getByText("Photo Url Field is required")).toBeVisible();
  const choices = page.getByRole("group", { name: /No picture on the web/ });
  await choices.getByRole("button", { name: "Boat" }).press("Enter");
  await expect(field(page, "Photo Url")).toHaveValue("/avatars/boat.svg");
  await expect(page.getByText("Photo Url Field is required")).toBeHidden();
  await expect(choices.getByRole("button", { name: "Boat" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectAccessible(page, "a picture that is chosen");
  await choices.getByRole("button", { name: "Use my initials" }).click();
  await expect(choices.getByRole("button", { pressed: true })).toHaveCount(1);
  await submit(page);
  await acceptAlert(page, "Create user successfully");
  await expectSignedIn(page, person.name);
  await expect(account(page).locator("img")).toHaveCount(0);
});

test("the terms and the page about privacy are linked, and the form is kept", async ({
  page,
  context,
}) => {
  await field(page, "Name").fill("Sam");
  for (const [link, title] of [
    ["terms", "Terms"],
    ["Privacy", "Privacy"],
  ] as const) {
    const opened = context.waitForEvent("page");
    await page.getByRole("main").getByRole("link", { name: link, exact: true }).click();
    await expect((await opened).getByRole("heading", { level: 1 })).toHaveText(title);
  }
  await expect(field(page, "Name")).toHaveValue("Sam");
});

test("a message goes as soon as its field is right", async ({ page }) => {
  await submit(page);
  await field(page, "Email").fill("sam@example.test");
  await expect(page.getByText("Email Field is required")).toBeHidden();
  await expect(page.getByText("Password Field is required")).toBeVisible();
});

test("the password can be read while it is typed", async ({ page }) => {
  await field(page, "Password").fill("a long way home");
  await expect(field(page, "Password")).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field(page, "Password")).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field(page, "Password")).toHaveAttribute("type", "password");
});

test("an e-mail that is taken is told at its field, and nothing typed is lost", async ({
  page,
  expectComplaint,
}) => {
  const person = { ...newPerson(), email: demo.user.email };
  expectComplaint(/status of 422.*sign-up/);
  await fill(page, person);
  await submit(page);
  await expect(field(page, "Email")).toHaveAccessibleDescription(
    "There is already an account with this e-mail. Try to log in instead.",
  );
  await expect(field(page, "Email")).toBeFocused();
  await expect(field(page, "Name")).toHaveValue(person.name);
  await expect(field(page, "Photo Url")).toHaveValue(person.photo);
  await expect(field(page, "Password")).toHaveValue(person.password);
});

test("an e-mail that was never confirmed belongs to whoever registered it first", async ({
  page,
  expectComplaint,
}) => {
  const { email } = await register(await withoutPage());
  expectComplaint(/status of 422.*sign-up/);
  await fill(page, { ...newPerson(), email });
  await submit(page);
  await expect(field(page, "Email")).toHaveAccessibleDescription(
    "There is already an account with this e-mail. Try to log in instead.",
  );
});

test("a new person is stored, told so, and signed in", async ({ page }) => {
  const person = newPerson();
  const stored = page.waitForRequest((sent) => sent.method() === "POST" && isUsers(sent.url()));
  await fill(page, person);
  await submit(page);
  await acceptAlert(page, "Create user successfully");
  expect((await stored).postDataJSON()).toEqual({
    email: person.email,
    username: person.name,
    url: person.photo,
    role: "user",
  });
  await expect(page).toHaveURL("/");
  await expectSignedIn(page, person.name);
  const photo = account(page).locator("img");
  await expect(photo).toHaveAttribute("src", person.photo);
  await expect(photo).not.toHaveJSProperty("naturalWidth", 0);
  await expect(page.getByRole("button", { name: "Logout", exact: true })).toBeVisible();
});

test("who comes from a page that needs log-in gets back to it", async ({ page }) => {
  await page.goto("/proUser");
  await page.getByRole("main").getByRole("link", { name: "Register", exact: true }).click();
  await expect(page).toHaveURL("/registerPage");
  await fill(page, newPerson());
  await submit(page);
  await acceptAlert(page, "Create user successfully");
  await expect(page).toHaveURL("/proUser");
});

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

async function fill(page: Page, person: Person): Promise<void> {
  await field(page, "Name").fill(person.name);
  await field(page, "Photo Url").fill(person.photo);
  await field(page, "Email").fill(person.email);
  await field(page, "Password").fill(person.password);
}

async function submit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Register", exact: true }).click();
}

function isUsers(url: string): boolean {
  return new URL(url).pathname === "/users";
}
