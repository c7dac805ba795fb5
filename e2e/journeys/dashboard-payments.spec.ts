import { pages } from "../../contract/pages.ts";
import { expectAccessible } from "../accessible.ts";
import { pay } from "../payments.ts";
import { expect, test } from "../site.ts";
import { download, newUser, openAsAdmin, rowOf } from "../staff.ts";

test("an admin sees who has paid, finds them, and takes the list along", async ({ page }) => {
  const person = await newUser();
  const transactionId = await pay(person);
  await openAsAdmin(page, pages.payments);
  const row = rowOf(page, person.name);
  for (const part of [person.email, "$100.00", transactionId, "pro-user"]) {
    await expect(row).toContainText(part);
  }
  await page.getByRole("searchbox", { name: "Search" }).fill(person.email);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await expect(page).toHaveURL(`${pages.payments}?search=${encodeURIComponent(person.email)}`);
  await expectAccessible(page, "payments");

  for (const format of ["CSV", "JSON"]) {
    const button = page.getByRole("button", { name: `Download all payments as ${format}` });
    const { name, text } = await download(page, button);
    expect(name).toBe(`payments.${format.toLowerCase()}`);
    expect(text).toContain(person.email);
    expect(text).toContain(transactionId);
  }

  await page.getByRole("searchbox", { name: "Search" }).fill("nobody.is.called.that");
  await expect(page.getByRole("heading", { level: 2, name: "No payment found" })).toBeVisible();
});

test("an outage is told, and passes", async ({ page, expectComplaint }) => {
  await pay(await newUser());
  expectComplaint(/ERR_FAILED/);
  await page.route(/\/pro(\?|$)/, (route) => route.abort());
  await openAsAdmin(page, pages.payments);
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("We can't show the payments");
  await page.unroute(/\/pro(\?|$)/);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});
