import { randomUUID } from "node:crypto";
import { pages } from "../../contract/pages.ts";
import { expectAccessible, expectAccessibleAsItIs, narrow, wide } from "../accessible.ts";
import { agree, demo, signIn, successMessage } from "../people.ts";
import { expect, siteUrl, test } from "../site.ts";
import { newUser } from "../staff.ts";

// Where PICTURES names a folder, it also leaves pictures of what it sees.
const folder = process.env.PICTURES;

test("somebody makes a token by keyboard, uses it, and ends it", async ({ page }) => {
  await newUser(page);
  await page.goto(pages.tokens);
  await expect(page.getByText("No tokens yet")).toBeVisible();
  await page.getByRole("button", { name: "Make a token" }).click();
  await expect(page.getByText("Please give it a name")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Newsroom screen");
  await page.getByLabel("Read all that you may read").uncheck();
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Make a token" }).press("Enter");
  await expect(page.getByText("Please choose at least one")).toBeVisible();
  await expectAccessible(page, "a token that is refused");
  await page.getByLabel("Read all that you may read").press("Space");
  await page.getByRole("button", { name: "Make a token" }).press("Enter");

  const shown = page.getByText(/^svy_\w{49}$/);
  await expect(shown).toBeVisible();
  await expectAccessible(page, "a token that is shown once");
  const authorization = `Bearer ${await shown.innerText()}`;
  const read = async () =>
    (
      await page.request.get(`${siteUrl}/survey/item?limit=1`, { headers: { authorization } })
    ).status();
  expect(await read()).toBe(200);
  await page.getByRole("button", { name: "I have kept it" }).press("Enter");
  await expect(shown).toBeHidden();
  await page.reload();
  await expect(page.getByText("Newsroom screen", { exact: true })).toBeVisible();
  await expect(page.getByText("last used")).toBeVisible();
  await expectAccessible(page, "a list of tokens");
  await picture("tokens");
  await page.getByRole("button", { name: "End", exact: true }).click();
  await agree(page, "End");
  await expect(successMessage(page, "The token is ended")).toBeAttached();
  expect(await read()).toBe(401);

  async function picture(name: string) {
    if (!folder) return;
    for (const [width, size] of [
      ["1280", wide],
      ["360", narrow],
    ] as const) {
      await page.setViewportSize(size);
      await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
    }
  }
});

test("a surveyor makes a webhook, and sees what became of a test", async ({ page }) => {
  const url = `https://${randomUUID()}.invalid/hook`;
  await signIn(page, demo.surveyor);
  await page.goto(pages.webhooks);
  await page.getByRole("button", { name: "Make a webhook" }).click();
  await expect(page.getByText("Must be an address that starts with https://")).toBeVisible();
  await expect(page.getByText("Please choose at least one")).toBeVisible();
  await expectAccessible(page, "a webhook that is refused");
  await page.getByLabel("Address").fill(url);
  await page.getByLabel("A survey was published").check();
  await page.getByRole("button", { name: "Make a webhook" }).press("Enter");
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "I have kept it" }).click();
  await page.getByRole("link", { name: url }).click();
  await expect(page.getByText("Nothing sent yet")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(async () => {
    await page.getByRole("button", { name: "Look again" }).click();
    await expect(page.getByText(/^No answer, after/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectAccessible(page, "a webhook with a delivery");
  if (folder) {
    for (const [width, size] of [
      ["1280", wide],
      ["360", narrow],
    ] as const) {
      await page.setViewportSize(size);
      await page.screenshot({ path: `${folder}/webhook-${width}.png`, fullPage: true });
      await page.goBack();
      await page.screenshot({ path: `${folder}/webhooks-${width}.png`, fullPage: true });
      await page.goForward();
      await expect(page.getByText(/^No answer, after/)).toBeVisible();
    }
  }
  const own = page.url();
  await page.goto(own.replace(pages.profile, `/ar${pages.profile}`));
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expectAccessibleAsItIs(page, "a webhook in Arabic");
  await page.goto(own);
  // Until the code of the next page is there, React keeps this one, hidden: it must ask for nothing.
  const deleted = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await page.route(/\/webhooks-page-[^/]*\.js$/, async (route) => {
    await deleted;
    await route.fallback();
  });
  await page.getByRole("button", { name: "Delete" }).click();
  await agree(page, "Delete");
  await expect(page).toHaveURL(pages.webhooks);
  await expect(page.getByRole("link", { name: url })).toBeHidden();
});

test("on a phone the tab of the page is in sight, and the page is no wider for it", async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  await newUser(page);
  for (const prefix of ["", "/ar"]) {
    await page.goto(prefix + pages.tokens);
    const row = page.getByRole("navigation").filter({ has: page.locator(`a[href$="/tokens"]`) });
    await expect(row.locator("[aria-current]")).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(narrow.width);
  }
});
