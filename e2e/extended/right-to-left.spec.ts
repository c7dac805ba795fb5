import { pageNames, prefixOf } from "../../contract/pages.ts";
import { expectAccessibleAsItIs } from "../accessible.ts";
import { demo, signIn } from "../people.ts";
import { openSettled, tall } from "../settled.ts";
import { expect, test } from "../site.ts";
import { findSurvey } from "../surveys.ts";
import { pathOf, SURVEY, visits } from "../visits.ts";

// Every page of those who come to answer, in Arabic on a small phone.

test.use({ viewport: tall });

for (const who of ["visitor", "user"] as const) {
  test(`every page of a ${who} has no barriers in Arabic, and fits`, async ({ page }) => {
    // It opens many pages.
    test.slow();
    if (who !== "visitor") await signIn(page, demo[who]);
    const { _id: id } = await findSurvey(page, SURVEY);
    for (const name of pageNames) {
      const visit = visits[name].find((one) => one.who === who);
      if (!visit) continue;
      const address = prefixOf("ar") + pathOf(name, visit, id);
      await openSettled(page, address);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect.soft(width, `${address} scrolls sideways`).toBe(tall.width);
      await expectAccessibleAsItIs(page, address);
    }
  });
}
