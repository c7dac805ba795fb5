import type { Page } from "@playwright/test";
import { IDENTITY_PATH } from "../../contract/identity.ts";
import { pages } from "../../contract/pages.ts";
import {
  demo,
  expectSignedIn,
  fillLogin,
  register,
  signIn,
  submitLogin,
  withoutPage,
} from "../people.ts";
import { expect, test } from "../site.ts";

/** Refuses the first call of each address, as a server that is late does. */
async function refuseFirst(page: Page, addresses: string): Promise<void> {
  const refused = new Set<string>();
  await page.route(addresses, async (route) => {
    const request = route.request();
    if (request.resourceType() !== "fetch" || refused.has(request.url())) return route.fallback();
    refused.add(request.url());
    await route.fulfill({ status: 503, headers: { "retry-after": "1" } });
  });
}

test("a page whose calls are all refused for a moment opens without a word about it", async ({
  page,
  expectComplaint,
}) => {
  for (const refusal of [/status of 503/, /503.*survey\/item/, /503.*get-session/, /503.*jwt/]) {
    expectComplaint(refusal);
  }
  await signIn(page, demo.user);
  await refuseFirst(page, "**/*");
  await page.goto(`${pages.surveys}?search=free`);
  await expect(page.getByRole("status").filter({ hasText: "Looking for" })).toBeVisible();
  await expectSignedIn(page, demo.user.name);
  await expect(page.getByRole("link", { name: /Free buses and trams/ })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("so does a log-in, and a second refusal is told", async ({ page, expectComplaint }) => {
  expectComplaint(/status of 503.*sign-in/);
  const person = await register(await withoutPage());
  await page.goto(pages.login);
  const signIns = `**${IDENTITY_PATH}/sign-in/email`;
  await page.route(signIns, (route) =>
    route.fulfill({ status: 503, headers: { "retry-after": "1" } }),
  );
  await fillLogin(page, person.email, person.password);
  await submitLogin(page);
  await expect(page.getByRole("alert")).toContainText("The service is briefly out of reach");

  await page.unroute(signIns);
  await refuseFirst(page, signIns);
  await submitLogin(page);
  const button = page.getByRole("main").getByRole("button", { name: "Login", exact: true });
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expectSignedIn(page, person.name);
});
