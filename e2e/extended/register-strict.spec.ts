import type { Page } from "@playwright/test";
import { acceptAlert, expectSignedIn, newPerson, type Person } from "../people.ts";
import { type RunningSite, START_MS, startSite } from "../server.ts";
import { expect, test } from "../site.ts";

/** Its own site, which asks everybody for a proof of work and for good passwords. */
let site: RunningSite;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  site = await startSite({
    PASSWORD_MIN_LENGTH: "10",
    PASSWORD_STRENGTH: "good",
    REGISTRATION_PROOF_OF_WORK: "always",
    DEMO: "off",
  });
});

test.afterAll(() => site.stop());

test("a password that is too easy to guess is told at its field", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 422.*sign-up/);
  const person = { ...newPerson(), password: "password2024" };
  await page.goto(`${site.url}/registerPage`);
  await fill(page, person);
  await expect(page.getByText("This site asks for at least “Good”.").first()).toBeVisible();
  await submitAndProve(page);
  await expect(password(page)).toHaveAccessibleDescription(/This password is too easy to guess/);
  await expect(password(page)).toBeFocused();
  await password(page).fill("a long way home");
  await submitAndProve(page);
  await acceptAlert(page, "Create user successfully");
  await expectSignedIn(page, person.name);
});

test("the browser does the work by itself, and says so, by keyboard alone", async ({ page }) => {
  const person = newPerson();
  await page.goto(`${site.url}/registerPage`);
  await page.getByLabel("Name", { exact: true }).focus();
  for (const [label, value] of [
    ["Name", person.name],
    ["Photo Url", person.photo],
    ["Email", person.email],
    ["Password", person.password],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    // The pictures that can be chosen come between.
    while ((await field.and(page.locator(":focus")).count()) === 0) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type(value);
  }
  // The proof is held until the message is visible.
  let goOn = () => {};
  const seen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/identity/sign-up/email", async (route) => {
    await seen;
    await route.continue();
  });
  const sent = page.waitForRequest("**/identity/sign-up/email", { timeout: PROOF_MS });
  await password(page).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "doing a short check" })).toBeVisible();
  expect((await sent).postDataJSON().proof.solution.derivedKey).toMatch(/^[0-9a-f]{64}$/);
  goOn();
  await acceptAlert(page, "Create user successfully");
  await expectSignedIn(page, person.name);
});

test("the work is done although the browser lends no cryptography", async ({ page }) => {
  // As on a site over plain http.
  await page.route(/proof-worker.*\.js/, async (route) => {
    const answer = await route.fetch();
    const script = await answer.text();
    const body = `Object.defineProperty(self, "isSecureContext", { value: false });${script}`;
    await route.fulfill({ response: answer, body });
  });
  const person = newPerson();
  await page.goto(`${site.url}/registerPage`);
  await fill(page, person);
  await submitAndProve(page);
  await acceptAlert(page, "Create user successfully");
  await expectSignedIn(page, person.name);
});

function password(page: Page) {
  return page.getByLabel("Password", { exact: true });
}

async function fill(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(person.name);
  await page.getByLabel("Photo Url", { exact: true }).fill(person.photo);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await password(page).fill(person.password);
}

// As long as the browser itself tries; on a busy machine the work takes longer.
const PROOF_MS = 60_000;

async function submitAndProve(page: Page): Promise<void> {
  const answered = page.waitForResponse("**/identity/sign-up/email", { timeout: PROOF_MS });
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await answered;
}
