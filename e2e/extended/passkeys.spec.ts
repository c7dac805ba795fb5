import type { Page } from "@playwright/test";
import { identityCalls } from "../../contract/identity-calls.ts";
import { expectAccessible } from "../accessible.ts";
import {
  acceptAlert,
  callerOn,
  expectSignedIn,
  expectSignedOut,
  register,
  signIn,
} from "../people.ts";
import { openSettled } from "../settled.ts";
import { expect, siteUrl, test } from "../site.ts";

/** WebAuthn needs a host name instead of an IP address; a local site has both. */
const named = siteUrl.replace("127.0.0.1", "localhost");

test("somebody adds a passkey, logs in with it, renames and removes it", async ({ page }) => {
  await addAuthenticator(page);
  const person = await register(page, undefined, named);
  await openSettled(page, `${named}/profile/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const naming = page.getByRole("dialog", { name: "Add a passkey" });
  await expectAccessible(page, "naming a passkey");
  await naming.getByLabel("Name").fill("My laptop");
  await naming.getByRole("button", { name: "Go on" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByRole("listitem")).toHaveText(/My laptop/);
  await expectAccessible(page, "profile with a passkey");

  await callerOn(page, { site: named }).call(identityCalls.signOut, { body: {} });
  await page.goto(`${named}/proUser`);
  await expect(page).toHaveURL(`${named}/loginPage`);
  await expectSignedOut(page);
  await expectAccessible(page, "log-in with a passkey");
  await page.getByRole("button", { name: "Log in with a passkey" }).press("Enter");
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL(`${named}/proUser`);
  await expectSignedIn(page, person.name);

  await openSettled(page, `${named}/profile/security`);
  await passkeys.getByRole("button", { name: "Rename" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename the passkey" });
  await renaming.getByLabel("Name").fill("Old laptop");
  await renaming.getByRole("button", { name: "Save" }).click();
  await expect(passkeys.getByRole("listitem")).toHaveText(/Old laptop/);
  await passkeys.getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove Old laptop?" });
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);
});

test("somebody who logged in with the password is asked for the passkey before it is removed", async ({
  page,
  expectComplaint,
}) => {
  await addAuthenticator(page);
  const person = await register(page, undefined, named);
  await openSettled(page, `${named}/profile/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByRole("listitem")).toHaveCount(1);
  await callerOn(page, { site: named }).call(identityCalls.signOut, { body: {} });
  await signIn(page, person, named);

  await openSettled(page, `${named}/profile/security`);
  expectComplaint(/status of 403.*delete-passkey/);
  await passkeys.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Please confirm that it is you" });
  await expectAccessible(page, "being asked for a passkey");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);
  await expectSignedIn(page, person.name);
});

test("a passkey that nobody here knows, and one that is not given, are told", async ({
  page,
  expectComplaint,
}) => {
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await register(page, undefined, named);
  await openSettled(page, `${named}/profile/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByRole("listitem")).toHaveCount(1);
  await passkeys.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);
  await callerOn(page, { site: named }).call(identityCalls.signOut, { body: {} });

  await page.goto(`${named}/loginPage`);
  expectComplaint(/status of 401.*verify-authentication/);
  const button = page.getByRole("button", { name: "Log in with a passkey" });
  await button.click();
  await expect(page.getByRole("alert")).toContainText("doesn't know that passkey");

  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await button.click();
  await expect(page.getByRole("alert")).toContainText("No passkey was used");
  await expectSignedOut(page);
});

test("passkeys are not offered where no browser takes them", async ({ page }) => {
  await page.goto("/loginPage");
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
  await expect(page.getByText("passkey")).toHaveCount(0);
  await register(page);
  await openSettled(page, "/profile/security");
  await expect(page.getByRole("button", { name: "Set up two-factor sign-in" })).toBeVisible();
  await expect(page.getByText("passkey")).toHaveCount(0);
});

/** Adds a device with a fingerprint reader to this page's browser. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}
