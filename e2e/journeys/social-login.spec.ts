import type { Page } from "@playwright/test";
import { identityCalls } from "../../contract/identity-calls.ts";
import {
  acceptAlert,
  account,
  callerOn,
  expectSignedIn,
  expectSignedOut,
  storedToken,
  withoutPage,
} from "../people.ts";
import { expect, siteUrl, test } from "../site.ts";

test("the popup logs in somebody new, with name and photo, where they wanted to go", async ({
  page,
}) => {
  await page.goto("/proUser");
  await expect(page).toHaveURL("/loginPage");
  const stored = page.waitForRequest(`${siteUrl}/users`);
  const popup = await openPopup(page);
  await popup.getByRole("link", { name: "Mina Sato" }).click();
  await acceptAlert(page, "login successfully");
  await expect.poll(() => popup.isClosed()).toBe(true);
  expect((await stored).postDataJSON()).toEqual({
    email: "mina.sato@social.demo.test",
    username: "Mina Sato",
    url: "/avatars/11.svg",
    role: "user",
  });
  await expect(page).toHaveURL("/proUser");
  await expectSignedIn(page, "Mina Sato");
  await expect(account(page).locator("img")).toHaveAttribute("src", "/avatars/11.svg");
  expect(await storedToken(page)).toBeTruthy();
});

test("the register page offers the popup too", async ({ page }) => {
  await page.goto("/registerPage");
  const popup = await openPopup(page);
  await popup.getByRole("link", { name: "Robin Vale" }).click();
  await acceptAlert(page, "login successfully");
  await expectSignedIn(page, "Robin Vale");
});

test("the popup says that an address which the other site does not vouch for has to be confirmed", async ({
  page,
}) => {
  await page.goto("/socialPopup?attempt=1&failed=1&error=EMAIL_NOT_VERIFIED");
  await expect(page.getByText("open the link in the mail we have sent you")).toBeVisible();
});

test("a popup that is closed is told, and another try works", async ({ page, expectComplaint }) => {
  await page.goto("/loginPage");
  expectComplaint(/Social log-in:/);
  const popup = await openPopup(page);
  await expect(socialButton(page)).toBeDisabled();
  await popup.close();
  await expect(page.getByRole("alert")).toContainText(
    "The log-in window was closed before you were logged in.",
  );
  await expectSignedOut(page);
  const second = await openPopup(page);
  await second.getByRole("link", { name: "Robin Vale" }).click();
  await acceptAlert(page, "login successfully");
});

test("the social log-in opens no account that somebody registered first, and says so", async ({
  page,
  expectComplaint,
}) => {
  const email = "teo.marin@social.demo.test";
  const body = { name: "Not Teo", email, password: "somebody else's" };
  const status = await callerOn(await withoutPage()).status(identityCalls.signUp, { body });
  // 422 if the test is repeated.
  expect([200, 422]).toContain(status);
  expectComplaint(/Social log-in:/);
  await page.goto("/loginPage");
  const popup = await openPopup(page);
  await popup.getByRole("link", { name: "Teo Marin" }).click();
  await expect(page.getByRole("alert")).toContainText("Log in the way you registered");
});

test("a blocked popup is explained", async ({ page, expectComplaint }) => {
  // Simulates a popup blocker.
  await page.addInitScript("window.open = () => null");
  expectComplaint(/Social log-in:/);
  await page.goto("/loginPage");
  await socialButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Your browser blocked the log-in window.");
  await expect(socialButton(page)).toBeEnabled();
});

function socialButton(page: Page) {
  return page.getByRole("button", { name: "Continue with Demo ID" });
}

async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await socialButton(page).click();
  const popup = await opened;
  await expect(popup.getByRole("heading", { name: "Demo ID" })).toBeVisible();
  return popup;
}
