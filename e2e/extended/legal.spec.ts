import { pages } from "../../contract/pages.ts";
import { expectAccessible } from "../accessible.ts";
import { testWith } from "../other-site.ts";
import { expect } from "../site.ts";

const test = testWith(async () => ({
  OPERATOR_NAME: "Polls & Co",
  OPERATOR_ADDRESS: "1 Example Street\\nExampletown",
  OPERATOR_EMAIL: "hello@polls.example",
}));
test.describe.configure({ mode: "default" });

test("privacy, terms and refunds are in the footer and name the operator", async ({ page }) => {
  await page.goto(pages.surveys);
  for (const [path, title] of [
    [pages.privacy, "Privacy"],
    [pages.terms, "Terms"],
    [pages.refunds, "Refunds"],
  ] as const) {
    await page.getByRole("contentinfo").getByRole("link", { name: title, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    const operator = page.getByRole("region", { name: "Who runs this site" });
    await expect(operator).toContainText("Polls & Co\n1 Example Street\nExampletown", {
      useInnerText: true,
    });
    await expect(operator.getByRole("link", { name: "hello@polls.example" })).toHaveAttribute(
      "href",
      "mailto:hello@polls.example",
    );
    await expectAccessible(page, title);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(operator).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  }
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("they are there too", async ({ page }) => {
    await page.goto(pages.privacy);
    await expect(page.getByRole("main")).toContainText("for 30 days");
    await expect(page.getByRole("main")).toContainText("Polls & Co");
  });
});
