import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { APIResponse, Locator, Page } from "@playwright/test";
import type { AdminSurvey, SurveyText } from "../contract/publication.ts";
import type { Reply } from "../contract/route.ts";
import type { routes } from "../contract/routes.ts";
import {
  type Cookies,
  demo,
  elsewhere,
  type Person,
  register,
  signIn,
  tokenHeaders,
} from "./people.ts";
import { expect } from "./site.ts";

/** A person who calls the server without a page. */
export interface Caller {
  name: string;
  email: string;
  call(method: string, path: string, data?: object): Promise<APIResponse>;
}

async function callerOn(
  on: Cookies,
  { name, email }: { name: string; email: string },
): Promise<Caller> {
  const headers = await tokenHeaders(on, email);
  return {
    name,
    email,
    async call(method, path, data) {
      const answer = await on.request.fetch(path, {
        method,
        headers: { ...headers, "idempotency-key": randomUUID() },
        ...(data && { data }),
      });
      expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
      return answer;
    },
  };
}

/** Signed in on this page, if one is given. */
export async function newUser(page?: Page): Promise<Caller & Person> {
  const on = page ?? (await elsewhere());
  const person = await register(on);
  const caller = await callerOn(on, person);
  await caller.call("POST", "/users", {
    email: person.email,
    username: person.name,
    url: person.photo,
  });
  return { ...person, ...caller };
}

/** The demo's people never log out, so each worker signs them in once. */
const signedIn = new Map<string, Promise<Caller>>();

export function demoCaller(who: "admin" | "pro"): Promise<Caller> {
  const caller = signedIn.get(who) ?? signInAlone(demo[who]);
  signedIn.set(who, caller);
  return caller;
}

async function signInAlone(person: typeof demo.admin): Promise<Caller> {
  const on = await elsewhere();
  await signIn(on, person);
  return callerOn(on, person);
}

export async function newSurveyor(page?: Page): Promise<Caller & Person> {
  const person = await newUser(page);
  const admin = await demoCaller("admin");
  const { _id } = await findUser(admin, person.email);
  await admin.call("PATCH", `/users/admin/${_id}`, { role: "surveyor" });
  return person;
}

type User = Reply<typeof routes.listUsers>[number];

export async function findUser(admin: Caller, email: string): Promise<User> {
  const answer = await admin.call("GET", `/users?search=${encodeURIComponent(email)}`);
  const found: User[] = await answer.json();
  const user = found.find((one) => one.email === email);
  if (!user) throw new Error(`No user has the address ${email}`);
  return user;
}

export type SentSurvey = SurveyText & { id: string };

/** Sends a survey, which then waits for the admins. */
export async function sendSurvey(
  surveyor: Caller,
  text: Partial<SurveyText> = {},
): Promise<SentSurvey> {
  const survey: SurveyText = {
    title: `Lamps along river ${randomUUID().slice(0, 8)}`,
    description: "Walkers ask for light in the evening.",
    // Tests of the public list count the surveys of the other categories.
    category: "social-issues",
    question: "Should there be more lamps?",
    ...text,
  };
  const answer = await surveyor.call("POST", "/survey", survey);
  const { insertedId } = await answer.json();
  return { id: insertedId, ...survey };
}

export async function newPublishedSurvey(): Promise<SentSurvey> {
  const survey = await sendSurvey(await newSurveyor());
  await publish(survey);
  return survey;
}

export async function publish({ id }: SentSurvey): Promise<void> {
  const admin = await demoCaller("admin");
  await admin.call("PATCH", `/survey/${id}`, { status: "published" });
}

export async function reject({ id }: SentSurvey, enteredMessage: string): Promise<void> {
  const admin = await demoCaller("admin");
  await admin.call("PUT", `/survey/${id}`, { enteredMessage, status: "unpublish" });
}

export async function readStatus(admin: Caller, { id, title }: SentSurvey): Promise<string> {
  const answer = await admin.call("GET", `/survey?search=${encodeURIComponent(title)}`);
  const found: AdminSurvey[] = await answer.json();
  return found.find((survey) => survey._id === id)?.status ?? "unknown";
}

/** Whether a visitor finds it in the public list. */
export async function isPublic(page: Page, { id, title }: SentSurvey): Promise<boolean> {
  const answer = await page.request.get("/survey/item", { params: { search: title } });
  const found: { _id: string }[] = await answer.json();
  return found.some((survey) => survey._id === id);
}

/** The row of a table with this name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("rowheader").getByText(name) });
}

export async function openAsAdmin(page: Page, address: string): Promise<void> {
  await signIn(page, demo.admin);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

export async function answer(
  voter: Caller,
  id: string,
  vote: "yes" | "no",
  report = "",
): Promise<void> {
  await voter.call("POST", "/visitedSurvey", { surveyItemId: id, vote, report });
}

/** Presses the button and returns the downloaded file. */
export async function download(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** The entry of the survey with this title in a list. */
export function surveyItem(page: Page, title: string): Locator {
  return page
    .getByRole("main")
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}
