import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { expectAccessible } from "../accessible.ts";
import { account, newPerson, register } from "../people.ts";
import { expect, test } from "../site.ts";
import { openAsAdmin } from "../staff.ts";

test("what is missing is said at its field, before anything is sent", async ({ page }) => {
  await page.goto("/contact");
  await send(page);
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Please tell us your name");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/Must be an e-mail address/);
  await expect(page.getByLabel("Message")).toHaveAccessibleDescription(
    /^Please write at least 10 characters/,
  );
  await expect(page.getByLabel("Name")).toBeFocused();
  await expectAccessible(page, "messages");
});

test("who is signed in need not say who they are", async ({ page }) => {
  const { name, email } = await register(page);
  await page.goto("/contact");
  await expect(account(page)).toContainText(name);
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expectAccessible(page, "contact");
});

test("a message arrives once, though its answer gets lost", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const { name, email } = newPerson();
  const message = `Where do I find the pro tier? Yours, ${name}`;
  await page.goto("/contact");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill(message);

  // The message arrives, but its answer is lost.
  expectComplaint(/ERR_FAILED.*contactMessage/);
  await page.route(
    "**/contactMessage",
    async (route) => {
      expect((await route.fetch()).status()).toBe(201);
      await route.abort();
    },
    { times: 1 },
  );
  await send(page);
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Your message is not sent yet");
  await expect(page.getByLabel("Message")).toHaveValue(message);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("main").getByRole("status")).toContainText(
    `Our answer will go to ${email}.`,
  );
  await expectInInbox(await newVisitor(), { name, email, message });
});

async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send message" }).click();
}

/** Expects that an admin finds the message and can answer it. */
async function expectInInbox(page: Page, letter: { name: string; email: string; message: string }) {
  await openAsAdmin(page, pages.messages);
  const found = page.getByRole("article").filter({ hasText: letter.email });
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(letter.message);
  const reply = found.getByRole("link", { name: `Reply to ${letter.email}` });
  await expect(reply).toHaveAttribute("href", new RegExp(`^mailto:${letter.email}\\?subject=`));
  await expectAccessible(page, "messages");
}
