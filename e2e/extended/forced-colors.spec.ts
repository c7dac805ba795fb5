import { pages } from "../../contract/pages.ts";
import { schemes } from "../accessible.ts";
import { expect, test } from "../site.ts";
import { findSurvey, openAsNewPerson, result, vote } from "../surveys.ts";

for (const colorScheme of schemes) {
  test(`a reader's own colours leave what is chosen and what is counted, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    const background = (selector: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`,
      );
    await page.goto(`${pages.surveys}?category=politics`);
    await expect(page.getByRole("link", { name: "Politics" })).toHaveAttribute("aria-current");
    const chosen = await background("nav a.btn[aria-current]");
    expect(chosen).not.toBe(await background("nav a.btn:not([aria-current])"));
    expect(chosen).not.toBe(await background("body"));

    await openAsNewPerson(page, await findSurvey(page, "A postal ballot in every letterbox"));
    await vote(page, "Yes");
    await expect(result(page).locator("span.bg-yes")).toBeVisible();
    expect(await background("span.bg-yes")).not.toBe(await background("body"));
  });
}
