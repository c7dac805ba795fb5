import type { Page } from "@playwright/test";
import { PROBLEM_MEDIA_TYPE } from "../../contract/errors.ts";
import { identityCalls } from "../../contract/identity-calls.ts";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible, expectAccessibleAsItIs } from "../accessible.ts";
import { acceptAlert, callerOn, demo, withoutPage } from "../people.ts";
import { expect, test } from "../site.ts";
import {
  answer,
  demoCaller,
  download,
  findUser,
  newPublishedSurvey,
  newUser,
  openAsAdmin,
  rowOf,
} from "../staff.ts";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });

test("a user becomes a surveyor and a user again", async ({ page }) => {
  const person = await newUser();
  const admin = await demoCaller("admin");
  await openAsAdmin(page, pages.manageUsers);
  await search(page).fill(person.email);
  const row = rowOf(page, person.name);
  await expect(row).toContainText(person.email);
  await expect(row.getByRole("cell", { name: "user", exact: true })).toBeVisible();

  await row.getByRole("button", { name: "Make surveyor" }).click();
  await acceptAlert(page, "CHANGED");
  await expect(row.getByRole("cell", { name: "surveyor", exact: true })).toBeVisible();
  expect((await findUser(admin, person.email)).role).toBe("surveyor");

  await row.getByRole("button", { name: "Make user" }).click();
  await acceptAlert(page, "CHANGED");
  await expect(row.getByRole("button", { name: "Make surveyor" })).toBeVisible();
  expect((await findUser(admin, person.email)).role).toBe("user");
});

test("other roles and oneself have no button for what is not allowed", async ({ page }) => {
  await openAsAdmin(page, `${pages.manageUsers}?search=${demo.pro.email}`);
  const buttons = rowOf(page, demo.pro.name).getByRole("button");
  await expect(buttons).toHaveText(["Delete"]);

  await search(page).fill(demo.admin.email);
  const own = rowOf(page, demo.admin.name);
  await expect(own).toContainText("This is you");
  await expect(own.getByRole("button")).toHaveCount(0);
});

test("a person is deleted after a confirmation, and their vote stays", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const person = await newUser();
  await answer(person, survey.id, "yes");
  await openAsAdmin(page, `${pages.manageUsers}?search=${person.email}`);
  const row = rowOf(page, person.name);
  const remove = row.getByRole("button", { name: "Delete" });

  await remove.click();
  const question = page.getByRole("alertdialog", { name: `Delete ${person.name}?` });
  await expect(question).toContainText("Votes, comments and surveys stay without the name");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessibleAsItIs(page, "the confirmation");
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();
  await expect(row).toBeVisible();

  await remove.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await acceptAlert(page, "DELETED");
  await expect(row).toBeHidden();
  await expect(page.getByRole("heading", { level: 2, name: "Nobody found" })).toBeVisible();

  const { email, password } = person;
  const visitor = callerOn(await withoutPage());
  const logIn = await visitor.status(identityCalls.signIn, { body: { email, password } });
  expect(logIn, "whoever is deleted can't log in").toBe(401);
  const query = { search: survey.title };
  expect(await visitor.call(routes.listSurveys, { query })).toMatchObject([{ votes: 1 }]);
});

test("the server's reason is shown when it refuses", async ({ page, expectComplaint }) => {
  expectComplaint(/status of 409/);
  const person = await newUser();
  await openAsAdmin(page, `${pages.manageUsers}?search=${person.email}`);
  // A real race between two admins can't be timed reliably.
  await page.route("**/users/admin/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({
          status: 409,
          contentType: PROBLEM_MEDIA_TYPE,
          body: JSON.stringify({ code: "conflict", detail: "Somebody was first." }),
        })
      : route.fallback(),
  );
  await rowOf(page, person.name).getByRole("button", { name: "Make surveyor" }).click();
  const alert = page.getByRole("alertdialog", { name: "The role is not changed" });
  await expect(alert).toContainText("Somebody was first.");
});

test("search, role and paging; the address says it all", async ({ page }) => {
  const person = await newUser();
  await openAsAdmin(page, pages.manageUsers);
  const rows = page.getByRole("rowheader");
  await expect(rows).toHaveCount(25);
  await page.getByRole("button", { name: "Show more" }).press("Enter");
  await expect.poll(() => rows.count()).toBeGreaterThan(25);
  await expect(page.getByRole("row").nth(26).getByRole("button").first()).toBeFocused();

  await search(page).pressSequentially(person.email);
  await expect(rows).toHaveCount(1);
  const roles = page.getByRole("navigation", { name: "Roles" });
  await roles.getByRole("link", { name: "Surveyors" }).click();
  await expect(page).toHaveURL(
    `${pages.manageUsers}?search=${encodeURIComponent(person.email)}&role=surveyor`,
  );
  await expect(page.getByRole("heading", { level: 2, name: "Nobody found" })).toBeVisible();
  await page.reload();
  await expect(search(page)).toHaveValue(person.email);
  await roles.getByRole("link", { name: "Users", exact: true }).click();
  await expect(rows).toHaveCount(1);
  await roles.getByRole("link", { name: "Admins" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Nobody found" })).toBeVisible();
  await search(page).fill(demo.admin.name);
  await expect(rows).toContainText([demo.admin.name]);
  await page.goBack();
  await page.goBack();
  await expect(roles.getByRole("link", { name: "Surveyors" })).toHaveAttribute(
    "aria-current",
    "true",
  );
});

test("everybody can be taken along as CSV and as JSON", async ({ page }) => {
  const person = await newUser();
  await openAsAdmin(page, pages.manageUsers);
  for (const format of ["CSV", "JSON"]) {
    const button = page.getByRole("button", { name: `Download all users as ${format}` });
    const { name, text } = await download(page, button);
    expect(name).toBe(`users.${format.toLowerCase()}`);
    expect(text).toContain(person.email);
  }
});

test("a download that fails says so", async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/);
  await openAsAdmin(page, pages.manageUsers);
  await page.route("**/users/export?*", (route) => route.abort());
  await page.getByRole("button", { name: "Download all users as CSV" }).click();
  await expect(page.getByRole("alert")).toContainText("We can't reach the server");
});

test("the page has no barriers", async ({ page }) => {
  await openAsAdmin(page, pages.manageUsers);
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
  await expectAccessible(page, pages.manageUsers);
});
