import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { sql } from "kysely";
import { routes } from "../../contract/routes.ts";
import { totp } from "../../server/testing/totp.ts";
import { expectAccessible } from "../accessible.ts";
import {
  acceptAlert,
  callerOn,
  demo,
  expectSignedIn,
  expectSignedOut,
  signIn,
  storedToken,
} from "../people.ts";
import { withDatabase } from "../records.ts";
import { START_MS, startSite } from "../server.ts";
import { expect, test } from "../site.ts";

// Its own site, where a sign-in is fresh for 15 seconds: long enough to confirm and act, short
// enough to wait for its end.
const settings = { FRESH_SIGN_IN_MINUTES: "0.25", REQUIRE_TWO_FACTOR: "admins" };

test("an admin is led to a second factor first, and asked again before they change a role", async ({
  page,
  expectComplaint,
}) => {
  test.setTimeout(START_MS * 2);
  const { url, stop } = await startSite(settings);
  try {
    expectComplaint(/status of 403/);
    await signIn(page, demo.admin, url);
    const users = `${url}/dashBroad/manageUser?search=Kenji`;
    await page.goto(users);
    await expect(page).toHaveURL(`${url}/profile/security`);
    await expect(page.getByText("Admins of this site need a second factor.")).toBeVisible();
    await expectAccessible(page, "an admin who needs a second factor");
    const recoveryCodes = await setUp(page);
    await page.getByRole("link", { name: "Go on" }).click();

    await expect(page).toHaveURL(users);
    const row = page.getByRole("row").filter({ hasText: demo.user.email });
    await expect(row).toBeVisible();
    await untilStale(page, url);
    await row.getByRole("button", { name: "Make surveyor" }).click();
    const dialog = proofDialog(page);
    await expectAccessible(page, "being asked who it is before a role is changed");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await acceptAlert(page, "The role is not changed");

    await row.getByRole("button", { name: "Make surveyor" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(demo.admin.password);
    await dialog.getByRole("button", { name: "Use a recovery code instead" }).click();
    await dialog.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await acceptAlert(page, "CHANGED");
    await expect(row.getByRole("button", { name: "Make user" })).toBeVisible();
  } finally {
    await stop();
  }
});

// On a site of its own, because other tests log in as the same people of the demo's issuer.
test("whoever has no password logs in at the other site once more before their account is deleted", async ({
  page,
  expectComplaint,
}) => {
  test.setTimeout(START_MS * 2);
  const site = await startSite();
  try {
    await page.goto(`${site.url}/loginPage`);
    await logInElsewhere(page, page.getByRole("main"));
    await acceptAlert(page, "login successfully");
    await expectSignedIn(page, "Robin Vale");
    await withDatabase(async (db) => {
      await sql`update identity.session set "signedInAt" = now() - interval '11 minutes'`.execute(
        db,
      );
    }, site);

    await page.goto(`${site.url}/profile`);
    await page.getByRole("button", { name: "Delete my account" }).click();
    const question = page.getByRole("dialog", { name: "Delete your account for good?" });
    const agree = question.getByRole("button", { name: "Delete my account" });
    await expect(question.getByRole("textbox")).toHaveCount(0);
    expectComplaint(/status of 403.*delete-account/);
    await agree.click();
    const proof = proofDialog(page);
    await expectAccessible(page, "being asked who it is before an account is deleted");
    await proof.getByRole("button", { name: "Cancel" }).click();
    await expect(question.getByRole("alert")).toContainText("Please confirm that it is you.");
    await expect(agree).toBeEnabled();

    await agree.click();
    await logInElsewhere(page, proof);
    await acceptAlert(page, "Your account is deleted");
    await expect(page).toHaveURL(`${site.url}/`);
    await expectSignedOut(page);
    // What the page is still loading would complain of a server that is gone.
    await page.goto("about:blank");
  } finally {
    await site.stop();
  }
});

async function logInElsewhere(page: Page, offer: Locator): Promise<void> {
  const opened = page.waitForEvent("popup");
  await offer.getByRole("button", { name: "Continue with Demo ID" }).click();
  await (await opened).getByRole("link", { name: "Robin Vale" }).click();
}

async function setUp(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "Set up two-factor sign-in" }).click();
  await proofDialog(page).getByLabel("Password", { exact: true }).fill(demo.admin.password);
  await proofDialog(page).getByRole("button", { name: "Confirm" }).click();
  const secret = await page.getByText(/^([A-Z2-7]{1,4} )+[A-Z2-7]{1,4}$/).innerText();
  await page.getByLabel("Code from your app").fill(totp(secret));
  await page.getByRole("button", { name: "Switch it on" }).click();
  const codes = page.getByRole("region", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recoveryCodes = await codes.getByRole("listitem").allInnerTexts();
  await codes.getByRole("button", { name: "I have kept them" }).click();
  return recoveryCodes;
}

function proofDialog(page: Page) {
  return page.getByRole("dialog", { name: "Please confirm that it is you" });
}

/**
 * Waits until the sign-in is no longer fresh. The id belongs to nobody: the server asks to confirm
 * before it looks for it.
 */
async function untilStale(page: Page, url: string): Promise<void> {
  const caller = callerOn(page, { token: await storedToken(page), site: url });
  const input = { params: { id: randomUUID() }, body: { role: "user" } };
  const tryRole = async () => (await caller.refused(routes.changeRole, input)).code;
  await expect.poll(tryRole, { timeout: 60_000 }).toBe("fresh_sign_in_required");
}
