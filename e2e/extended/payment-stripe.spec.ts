import type { Page } from "@playwright/test";
import { startStripeServer } from "../../server/testing/stripe-server.ts";
import { expectAccessible } from "../accessible.ts";
import { testWith } from "../other-site.ts";
import {
  cardError,
  cards,
  countCalls,
  expectPaidAlert,
  expectPro,
  payButton,
} from "../payments.ts";
import { newPerson, type Person, register } from "../people.ts";
import { expect } from "../site.ts";
import { standInForStripe } from "../stripe-stand-in.ts";
import { findSurvey, openSurvey } from "../surveys.ts";

const stripe = startStripeServer();
const test = testWith(async () => {
  const { url, webhookSecret } = await stripe;
  return {
    STRIPE_SECRET_KEY: "sk_test_anything",
    STRIPE_PUBLISHABLE_KEY: "pk_test_anything",
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: url,
  };
});
test.describe.configure({ mode: "default" });
test.afterAll(async () => (await stripe).close());

let person: Person;
test.beforeEach(async ({ page, otherSite }) => {
  person = await register(page, newPerson(), otherSite.url);
  await standInForStripe(page, await stripe);
});

test("a card is paid at Stripe, and the survey one comes from is found again", async ({
  page,
  otherSite,
}) => {
  const scripts = countCalls(page, "/endive/stripe.js");
  const survey = await findSurvey(page, "A quiet hour in the supermarket", otherSite.url);
  await openSurvey(page, survey);
  await page.getByRole("navigation", { name: "Main" }).getByText("Become pro user").click();
  await expect(payButton(page)).toBeEnabled();
  expect(scripts()).toBe(1);
  await expect(page.getByText("No real money moves here")).toHaveCount(0);
  await expectAccessible(page, "Stripe's card form");

  await cardField(page).fill(cards.good);
  await payButton(page).click();
  await expectPaidAlert(page);
  await expectPro(page);
  const back = page.getByRole("link", { name: "Back to the survey" });
  await expect(back).toHaveAttribute("href", `/surveyPage/${survey._id}`);
  await page.getByRole("link", { name: "Your receipt" }).click();
  await expect(page.getByRole("article")).toContainText(person.email);
  await expect(page.getByRole("article")).toContainText("pi_");
});

test("only the page that takes cards may load Stripe's script", async ({ page }) => {
  for (const [address, allowed] of [
    ["/", false],
    ["/surveyPage", false],
    ["/proUser", true],
  ] as const) {
    const policy = (await page.goto(address))?.headers()["content-security-policy"] ?? "";
    expect(policy.includes("js.stripe.com"), address).toBe(allowed);
  }
});

test("a card that Stripe declines, and the bank's question refused and passed", async ({
  page,
}) => {
  await page.goto("/proUser");
  await cardField(page).fill(cards.declined);
  await payButton(page).click();
  await expect(cardError(page)).toHaveText("Your card was declined.");
  await expect(payButton(page)).toBeFocused();

  await cardField(page).fill(cards.asked);
  await payButton(page).click();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(cardError(page)).toHaveText("We are unable to authenticate you.");

  await payButton(page).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expectPro(page);
});

test("a reload between the charge and its record goes on without the card", async ({
  page,
  expectComplaint,
}) => {
  await page.goto("/proUser");
  const charges = countCalls(page, "/confirm");
  expectComplaint(/ERR_FAILED.*payment-history/);
  await page.route("**/payment-history", (route) => route.abort(), { times: 1 });
  await cardField(page).fill(cards.good);
  await payButton(page).click();
  await expect(page.getByText("it is not recorded yet")).toBeVisible();
  await page.reload();
  await expectPaidAlert(page);
  await expectPro(page);
  expect(charges()).toBe(1);
});

test("a payment that was completed elsewhere counts, and is not made again", async ({ page }) => {
  await page.goto("/proUser");
  await expect(payButton(page)).toBeEnabled();
  const { intents, pay } = await stripe;
  const newest = [...intents.keys()].at(-1) ?? "";
  pay(newest);
  await cardField(page).fill(cards.good);
  await payButton(page).click();
  await expectPro(page);
});

test("Stripe's script does not come: it is told, and may be tried again", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED.*js\.stripe\.com/);
  await page.route("https://js.stripe.com/**", (route) => route.abort());
  await page.goto("/proUser");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("The payment provider can't be reached");
  await page.unroute("https://js.stripe.com/**");
  await standInForStripe(page, await stripe);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(payButton(page)).toBeEnabled();
});

test("the card field follows the colours of light and dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/proUser");
  const colour = () =>
    page.evaluate("getComputedStyle(document.querySelector('fieldset input')).color");
  await expect(cardField(page)).toBeEnabled();
  const light = await colour();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(colour).not.toBe(light);
  expect(String(light)).toMatch(/^rgb\(\d+, \d+, \d+\)$/);
});

function cardField(page: Page) {
  return page.getByLabel("Credit or debit card number");
}
