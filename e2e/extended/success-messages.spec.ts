import { pages } from "../../contract/pages.ts";
import { demo, fillLogin, register, submitLogin, successMessage, withoutPage } from "../people.ts";
import { expect, test } from "../site.ts";

test("a success needs no answer, waits for whoever reads it, and gives the focus back", async ({
  page,
}) => {
  const person = await register(await withoutPage());
  await page.clock.install();
  await page.goto(pages.login);
  await fillLogin(page, person.email, person.password);
  // From here on time stands still, except when it is moved on below.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await submitLogin(page);
  const message = successMessage(page, "login successfully");
  const close = page.locator("[aria-live=polite]").getByRole("button", { name: "OK" });
  await expect(close).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page).toHaveURL("/");

  await close.hover();
  await page.clock.runFor(60_000);
  await expect(close, "stays while somebody points at it").toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  await heading.hover();
  await heading.focus();
  await close.focus();
  await page.clock.runFor(60_000);
  await expect(close, "stays while it has the focus").toBeVisible();
  await page.keyboard.press("Escape");
  await expect(close).toBeHidden();
  await expect(heading).toBeFocused();
  await expect(message, "screen readers still find it").toHaveClass("sr-only");

  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(successMessage(page, "Logout successfully!")).toBeVisible();
  await expect(close).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(5_000);
  await expect(close, "can be read for some seconds").toBeVisible();
  await page.clock.runFor(5_000);
  await expect(close).toBeHidden();
});

test("a demo person is logged in by picking them and pressing Enter", async ({ page }) => {
  await page.goto(pages.login);
  await page.getByRole("button", { name: `Admin ${demo.admin.email}` }).click();
  await expect(page.getByLabel("Email")).toHaveValue(demo.admin.email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(demo.admin.password);
  await page.keyboard.press("Enter");
  await expect(successMessage(page, "login successfully")).toBeVisible();
});
