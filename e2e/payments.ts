import type { Page } from "@playwright/test";
import { routes } from "../contract/routes.ts";
import type { Caller } from "../server/testing/caller.ts";
import { aPayment, theFee } from "../server/testing/inputs.ts";
import { account } from "./people.ts";
import { expect } from "./site.ts";

export const cards = {
  good: "4242 4242 4242 4242",
  asked: "4000 0025 0000 3155",
  declined: "4000 0000 0000 0002",
};

export function payButton(page: Page) {
  return page.getByRole("button", { name: "Pay $100", exact: true });
}

/** The error message of the card form. */
export function cardError(page: Page) {
  return page.getByRole("main").locator("form").getByRole("alert");
}

export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByRole("button", { name: `Use ${number}` }).click();
  await payButton(page).click();
}

/** The alert closes soon, perhaps before an assertion checks again; `waitFor` checks often. */
export async function expectPaidAlert(page: Page): Promise<void> {
  const alert = page.getByRole("alertdialog", { name: "now you are a pro user", exact: true });
  await alert.waitFor();
  await alert.waitFor({ state: "hidden" });
}

export async function expectPro(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are a pro user");
  await expect(account(page).getByText("Pro", { exact: true })).toBeVisible();
}

/** Counts the calls to paths that end like this. */
export function countCalls(page: Page, path: string): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) calls += 1;
  });
  return () => calls;
}

/** Pays without the form, for tests about something else. */
export async function pay({ call }: Caller): Promise<string> {
  const { clientSecret } = await call(routes.createPaymentIntent, theFee);
  const body = { clientSecret, number: cards.good, expiry: "12/34", cvc: "123" };
  const { transactionId } = await call(routes.confirmSandboxPayment, { body });
  await call(routes.recordPayment, aPayment(transactionId));
  return transactionId;
}
