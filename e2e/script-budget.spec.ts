import { pages } from "../contract/pages.ts";
import { fillPath } from "../contract/route.ts";
import { demo, signIn } from "./people.ts";
import { expect, siteUrl, test } from "./site.ts";
import { findSurvey } from "./surveys.ts";

// Compressed bytes. The landing page is where most people come first, often on a phone.
const LANDING_BUDGET = 110_000;
const BUDGET = 150_000;

const visits = [
  ["visitors", null, [pages.home, pages.surveys, pages.contact, pages.login, pages.register]],
  ["people", demo.user, [pages.survey, pages.profile, pages.security, pages.activity]],
  ["buyers", demo.user, [pages.becomePro]],
  ["surveyors", demo.surveyor, [pages.createSurvey, pages.ownSurveys, pages.ownResponses]],
  ["admins", demo.admin, [pages.overview, pages.manageUsers, pages.surveyStatus, pages.auditLog]],
] as const;

for (const [who, person, list] of visits) {
  test(`the first view of ${who} stays within its budget of script`, async ({ page }) => {
    if (person) await signIn(page, person);
    const { _id: id } = await findSurvey(page, "Free buses and trams for everyone in the city");
    for (const address of list) {
      // A new browser cache for each page, because a first visit has none.
      const context = await page
        .context()
        .browser()
        ?.newContext({
          storageState: await page.context().storageState(),
          viewport: { width: 412, height: 780 },
        });
      if (!context) throw new Error("There is no browser");
      const visit = await context.newPage();
      const loaded: Promise<number>[] = [];
      visit.on("requestfinished", (request) => {
        if (request.resourceType() !== "script") return;
        loaded.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      await visit.goto(siteUrl + fillPath(address, { id }), {
        waitUntil: "networkidle",
      });
      await expect(visit.getByRole("heading", { level: 1 })).toBeVisible();
      const total = (await Promise.all(loaded)).reduce((sum, bytes) => sum + bytes, 0);
      test.info().annotations.push({ type: address, description: `${total} bytes` });
      expect(loaded.length).toBeGreaterThan(1);
      expect.soft(total, address).toBeLessThan(address === pages.home ? LANDING_BUDGET : BUDGET);
      await context.close();
    }
  });
}
