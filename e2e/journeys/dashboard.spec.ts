import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { demo, register, signIn } from "../people.ts";
import { expect, test } from "../site.ts";

const adminLinks = {
  OverView: pages.overview,
  Users: pages.manageUsers,
  Status: pages.surveyStatus,
  Response: pages.allResponses,
  Payment: pages.payments,
  Home: pages.home,
};
const surveyorLinks = {
  "Create survey": pages.createSurvey,
  "User Feedback": pages.userFeedback,
  "Admin Feedback": pages.adminFeedback,
  Response: pages.ownResponses,
  Home: pages.home,
};
const moreForAdmins = {
  Reports: pages.reported,
  "Stands out": pages.standsOut,
  "Audit log": pages.auditLog,
  Messages: pages.messages,
  Requests: pages.surveyorRequests,
  Tokens: pages.allTokens,
  Brand: pages.brand,
};
const moreForSurveyors = { "My surveys": pages.ownSurveys };

const roles = [
  {
    role: "Admin",
    person: demo.admin,
    links: adminLinks,
    more: moreForAdmins,
    closed: { ...surveyorLinks, ...moreForSurveyors },
    refusal: "That page is for surveyors.",
  },
  {
    role: "Surveyor",
    person: demo.surveyor,
    links: surveyorLinks,
    more: moreForSurveyors,
    closed: { ...adminLinks, ...moreForAdmins },
    refusal: "That page is for admins.",
  },
];

for (const { role, person, links, more, closed, refusal } of roles) {
  test(`${role}: the sidebar leads to each page of the role`, async ({ page }) => {
    await signIn(page, person);
    await page.goto(pages.dashboard);
    const [first = ""] = Object.values(links);
    await expect(page, "the dashboard begins at the role's first page").toHaveURL(first);
    await expect(sidebar(page, role)).toHaveText(labelled(links));
    await expect(sidebar(page, `More for ${role}`)).toHaveText(labelled(more));

    for (const [group, targets] of [
      [`More for ${role}`, more],
      [role, links],
    ] as const) {
      for (const [label, address] of Object.entries(targets)) {
        const link = sidebar(page, group).filter({ hasText: new RegExp(`^${label}`) });
        await link.click();
        await expect(page).toHaveURL(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
        if (address !== pages.home) await expect(link).toHaveAttribute("aria-current", "page");
      }
    }
  });

  test(`${role}: pages of the other role lead home, with a notice`, async ({ page }) => {
    await signIn(page, person);
    await expectTurnedAway(page, Object.values(closed), refusal);
  });
}

for (const role of ["visitor", "normal user", "pro user"] as const) {
  test(`${role}: every page of the dashboard leads home, with a notice`, async ({ page }) => {
    if (role === "pro user") await signIn(page, demo.pro);
    if (role === "normal user") await register(page);
    const addresses = roles.flatMap(({ links, more }) => Object.values({ ...links, ...more }));
    await expectTurnedAway(page, addresses, "for surveyors and admins.");
  });
}

test("whoever is both sees the links of both, under headings", async ({ page }) => {
  await signIn(page, demo.admin);
  await page.route("**/users/surveyor/*", (route) => route.fulfill({ json: { isSurveyor: true } }));
  await page.goto(pages.messages);
  const nav = page.getByRole("navigation", { name: "Dashboard" });
  await expect(nav.getByRole("paragraph")).toHaveText(["Admin", "Surveyor"]);
  await expect(sidebar(page, "Admin")).toHaveText(labelled(adminLinks));
  await expect(sidebar(page, "Surveyor")).toHaveText(labelled(surveyorLinks));
});

test("on a small screen the links are a row that the keyboard walks along", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, demo.admin);
  await page.goto(pages.messages);
  const links = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  await expect(links.getByText("Messages"), "where one is").toBeInViewport({ ratio: 1 });
  await links.first().focus();
  for (const label of [...Object.keys(adminLinks), ...Object.keys(moreForAdmins)]) {
    await expect(page.locator(":focus")).toHaveText(new RegExp(`^${label}`));
    await expect(page.locator(":focus")).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Tab");
  }
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
});

/** The links' texts. The number of what waits may follow a label. */
function labelled(links: Record<string, string>): RegExp[] {
  return Object.keys(links).map((label) => new RegExp(`^${label}(\\d+\\+?waiting)?$`));
}

async function expectTurnedAway(page: Page, addresses: string[], refusal: string): Promise<void> {
  // Each page visit removes the previous notice.
  const notice = page.getByRole("status").filter({ hasText: refusal });
  const [first = "", ...others] = new Set(addresses.filter((address) => address !== pages.home));
  await page.goto(first);
  await expect(page).toHaveURL(pages.home);
  await expect(notice).toBeVisible();
  for (const address of others) {
    await goWithin(page, pages.contact);
    await expect(page).toHaveURL(pages.contact);
    await expect(notice).toHaveCount(0);
    await goWithin(page, address);
    await expect(page).toHaveURL(pages.home);
    await expect(notice).toBeVisible();
  }
}

/** Navigates like the back button: reloading the site would take a second each time. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent("popstate"))`);
}

function sidebar(page: Page, group: string) {
  return page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("list", { name: group, exact: true })
    .getByRole("link");
}

test("the footer of the dashboard says which version this is", async ({ page }) => {
  await signIn(page, demo.admin);
  const footer = page.getByRole("contentinfo");
  await page.goto(pages.manageUsers);
  const { version, commit } = await (await page.request.get("/healthz")).json();
  await expect(footer).toContainText(`Version ${version} (${commit})`);
  await page.goto(pages.home);
  await expect(footer).toContainText("Copyright");
  await expect(footer).not.toContainText("Version");
});
