import type { Page } from "@playwright/test";
import {
  acceptAlert,
  account,
  demo,
  expectSignedIn,
  expectSignedOut,
  fillLogin,
  newPerson,
  register,
  signIn,
  submitLogin,
} from "../people.ts";
import { expect, test } from "../site.ts";

const refusal = "The dashboard is for surveyors and admins.";
const allLinks = ["Home", "Contact", "Survey Page", "DashBroad", "Become pro user"];

const roles = [
  { role: "visitor", person: null, links: ["Home", "Contact", "Survey Page", "DashBroad"] },
  {
    role: "normal user",
    person: demo.user,
    links: ["Home", "Contact", "Survey Page", "Become pro user"],
  },
  { role: "pro user", person: demo.pro, links: ["Home", "Contact", "Survey Page"] },
  {
    role: "surveyor",
    person: demo.surveyor,
    links: ["Home", "Contact", "Survey Page", "DashBroad"],
  },
  { role: "admin", person: demo.admin, links: ["Home", "Contact", "Survey Page", "DashBroad"] },
];

for (const { role, person, links } of roles) {
  test(`the navbar: ${role}`, async ({ page }) => {
    if (person) await signIn(page, person);
    await page.goto("/");
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("link", { name: "Survey Website" })).toBeVisible();
    await expect(
      page.getByRole("navigation", { name: "Main" }).getByRole("link"),
      "wide",
    ).toHaveText(links);
    const sells = links.includes("Become pro user");
    await expect(page.getByRole("navigation", { name: "Footer" }).getByRole("link")).toHaveText([
      ...(sells ? ["Become pro user"] : []),
      "Survey Page",
      "Transparency",
      "Check a receipt",
      "What a result tells",
      "Contact",
      "Privacy",
      "Terms",
      "Refunds",
    ]);
    const badge = account(page).getByText("Pro", { exact: true });
    if (person) {
      await expectSignedIn(page, person.name);
      await expect(account(page).locator("img")).toHaveAttribute("src", /\/avatars\/\d+\.svg$/);
      await expect(banner.getByRole("button", { name: "Logout", exact: true })).toBeVisible();
      await expect(badge).toBeVisible({ visible: role === "pro user" });
      await expect(banner.getByRole("link", { name: "Login" })).toBeHidden();
    } else {
      await expectSignedOut(page);
      await expect(banner.getByRole("button", { name: "Logout" })).toBeHidden();
    }

    await openMenu(page);
    await expect(menuLinks(page), "narrow").toHaveText(allLinks);
    if (person) await expectSignedIn(page, person.name);
    else await expectSignedOut(page);
  });
}

test("each link leads where it says, and tells where one is", async ({ page }) => {
  await signIn(page, demo.user);
  await page.goto("/");
  for (const [name, address] of [
    ["Contact", "/contact"],
    ["Survey Page", "/surveyPage"],
    ["Become pro user", "/proUser"],
    ["Home", "/"],
  ] as const) {
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
    await link.click();
    await expect(page).toHaveURL(address);
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
});

test("the narrow menu closes by Esc, by going somewhere, and by a press outside", async ({
  page,
}) => {
  await page.goto("/");
  await openMenu(page);
  await page.keyboard.press("Escape");
  await expect(menuLinks(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();

  await openMenu(page);
  await menuLinks(page).getByText("Contact").click();
  await expect(page).toHaveURL("/contact");
  await expect(menuLinks(page)).toHaveCount(0);

  await openMenu(page);
  await page.getByText("Copyright © 2023").click();
  await expect(menuLinks(page)).toHaveCount(0);
});

test("visitors read every open page; each has its title and the footer", async ({ page }) => {
  for (const address of ["/", "/contact", "/surveyPage", "/loginPage", "/registerPage"]) {
    await page.goto(address);
    await expect(page).toHaveURL(address);
    const heading = page.getByRole("main").getByRole("heading", { level: 1 });
    await expect(heading).toBeVisible();
    const name = await heading.textContent();
    await expect(page).toHaveTitle(address === "/" ? "Survey Website" : `${name} · Survey Website`);
    const footer = page.getByRole("contentinfo");
    await expect(footer).toContainText("Providing reliable tech since 1992");
    await expect(footer).toContainText("Copyright © 2023");
  }
});

for (const { role, person } of roles.slice(0, 3)) {
  test(`the dashboard turns away to the home page, and says why: ${role}`, async ({ page }) => {
    if (person) await signIn(page, person);
    await page.goto("/dashBroad");
    await expect(page).toHaveURL("/");
    const notice = page.getByRole("status").filter({ hasText: refusal });
    await expect(notice).toBeVisible();
    const way = person
      ? notice.getByRole("button", { name: "Use another account" })
      : notice.getByRole("link", { name: "Log in" });
    await expect(way).toBeVisible();
    await page.reload();
    await expect(notice).toBeVisible();
  });
}

for (const { role, person } of roles.slice(3)) {
  test(`the dashboard is open: ${role}`, async ({ page }) => {
    if (person) await signIn(page, person);
    await page.goto("/");
    await page.getByRole("link", { name: "DashBroad" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/dashBroad/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/dashBroad/);
  });
}

test("a visitor who is turned away logs in and lands where they wanted to go", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "DashBroad" }).click();
  await page.getByRole("link", { name: "Log in", exact: true }).click();
  await fillLogin(page, demo.surveyor.email, demo.surveyor.password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL(/\/dashBroad/);
});

test("whoever is turned away may come back as somebody else", async ({ page }) => {
  const { name } = await register(page);
  await page.goto("/dashBroad");
  await expectSignedIn(page, name);
  await page.getByRole("button", { name: "Use another account" }).click();
  await acceptAlert(page, "Logout successfully!");
  await expect(page).toHaveURL("/loginPage");
  await fillLogin(page, demo.admin.email, demo.admin.password);
  await submitLogin(page);
  await acceptAlert(page, "login successfully");
  await expect(page).toHaveURL(/\/dashBroad/);
});

test("the pro page needs log-in", async ({ page }) => {
  await page.goto("/proUser");
  await expect(page).toHaveURL("/loginPage");
  await signIn(page, demo.user);
  await page.goto("/proUser");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("pro user");
  await expect(page).toHaveURL("/proUser");
});

test("an unknown address has its own page and status", async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle("There is no such page · Survey Website");
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
});

test("a page that can't be loaded shows the error page, and leaves a way on", async ({
  page,
  expectComplaint,
}) => {
  await page.goto("/");
  // As if a new version had replaced the file.
  await page.route(/\/assets\/contact-page/, (route) => route.abort(), { times: 1 });
  expectComplaint(/ERR_FAILED/);
  expectComplaint(/dynamically imported module/);
  await page.getByRole("navigation", { name: "Main" }).getByText("Contact").click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("this is error page");
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(alert.getByRole("link", { name: "Go to the home page" })).toBeVisible();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Contact" })).toBeVisible();
});

test("a photo that fails gives way to initials", async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404.*nobody\.svg/);
  await register(page, {
    ...newPerson(),
    name: "Ada Blue Lovelace",
    photo: "/avatars/nobody.svg",
  });
  await page.goto("/");
  await expect(account(page)).toContainText("AL");
  await expect(account(page).locator("img")).toHaveCount(0);
});

async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(menuLinks(page).first()).toBeVisible();
}

function menuLinks(page: Page) {
  return page.getByRole("navigation", { name: "Menu" }).getByRole("link");
}
