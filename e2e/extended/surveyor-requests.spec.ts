import type { Locator, Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { demo, expectQuiet, signIn, successMessage } from "../people.ts";
import { expect, test } from "../site.ts";
import { demoCaller, findUser, newUser, openAsAdmin } from "../staff.ts";

const reason = "I would like to ask my town about its library.";

test("who is refused the dashboard asks, is accepted, and creates a survey from the bell", async ({
  page,
  browser,
}) => {
  const person = await newUser(page);
  await page.goto(pages.createSurvey);
  await expect(page).toHaveURL(pages.home);
  await page.getByRole("link", { name: "Become a surveyor" }).click();
  await expect(page).toHaveURL(pages.becomeSurveyor);
  await page.getByRole("button", { name: "Send my request" }).click();
  await expect(page.getByText("Please say what you would like to ask people")).toBeVisible();
  await page.getByLabel("Why would you like to become a surveyor?").fill(reason);
  await expectAccessible(page, "the request");
  await page.getByRole("button", { name: "Send my request" }).click();
  await expect(successMessage(page, "Your request is sent")).toBeAttached();
  await expect(page.getByText("Your request waits for an admin")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("blockquote")).toHaveText(reason);
  await expectAccessible(page, "a request that waits");

  const desk = await (await browser.newContext()).newPage();
  await openAsAdmin(desk, pages.surveyorRequests);
  const nav = desk.getByRole("navigation", { name: "Dashboard" });
  await expect(nav.getByRole("link", { name: /^Requests \d+\+? waiting$/ })).toBeVisible();
  const card = requestOf(desk, person.name);
  await expect(card).toContainText(reason);
  await expect(card).toContainText(person.email);
  await expectAccessible(desk, "requests");
  await card.getByRole("button", { name: "Accept" }).click();
  await expect(successMessage(desk, `${person.name} is a surveyor now`)).toBeAttached();
  await expect(card).toBeHidden();
  await desk.context().close();

  // The page was opened by a normal user, and is not loaded again.
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices/ });
  await bell.click();
  const notice = page.getByRole("list", { name: "Notices" }).getByRole("listitem");
  await expect(notice).toContainText("You are a surveyor now");
  await expectAccessible(page, "a notice of a new role");
  await expect(page.getByRole("main")).toContainText("You are a surveyor.");
  await notice.getByRole("link").click();
  await expect(page).toHaveURL(pages.createSurvey);
  await expect(page.getByLabel("Title")).toBeVisible();
});

test("a request is declined with an answer, by keys alone, and can be withdrawn", async ({
  page,
  browser,
}) => {
  const person = await newUser(page);
  await person.call(routes.askToBeSurveyor, { body: { reason } });

  const desk = await (await browser.newContext()).newPage();
  await openAsAdmin(desk, pages.surveyorRequests);
  const card = requestOf(desk, person.name);
  await card.getByRole("button", { name: "Accept" }).focus();
  await desk.keyboard.press("d");
  const dialog = desk.getByRole("dialog", { name: `Decline the request of ${person.name}?` });
  await dialog.getByLabel("Your answer to them (optional)").fill("Please say what you would ask.");
  await expectAccessible(desk, "declining");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(successMessage(desk, "Declined")).toBeAttached();
  await expect(card).toBeHidden();
  await desk.goto(`${pages.auditLog}?action=user.role`);
  const entry = desk.getByRole("row").filter({ hasText: person.name });
  await expect(entry).toContainText("Declined a request");
  await expect(entry).toContainText("Answer: Please say what you would ask.");
  await desk.context().close();

  await page.goto(pages.home);
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices/ });
  await expect(bell).toHaveAccessibleName("Notices, 1 unread");
  await bell.click();
  const notice = page.getByRole("list", { name: "Notices" }).getByRole("listitem");
  await expect(notice).toContainText("Your request was declined");
  await expect(notice).toContainText("Please say what you would ask.");
  await notice.getByRole("link").click();
  await expect(page).toHaveURL(pages.becomeSurveyor);
  await page.getByLabel("Why would you like to become a surveyor?").fill("About our library.");
  await page.getByRole("button", { name: "Send my request" }).click();
  await page.getByRole("button", { name: "Withdraw my request" }).click();
  await expect(successMessage(page, "Your request is withdrawn")).toBeAttached();
  await expect(page.getByLabel("Why would you like to become a surveyor?")).toBeVisible();
});

test("who was made a surveyor while the form was open reads it, and keeps what they wrote", async ({
  page,
  expectComplaint,
}) => {
  const person = await newUser(page);
  await page.goto(pages.becomeSurveyor);
  await page.getByLabel("Why would you like to become a surveyor?").fill(reason);
  await expectQuiet(page);
  const admin = await demoCaller("admin");
  const { _id: id } = await findUser(admin, person.email);
  await admin.call(routes.changeRole, { params: { id }, body: { role: "surveyor" } });
  expectComplaint(/status of 403.*surveyorRequest/);
  await page.getByRole("button", { name: "Send my request" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("You are a surveyor now.");
});

test("pro users read why they can't ask", async ({ page }) => {
  await signIn(page, demo.pro);
  await page.goto(pages.becomeSurveyor);
  await expect(page.getByRole("main")).toContainText("you keep the one that you have paid for");
  await expect(page.getByRole("button", { name: "Send my request" })).toHaveCount(0);
});

function requestOf(page: Page, name: string): Locator {
  return page.getByRole("article", { name, exact: true });
}
