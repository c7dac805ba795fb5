import { expectAccessible } from "../accessible.ts";
import {
  cardError,
  cards,
  countCalls,
  expectPaidAlert,
  expectPro,
  payButton,
  payWith,
} from "../payments.ts";
import {
  acceptAlert,
  account,
  demo,
  expectSignedIn,
  fillLogin,
  newPerson,
  register,
  signIn,
  submitLogin,
  withoutPage,
} from "../people.ts";
import { expect, test } from "../site.ts";
import { findSurvey, openAsNewPerson } from "../surveys.ts";

test("somebody pays and is a pro user at once, with a receipt", async ({ page }) => {
  const person = await register(page);
  await page.goto("/proUser");
  await expect(page.getByText("Pay $100 to become a pro user")).toBeVisible();
  await expect(page.getByText("No real money moves here")).toBeVisible();
  await expectSignedIn(page, person.name);
  await expect(account(page).getByText("Pro", { exact: true })).toHaveCount(0);

  await payWith(page, cards.good);
  await expectPaidAlert(page);
  await expectPro(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("navigation", { name: "Main" }).getByText("Become")).toHaveCount(0);

  await page.getByRole("link", { name: "Your receipt" }).click();
  await expect(page).toHaveURL("/proUser/receipt");
  const receipt = page.getByRole("article");
  for (const part of [person.name, person.email, "$100.00", "sandbox_", "no real money moved"]) {
    await expect(receipt).toContainText(part);
  }
  await page.emulateMedia({ media: "print" });
  await expect(receipt).toBeVisible();
  for (const role of ["banner", "contentinfo", "button"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await page.emulateMedia({ media: "screen" });

  await page.goto("/proUser");
  await expectPro(page);
  await expect(payButton(page)).toHaveCount(0);
});

test("who came from a survey finds back to it after paying, also after a reload", async ({
  page,
}) => {
  const survey = await findSurvey(page, "A quiet hour in the supermarket");
  await openAsNewPerson(page, survey);
  const comments = page.getByRole("region", { name: "Comments" });
  await comments.getByRole("link", { name: "Become pro user" }).click();
  await expect(payButton(page)).toBeEnabled();
  await page.reload();
  await payWith(page, cards.good);
  await expectPaidAlert(page);
  await expectPro(page);
  const back = page.getByRole("link", { name: "Back to the survey" });
  await expectAccessible(page, "the page after paying");
  await page.getByRole("link", { name: "Your receipt" }).click();
  await expect(back).toHaveAttribute("href", `/surveyPage/${survey._id}`);
  await page.goBack();
  await back.click();
  await expect(page.getByRole("heading", { level: 1, name: survey.title })).toBeVisible();
  await expect(page.getByLabel("Your comment")).toBeVisible();
});

test("the card's error stands in red under the form, and another card may follow", async ({
  page,
  expectComplaint,
}) => {
  await register(page);
  await page.goto("/proUser");
  await payButton(page).click();
  await expect(cardError(page)).toHaveText("Your card's details need another look.");
  const number = page.getByLabel("Card number");
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription("Your card number is incomplete.");
  await expectAccessible(page, "incomplete card");

  expectComplaint(/status of 402.*sandbox-gateway\/confirm/);
  for (const [card, message] of [
    [cards.declined, "Your card was declined"],
    ["4000 0000 0000 9995", "insufficient funds"],
    ["4000 0000 0000 0069", "expired"],
  ] as const) {
    await payWith(page, card);
    await expect(cardError(page)).toContainText(message);
    await expect(payButton(page)).toBeFocused();
  }
  await expect(cardError(page)).toHaveClass(/text-error/);
  await expect(account(page).getByText("Pro", { exact: true })).toHaveCount(0);

  await payWith(page, cards.good);
  await expectPro(page);
});

test("the bank's question: refused, then passed", async ({ page, expectComplaint }) => {
  await register(page);
  await page.goto("/proUser");
  await payWith(page, cards.asked);
  const question = page.getByRole("dialog", { name: "Your bank asks: is it you?" });
  await expect(question.getByRole("button", { name: "Complete" })).toBeFocused();
  await expectAccessible(page, "bank's question");
  expectComplaint(/status of 402.*sandbox-gateway\/authenticate/);
  await question.getByRole("button", { name: "Fail" }).click();
  await expect(cardError(page)).toContainText("could not confirm that it was you");

  await payButton(page).click();
  await expect(question.getByRole("button", { name: "Complete" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(payButton(page)).toBeEnabled();
  await expect(cardError(page)).toContainText("could not confirm that it was you");

  await payButton(page).click();
  await question.getByRole("button", { name: "Complete" }).click();
  await expectPro(page);
});

test("the form waits for the payment to be opened, and pays once however often it is pressed", async ({
  page,
}) => {
  await register(page);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route("**/create-payment-intent", async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto("/proUser");
  await expect(page.getByRole("button", { name: "One moment" })).toBeDisabled();
  await expect(page.getByLabel("Card number")).toBeDisabled();
  open();
  await expect(payButton(page)).toBeEnabled();

  const charges = countCalls(page, "/sandbox-gateway/confirm");
  const records = countCalls(page, "/payment-history");
  await page.getByRole("button", { name: `Use ${cards.good}` }).click();
  await payButton(page).dblclick();
  await expectPro(page);
  expect([charges(), records()]).toEqual([1, 1]);
});

test("by keyboard alone, with the card typed in", async ({ page }) => {
  await register(page);
  await page.goto("/proUser");
  await expect(payButton(page)).toBeEnabled();
  const number = page.getByLabel("Card number");
  await number.focus();
  await page.keyboard.type("4242424242424243");
  await expect(number).toHaveValue("4242 4242 4242 4243");
  // Correcting a digit in the middle leaves the caret where it is.
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("4");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2");
  await expect(number).toHaveValue(cards.good);
  await page.keyboard.press("Tab");
  await page.keyboard.type("1234");
  await expect(page.getByLabel("Expiry date")).toHaveValue("12 / 34");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await expectPro(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("whoever becomes pro elsewhere is not asked to pay again", async ({ page, newVisitor }) => {
  const person = await register(page);
  const other = await newVisitor();
  await signIn(other, person);
  await other.goto("/proUser");
  await expect(payButton(other)).toBeEnabled();
  await page.goto("/proUser");
  await payWith(page, cards.good);
  await expectPro(page);
  await payWith(other, cards.good);
  await expectPro(other);
});

test("the page comes after the log-in that it needs", async ({ page }) => {
  const person = await register(await withoutPage(), newPerson());
  await page.goto("/proUser");
  await fillLogin(page, person.email, person.password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL("/proUser");
  await expect(payButton(page)).toBeEnabled();
});

for (const who of ["surveyor", "admin"] as const) {
  test(`the tier is not for everybody: ${who}`, async ({ page }) => {
    await signIn(page, demo[who]);
    await page.goto("/proUser");
    await expect(page.getByText("The pro tier is for normal users")).toBeVisible();
    await expect(page.getByRole("main")).toContainText("you can't buy it, and you can't comment");
    await expect(page.getByLabel("Card number")).toHaveCount(0);
    await expect(page.getByRole("main")).not.toContainText("$100");
    await expectAccessible(page, who);
  });
}

test("who has not paid has no receipt", async ({ page, expectComplaint }) => {
  await register(page);
  expectComplaint(/status of 404.*receipt/);
  await page.goto("/proUser/receipt");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No payment");
  await expectAccessible(page, "no payment");
  await page.getByRole("main").getByRole("link", { name: "Become pro user" }).click();
  await expect(page).toHaveURL("/proUser");
});
