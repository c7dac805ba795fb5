import { expect, test } from "../site.ts";

test("a page of the version before loads itself again when its files are gone", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/contact-page|Failed to load|Failed to fetch dynamically/);
  await page.goto("/");
  const contact = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Contact" });
  const files = /\/assets\/contact-page-.*\.js$/;
  await page.route(files, (route) => route.fulfill({ status: 404 }));

  await test.step("not if the site is still the same", async () => {
    await contact.click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page).toHaveURL("/contact");
  });

  await test.step("once another version answers", async () => {
    await page.goto("/");
    await page.route("/contact", async (route) => {
      if (route.request().resourceType() === "document") {
        await page.unroute(files);
        return route.continue();
      }
      const html = await (await route.fetch()).text();
      return route.fulfill({
        contentType: "text/html",
        body: html.replaceAll("/assets/index-", "/assets/next-"),
      });
    });
    await contact.click();
    await expect(page.getByRole("heading", { name: "Contact", level: 1 })).toBeVisible();
    await expect(page).toHaveURL("/contact");
  });
});
