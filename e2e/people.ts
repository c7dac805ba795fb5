import { randomUUID } from "node:crypto";
import { type APIRequestContext, type Page, request } from "@playwright/test";
import { expect, siteUrl } from "./site.ts";

export interface Person {
  name: string;
  email: string;
  password: string;
  photo: string;
}

/** A new person. Tests share no people except the demo's, whom they do not change. */
export function newPerson(): Person {
  const id = randomUUID().slice(0, 8);
  return {
    name: `Sam Moss ${id}`,
    email: `sam.${id}@example.test`,
    password: "a long way home",
    photo: "/avatars/07.svg",
  };
}

function demoPerson(role: string, name: string) {
  return { name, email: `${role}@demo.test`, password: "demo1234" };
}

/** One person of each role. They never log out, because that ends their tokens on all devices. */
export const demo = {
  admin: demoPerson("admin", "Amara Okafor"),
  surveyor: demoPerson("surveyor", "Mateo Rivas"),
  pro: demoPerson("pro", "Ingrid Halvorsen"),
  user: demoPerson("user", "Kenji Morita"),
};

/** Something with a browser's cookies: a page, or a request context without one. */
export type Cookies = Pick<Page, "request">;

/** A request context for a person who needs no page, which is faster. */
export async function elsewhere(): Promise<Cookies> {
  return { request: await request.newContext({ baseURL: siteUrl }) };
}

/** Registers and signs in a new person without the form, for tests about something else. */
export async function register(on: Cookies, person = newPerson(), site = siteUrl): Promise<Person> {
  const { name, email, password, photo } = person;
  await tellIdentity(on, "/sign-up/email", { name, email, password, image: photo }, site);
  return person;
}

/** Signs in without the form, for tests about something else. */
export async function signIn(on: Cookies, { email, password }: Pick<Person, "email" | "password">) {
  await tellIdentity(on, "/sign-in/email", { email, password });
}

/** Calls the identity provider with these cookies; its answer sets new ones. */
export async function tellIdentity(
  on: Cookies,
  path: string,
  body: object,
  site = siteUrl,
): Promise<Record<string, unknown>> {
  const answer = await on.request.post(`${site}/identity${path}`, {
    data: body,
    headers: { origin: site },
  });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

/** Headers for calls by this person, who is signed in with these cookies. */
export async function tokenHeaders({ request }: Cookies, email: string) {
  const token = await request.post("/jwt", { data: { email } });
  return { validation: `bearer ${await token.text()}` };
}

/** Once the name is in the navbar, the access token is stored. */
export async function expectSignedIn(page: Page, name: string): Promise<void> {
  await expect(account(page)).toContainText(name);
}

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(
    page.getByRole("banner").getByRole("link", { name: "Login/Register", exact: true }),
  ).toBeVisible();
}

/** The navbar's link with the person's photo and name. */
export function account(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: /, your profile/ });
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  // The password first: the page changes after its address, and the old one may have an e-mail.
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Email").fill(email);
}

export async function submitLogin(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
}

/** Closes the alert with this title by its button. */
export async function acceptAlert(page: Page, title: string): Promise<void> {
  const alert = page.getByRole("alertdialog", { name: title, exact: true });
  await expect(alert).toBeVisible();
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(alert).toBeHidden();
}

export async function storedToken(page: Page): Promise<string | null> {
  return page.localStorage.getItem("access-token");
}

/** The status of a call by this person with this token. */
export async function statusWith(
  request: APIRequestContext,
  token: string | null,
  email: string,
): Promise<number> {
  const answer = await request.get(`/users/normal/${encodeURIComponent(email)}`, {
    headers: { validation: `bearer ${token}` },
  });
  return answer.status();
}
