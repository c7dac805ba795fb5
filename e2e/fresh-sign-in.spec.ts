import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { totp } from "../server/testing/totp.ts";
import { expectNoBarriers } from "./barriers.ts";
import { acceptAlert, demo, expectSignedIn, register, tellIdentity } from "./people.ts";
import { type RunningSite, START_MS, startSite } from "./server.ts";
import { expect, test } from "./site.ts";

// Its own site, where a sign-in is fresh for a quarter of a minute: long enough to confirm and act.
const settings = { FRESH_SIGN_IN_MINUTES: "0.25", REQUIRE_TWO_FACTOR: "admins" };

test.describe.configure({ mode: "serial" });

let site: RunningSite;
test.beforeAll(async () => {
  test.setTimeout(START_MS * 2);
  site = await startSite(settings);
});
test.afterAll(async () => site.stop());

test("an admin is led to a second factor first, and asked again before they change a role", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const person = await register(await newVisitor(), undefined, site.url);
  await tellIdentity(page, "/sign-in/email", demo.admin, site.url);

  expectComplaint(/status of 403/);
  await page.goto(`${site.url}/dashBroad/manageUser`);
  await expect(page).toHaveURL(`${site.url}/profile`);
  await expect(page.getByRole("status").first()).toContainText("need a second factor");
  await expectNoBarriers(page, "an admin who needs a second factor");
  await page.getByRole("button", { name: "Set up two-factor sign-in" }).click();
  await proofDialog(page).getByLabel("Password", { exact: true }).fill(demo.admin.password);
  await proofDialog(page).getByRole("button", { name: "Confirm" }).click();
  const secret = await page.getByText(/^([A-Z2-7]{1,4} )+[A-Z2-7]{1,4}$/).innerText();
  await page.getByLabel("Code from your app").fill(totp(secret));
  await page.getByRole("button", { name: "Switch it on" }).click();
  const codes = page.getByRole("region", { name: "Recovery codes" });
  const recoveryCodes = await codes.getByRole("listitem").allInnerTexts();
  await codes.getByRole("button", { name: "I have kept them" }).click();
  await page.getByRole("link", { name: "Go on" }).click();

  await expect(page).toHaveURL(`${site.url}/dashBroad/manageUser`);
  await expectSignedIn(page, demo.admin.name);
  await page.getByLabel("Search").fill(person.email);
  const row = page.getByRole("row").filter({ hasText: person.email });
  await expect(row).toBeVisible();
  await untilStale(page);

  await row.getByRole("button", { name: "Make surveyor" }).click();
  await expectNoBarriers(page, "being asked who it is before a role is changed");
  await proofDialog(page).getByRole("button", { name: "Cancel" }).click();
  await acceptAlert(page, "The role is not changed");

  await row.getByRole("button", { name: "Make surveyor" }).click();
  await proofDialog(page).getByLabel("Password", { exact: true }).fill(demo.admin.password);
  await proofDialog(page).getByRole("button", { name: "Use a recovery code instead" }).click();
  await proofDialog(page)
    .getByLabel("Recovery code")
    .fill(recoveryCodes[0] ?? "");
  await proofDialog(page).getByRole("button", { name: "Confirm" }).click();
  await acceptAlert(page, "CHANGED");
  await expect(row.getByText("surveyor", { exact: true })).toBeVisible();
});

function proofDialog(page: Page) {
  return page.getByRole("dialog", { name: "Please confirm that it is you" });
}

/** Nobody has this id: whoever is asked to confirm first learns nothing of that. */
async function untilStale(page: Page): Promise<void> {
  const token = await page.evaluate("localStorage.getItem('access-token')");
  const tryRole = async () => {
    const answer = await page.request.patch(`${site.url}/users/admin/${randomUUID()}`, {
      headers: { validation: `bearer ${token}` },
      data: { role: "user" },
    });
    return (await answer.json()).code;
  };
  await expect.poll(tryRole, { timeout: 60_000 }).toBe("fresh_sign_in_required");
}
