import type { Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { expect, test } from "../site.ts";

const estimator = /password-estimator.*\.js/;

test("the strength of a new password is said while it is typed", async ({ page }) => {
  await page.goto("/registerPage");
  await page.getByLabel("Name", { exact: true }).fill("Sam Moss");
  await expect(rating(page)).toBeHidden();
  await password(page).pressSequentially("123");
  await expect(rating(page)).toHaveText("Too short. 3 more characters needed.");
  await password(page).pressSequentially("456");
  await expect(rating(page)).toHaveText("Very weak. It is one of the most common passwords.");
  await password(page).fill("sammoss99");
  await expect(rating(page)).toContainText("It is mostly your name");
  await expectAccessible(page, "a weak password");
  await password(page).fill("a long way home");
  await expect(rating(page)).toHaveText("Strong.");
  await expect(page.getByRole("status").filter({ hasText: "Password" })).toHaveText(
    "Password strength: Strong.",
  );
  await password(page).fill("");
  await expect(rating(page)).toBeHidden();
});

test("the dictionary is loaded by nobody who chooses no password", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => void loaded.push(request.url()));
  for (const path of ["/", "/loginPage", "/registerPage"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  expect(loaded.filter((url) => estimator.test(url))).toEqual([]);
  await password(page).fill("a long way home");
  await expect(rating(page)).toHaveText("Strong.");
  expect(loaded.filter((url) => estimator.test(url))).toHaveLength(1);
});

test("a dictionary that comes late holds nothing up", async ({ page }) => {
  let deliver = () => {};
  const wait = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(estimator, async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto("/registerPage");
  const asked = page.waitForRequest(estimator);
  await password(page).pressSequentially("a long way");
  await asked;
  await expect(password(page)).toHaveValue("a long way");
  await expect(rating(page)).toBeHidden();
  deliver();
  await expect(rating(page)).toBeVisible();
});

function password(page: Page) {
  return page.getByLabel("Password", { exact: true });
}

/** The text below the field; the status for screen readers follows after a pause. */
function rating(page: Page) {
  return page.locator("p:not([role])", {
    hasText: /^(Too short|Very weak|Weak|Fair|Good|Strong)\./,
  });
}
