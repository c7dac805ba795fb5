import type { Page } from "@playwright/test";
import { pageNames, pages } from "../../contract/pages.ts";
import { expectAccessible, expectAllInReach, expectRoomForWideText, wide } from "../accessible.ts";
import { expectLightAndStill } from "../page-load.ts";
import { demo, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import { findSurvey } from "../surveys.ts";
import { expectValidHtml } from "../valid-html.ts";
import { pathOf, SURVEY, visits } from "../visits.ts";

// Each page is opened once by each role that sees something of its own there, for all that is checked
// of every page. Barriers in other states of a page, and those of the dashboard, are checked by the
// specs that use it.

// The size of a small phone, where things move most.
test.use({
  viewport: { width: 360, height: 780 },
  // As most people have it.
  contextOptions: { reducedMotion: "no-preference" },
});

for (const name of pageNames) {
  for (const visit of visits[name]) {
    const { who, checks, search } = visit;
    const address = pages[name];
    test(`${address}${search} for ${who}`, async ({ page }) => {
      const isSignedIn = who !== "visitor";
      if (isSignedIn) await signIn(page, demo[who]);
      const { _id: id } = await findSurvey(page, SURVEY);
      const path = pathOf(name, visit, id);
      if (checks.includes("load")) {
        const sent = await expectLightAndStill(page, path, { address, isSignedIn });
        await expect(page.getByRole("progressbar")).toHaveCount(0);
        if (checks.includes("html")) await expectValidHtml(page, sent, address);
      } else await page.goto(path);
      if (checks.includes("barriers")) await checkBarriers(page, address, isSignedIn);
    });
  }
}

test("an unknown address", async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  await page.goto("/no/such/page");
  await checkBarriers(page, "an unknown address");
});

test("the reference of the API", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Without the Tab key: it has hundreds of links, all of the same kind.
  await expectAccessible(page, "the reference");
});

async function checkBarriers(page: Page, address: string, isSignedIn = false): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize(wide);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // It shows that the page is complete.
  const logOut = page.getByRole("banner").getByRole("button", { name: "Logout" });
  if (isSignedIn) await expect(logOut).toBeVisible();
  if (address === pages.home) {
    // The live result is loaded when it comes into view. It is not in the record yet in a site's first minute.
    await page.getByRole("heading", { name: "Check it yourself" }).scrollIntoViewIfNeeded();
    const again = page.getByRole("button", { name: "Count again" });
    await expect(again.or(page.getByText("Check this result", { exact: true }))).toBeVisible();
  }
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expectAccessible(page, address);
  await expectAllInReach(page);
  await expectRoomForWideText(page, address);
}
