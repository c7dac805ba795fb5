import type { Page } from "@playwright/test";
import { cards, countCalls, expectPaidAlert, expectPro, payButton, payWith } from "../payments.ts";
import { acceptAlert, register } from "../people.ts";
import { expect, test } from "../site.ts";

test("a charge that is not recorded yet is told, and recorded again without the card", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED.*payment-history/);
  const charges = await payWithoutRecord(page);
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Your payment went through, but it is not recorded yet");
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expectPaidAlert(page);
  await expectPro(page);
  expect(charges()).toBe(1);
});

test("a reload between the charge and its record goes on without the card", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED.*payment-history/);
  const charges = await payWithoutRecord(page);
  await expect(page.getByText("it is not recorded yet")).toBeVisible();
  await page.reload();
  await expectPro(page);
  await page.goto("/proUser/receipt");
  await expect(page.getByRole("article")).toContainText("$100.00");
  expect(charges()).toBe(1);
});

test("a charge that the provider does not know leads back to the card", async ({
  page,
  expectComplaint,
}) => {
  const { email } = await register(page);
  await page.goto("/proUser");
  await expect(payButton(page)).toBeEnabled();
  await page.sessionStorage.setItem(`unrecorded-charge:${email}`, "sandbox_invented");
  expectComplaint(/status of 402.*payment-history/);
  await page.reload();
  await acceptAlert(page, "This payment does not count");
  await expect(payButton(page)).toBeEnabled();
  await payWith(page, cards.good);
  await expectPro(page);
});

test("an outage of the provider is told, and passes", async ({ page, expectComplaint }) => {
  await register(page);
  expectComplaint(/status of 503.*create-payment-intent/);
  await page.route("**/create-payment-intent", (route) =>
    route.fulfill({ status: 503, json: { code: "unavailable", detail: "It is out of reach." } }),
  );
  await page.goto("/proUser");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("It is out of reach. Nothing has been charged.");
  await page.unroute("**/create-payment-intent");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(payButton(page)).toBeEnabled();
});

/** Pays; the server does not learn of it. Returns how often the card was charged. */
async function payWithoutRecord(page: Page): Promise<() => number> {
  await register(page);
  await page.goto("/proUser");
  const charges = countCalls(page, "/sandbox-gateway/confirm");
  await page.route("**/payment-history", (route) => route.abort(), { times: 1 });
  await payWith(page, cards.good);
  return charges;
}
