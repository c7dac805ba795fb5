import { randomUUID } from "node:crypto";
import {
  type APIRequestContext,
  type Cookie,
  type Locator,
  type Page,
  request,
} from "@playwright/test";
import { TOKEN_HEADER, TOKEN_SCHEME } from "../contract/identity.ts";
import { identityCalls } from "../contract/identity-calls.ts";
import { routes } from "../contract/routes.ts";
import { type Caller, createCaller } from "../server/testing/caller.ts";
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
export async function withoutPage(): Promise<Cookies> {
  return { request: await request.newContext({ baseURL: siteUrl }) };
}

/** Registers and signs in a new person without the form, for tests about something else. */
export async function register(on: Cookies, person = newPerson(), site = siteUrl): Promise<Person> {
  const { name, email, password, photo } = person;
  const body = { name, email, password, image: photo };
  await callerOn(on, { site }).call(identityCalls.signUp, { body });
  return person;
}

/** Signs in without the form, for tests about something else. */
export async function signIn(
  on: Cookies,
  person: Pick<Person, "email" | "password">,
  site = siteUrl,
): Promise<void> {
  const isDemo = Object.values<unknown>(demo).includes(person);
  if (site === siteUrl && isDemo && isPage(on)) {
    await on.context().addCookies(await sessionOf(person));
    return;
  }
  const { email, password } = person;
  await callerOn(on, { site }).call(identityCalls.signIn, { body: { email, password } });
}

const isPage = (on: Cookies): on is Page => "context" in on;

const sessions = new Map<string, Promise<Cookie[]>>();

/** The demo's people never log out, so each worker signs them in once, and all pages share that. */
function sessionOf(person: Pick<Person, "email" | "password">): Promise<Cookie[]> {
  const session = sessions.get(person.email) ?? startSession(person);
  sessions.set(person.email, session);
  return session;
}

async function startSession(person: Pick<Person, "email" | "password">): Promise<Cookie[]> {
  const on = await withoutPage();
  await signIn(on, person);
  const { cookies } = await on.request.storageState();
  return cookies;
}

/** Calls the server without a page's script, with its cookies and with this token, if any. */
export function callerOn(
  { request }: Cookies,
  { token, site = siteUrl }: { token?: string | null; site?: string } = {},
): Caller {
  const headers = {
    origin: site,
    ...(token && { [TOKEN_HEADER]: `${TOKEN_SCHEME} ${token}` }),
  };
  return createCaller(async ({ url, body, ...sent }) => {
    const answer = await request.fetch(site + url, { ...sent, data: body });
    return { status: answer.status(), headers: answer.headers(), text: await answer.text() };
  }, headers);
}

export type SignedIn = Caller & { name: string; email: string };

/** Calls as this person, who is signed in with these cookies. */
export async function callAs(
  on: Cookies,
  { name, email }: { name: string; email: string },
  site?: string,
): Promise<SignedIn> {
  const token = await callerOn(on, { site }).call(routes.issueToken, { body: { email } });
  return { name, email, ...callerOn(on, { token, site }) };
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

/** Expects that the bell has asked, so that a voter's page asks for nothing by itself afterwards. */
export async function expectQuiet(page: Page): Promise<void> {
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices/ });
  await expect(bell).toHaveAttribute("aria-busy", "false");
}

/** The navbar's link with the person's photo and name. */
export function account(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: /, your profile/ });
}

/** Fills in the form and sends it. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(person.name);
  await page.getByLabel("Photo Url", { exact: true }).fill(person.photo);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Register", exact: true }).click();
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  // The password first: the page changes after its address, and the old one may have an e-mail.
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Email").fill(email);
}

export async function submitLogin(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
}

/** Waits for the alert with this title, and closes it if it does not close by itself. */
export async function acceptAlert(page: Page, title: string): Promise<void> {
  const alert = page.getByRole("alertdialog", { name: title, exact: true });
  await expect(alert.or(successMessage(page, title))).toBeVisible();
  if (await alert.isHidden()) return;
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(alert).toBeHidden();
}

/** What is said about a routine success. Screen readers find it even after it has gone away. */
export function successMessage(page: Page, title: string): Locator {
  return page.locator("[aria-live=polite]").getByText(title, { exact: true });
}

/** Presses this button of the question that is open, by keyboard. */
export async function agree(page: Page, action: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  const button = question.getByRole("button", { name: action, exact: true });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
}

export async function storedToken(page: Page): Promise<string | null> {
  return page.localStorage.getItem("access-token");
}

/** The status of a call by this person with this token. */
export function statusWith(request: APIRequestContext, token: string | null, email: string) {
  return callerOn({ request }, { token }).status(routes.readNormalFlag, { params: { email } });
}
