import { pages } from "../../contract/pages.ts";
import {
  expectAccessible,
  expectAccessibleAsItIs,
  expectAllInReach,
  expectRoomForWideText,
  narrow,
  schemes,
} from "../accessible.ts";
import {
  demo,
  expectSignedOut,
  register,
  submitLogin,
  successMessage,
  withoutPage,
} from "../people.ts";
import { expect, test } from "../site.ts";

test("the page that the social log-in popup shows", async ({ page }) => {
  const address = `${pages.socialPopup}?provider=demo&attempt=any`;
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Demo ID" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expectAccessible(page, address);
  await expectAllInReach(page);
  await expectRoomForWideText(page, address);
});

for (const colorScheme of schemes) {
  test(`what opens, warns and interrupts, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(narrow);
    await page.goto(pages.dashboard);
    await expect(page.getByRole("link", { name: "Log in", exact: true })).toBeVisible();
    await expectAccessibleAsItIs(page, "turned away");

    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
    await expectAccessibleAsItIs(page, "open menu");

    await page.goto(pages.login);
    await submitLogin(page);
    await expect(page.getByText("Email Field is required")).toBeVisible();
    await expectAccessibleAsItIs(page, "form with messages");

    await page.getByLabel("Email").fill(demo.user.email);
    await page.getByLabel("Password", { exact: true }).fill(demo.user.password);
    await submitLogin(page);
    await expect(successMessage(page, "login successfully")).toBeVisible();
    await expectAccessibleAsItIs(page, "message");
  });
}

test("somebody finds in and out by keyboard alone", async ({ page }) => {
  const person = await register(await withoutPage());
  const focused = page.locator(":focus");
  const press = (key: string) => page.keyboard.press(key);
  await page.goto("/contact");
  await expectSignedOut(page);

  await press("Tab");
  await expect(focused).toHaveText("Skip to the content");
  await expect(focused).toBeInViewport({ ratio: 1 });
  await press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await page.goto("/contact");
  await expectSignedOut(page);
  const stops = ["Skip", "Survey Website", "Home", "Contact", "Survey Page", "DashBroad", "Login"];
  for (const stop of stops) {
    await press("Tab");
    await expect(focused).toContainText(stop);
  }
  await press("Enter");
  await expect(page).toHaveURL("/loginPage");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await press("Tab");
  await expect(focused).toHaveText("Register");
  await press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(person.email);
  await press("Tab");
  await page.keyboard.type("a slip of the finger");
  await press("ControlOrMeta+A");
  await page.keyboard.type(person.password);
  await press("Enter");

  await expect(successMessage(page, "login successfully")).toBeVisible();
  await expect(page).toHaveURL("/contact");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await page.getByRole("banner").getByRole("button", { name: "Logout" }).focus();
  await press("Enter");
  await expect(successMessage(page, "Logout successfully!")).toBeVisible();
  await expectSignedOut(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
