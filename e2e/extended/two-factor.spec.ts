import type { Page } from "@playwright/test";
import { identityCalls } from "../../contract/identity-calls.ts";
import { totp } from "../../server/testing/totp.ts";
import { expectAccessible } from "../accessible.ts";
import {
  acceptAlert,
  callerOn,
  expectSignedIn,
  expectSignedOut,
  fillLogin,
  type Person,
  register,
  signIn,
  submitLogin,
} from "../people.ts";
import { openSettled } from "../settled.ts";
import { expect, test } from "../site.ts";

test("somebody sets up two-factor sign-in, and logs in with a code and a recovery code", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const person = await register(page);
  await openSettled(page, "/profile/security");
  expectComplaint(/status of 422.*confirm-sign-in/);
  expectComplaint(/status of 422.*verify-totp/);
  await page.getByRole("button", { name: "Set up two-factor sign-in" }).click();
  await confirmWith(page, "not my password");
  const dialog = proofDialog(page);
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    /not your password/,
  );
  await confirmWith(page, person.password);

  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = await page.getByText(/^([A-Z2-7]{1,4} )+[A-Z2-7]{1,4}$/).innerText();
  await expectAccessible(page, "setting up two-factor sign-in");
  await page.getByLabel("Code from your app").fill("000000");
  await page.getByRole("button", { name: "Switch it on" }).click();
  await expect(page.getByLabel("Code from your app")).toHaveAccessibleDescription(/not right/);
  await page.getByLabel("Code from your app").fill(totp(secret));
  await page.getByRole("button", { name: "Switch it on" }).click();

  const codes = page.getByRole("region", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page, "recovery codes");
  const [first = ""] = await codes.getByRole("listitem").allInnerTexts();
  const download = page.waitForEvent("download");
  await codes.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await codes.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("It is on: after your password")).toBeVisible();

  const other = await newVisitor();
  await other.goto("/proUser");
  await givePassword(other, person);
  await expectSignedOut(other);
  const code = other.getByLabel("Code from your app");
  await expect(code).toBeFocused();
  await expectAccessible(other, "the code at log-in");
  await code.fill(totp(secret, 1));
  await code.press("Enter");
  await acceptAlert(other, "login successfully");
  await expect(other).toHaveURL("/proUser");
  await expectSignedIn(other, person.name);

  const third = await newVisitor();
  await third.goto("/loginPage");
  await givePassword(third, person);
  await third.getByRole("button", { name: "Use a recovery code instead" }).click();
  await expect(third.getByLabel("Recovery code")).toBeFocused();
  await third.getByLabel("Recovery code").fill(first);
  await submitLogin(third);
  await acceptAlert(third, "login successfully");
  await expectSignedIn(third, person.name);
});

test("wrong codes are told, and too many lead back to the password", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const { person } = await enrolled(page);
  const other = await newVisitor();
  await other.goto("/loginPage");
  await givePassword(other, person);
  expectComplaint(/status of 422.*verify-totp/);
  expectComplaint(/status of 401.*verify-totp/);
  const code = other.getByLabel("Code from your app");
  for (const guess of ["111111", "222222", "333333", "444444", "555555"]) {
    await code.fill(guess);
    await submitLogin(other);
    await expect(code).toHaveAccessibleDescription(/not right/);
    await expect(code).toBeEnabled();
  }
  await code.fill("666666");
  await submitLogin(other);
  await expect(other.getByRole("alert")).toContainText("Please log in once more");
  await expect(other.getByLabel("Password", { exact: true })).toBeVisible();
  await expectSignedOut(other);
});

test("recovery codes are made anew, and two-factor sign-in is switched off", async ({
  page,
  newVisitor,
}) => {
  const { person, recoveryCodes } = await enrolled(page);
  await openSettled(page, "/profile/security");
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await confirmWith(page, person.password, recoveryCodes[0]);
  const codes = page.getByRole("region", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const [first = ""] = await codes.getByRole("listitem").allInnerTexts();
  expect(recoveryCodes).not.toContain(first);
  await codes.getByRole("button", { name: "I have kept them" }).click();

  await page.getByRole("button", { name: "Switch it off" }).click();
  await expectAccessible(page, "being asked for the password and a code");
  await confirmWith(page, person.password, first);
  await acceptAlert(page, "Two-factor sign-in is off");
  await expect(page.getByRole("button", { name: "Set up two-factor sign-in" })).toBeVisible();

  const other = await newVisitor();
  await signIn(other, person);
  await other.goto("/");
  await expectSignedIn(other, person.name);
});

function proofDialog(page: Page) {
  return page.getByRole("dialog", { name: "Please confirm that it is you" });
}

async function confirmWith(page: Page, password: string, recoveryCode?: string): Promise<void> {
  const dialog = proofDialog(page);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  if (recoveryCode) {
    await dialog.getByRole("button", { name: "Use a recovery code instead" }).click();
    await dialog.getByLabel("Recovery code").fill(recoveryCode);
  }
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

async function givePassword(page: Page, { email, password }: Person): Promise<void> {
  await fillLogin(page, email, password);
  await submitLogin(page);
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
}

/** Sets up two-factor sign-in without the pages, for tests about something else. */
async function enrolled(page: Page) {
  const person = await register(page);
  const caller = callerOn(page);
  const { totpURI, backupCodes } = await caller.call(identityCalls.enableTwoFactor, {
    body: { password: person.password },
  });
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  await caller.call(identityCalls.verifyCode, { body: { code: totp(secret) } });
  return { person, secret, recoveryCodes: backupCodes };
}
