import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { SurveyText, TextChange } from "../contract/publication.ts";
import type { Reply } from "../contract/route.ts";
import { routes } from "../contract/routes.ts";
import type { TermsChange } from "../contract/survey-terms.ts";
import type { Caller } from "../server/testing/caller.ts";
import { aPublication, aRejection } from "../server/testing/inputs.ts";
import {
  callAs,
  callerOn,
  demo,
  newPerson,
  type Person,
  register,
  type SignedIn,
  signIn,
  withoutPage,
} from "./people.ts";
import { expect } from "./site.ts";

/** Signed in on this page, if one is given. */
export async function newUser(
  page?: Page,
  whoever: Person = newPerson(),
): Promise<SignedIn & Person> {
  const on = page ?? (await withoutPage());
  const person = await register(on, whoever);
  const caller = await callAs(on, person);
  const { name: username, email, photo: url } = person;
  await caller.call(routes.registerUser, { body: { email, username, url } });
  return { ...person, ...caller };
}

/** The demo's people never log out, so each worker signs them in once. */
const signedIn = new Map<string, Promise<SignedIn>>();

export function demoCaller(who: "admin" | "pro"): Promise<SignedIn> {
  const caller = signedIn.get(who) ?? signInAlone(demo[who]);
  signedIn.set(who, caller);
  return caller;
}

async function signInAlone(person: typeof demo.admin): Promise<SignedIn> {
  const on = await withoutPage();
  await signIn(on, person);
  return callAs(on, person);
}

export async function newSurveyor(
  page?: Page,
  whoever: Person = newPerson(),
): Promise<SignedIn & Person> {
  const person = await newUser(page, whoever);
  await makeSurveyor(person);
  return person;
}

type User = Reply<typeof routes.listUsers>[number];

export async function makeSurveyor({ email }: { email: string }): Promise<void> {
  const admin = await demoCaller("admin");
  const { _id: id } = await findUser(admin, email);
  await admin.call(routes.changeRole, { params: { id }, body: { role: "surveyor" } });
}

export async function findUser(admin: Caller, email: string): Promise<User> {
  const found = await admin.call(routes.listUsers, { query: { search: email } });
  const user = found.find((one) => one.email === email);
  if (!user) throw new Error(`No user has the address ${email}`);
  return user;
}

export type SentSurvey = SurveyText & { id: string };

/** Sends a survey, which then waits for the admins. */
export async function sendSurvey(
  surveyor: Caller,
  text: TextChange & TermsChange = {},
): Promise<SentSurvey> {
  const body = {
    title: `Lamps along river ${randomUUID().slice(0, 8)}`,
    description: "Walkers ask for light in the evening.",
    // Tests of the public list count the surveys of the other categories.
    category: "social-issues" as const,
    question: "Should there be more lamps?",
    ...text,
  };
  const { insertedId } = await surveyor.call(routes.createSurvey, { body });
  return { id: insertedId, ...body };
}

export async function newPublishedSurvey(): Promise<SentSurvey> {
  const survey = await sendSurvey(await newSurveyor());
  await publish(survey);
  return survey;
}

export async function publish({ id }: Pick<SentSurvey, "id">): Promise<void> {
  const admin = await demoCaller("admin");
  await admin.call(routes.publishSurvey, aPublication(id));
}

export async function reject({ id }: SentSurvey, message: string): Promise<void> {
  const admin = await demoCaller("admin");
  await admin.call(routes.unpublishSurvey, aRejection(id, message));
}

export async function readStatus(admin: Caller, { id, title }: SentSurvey): Promise<string> {
  const found = await admin.call(routes.listAllSurveys, { query: { search: title } });
  return found.find((survey) => survey._id === id)?.status ?? "unknown";
}

/** Whether a visitor finds it in the public list. */
export async function isPublic(page: Page, { id, title }: SentSurvey): Promise<boolean> {
  const found = await callerOn(page).call(routes.listSurveys, { query: { search: title } });
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
  surveyItemId: string,
  vote: "yes" | "no",
  report = "",
): Promise<void> {
  await voter.call(routes.castVote, { body: { surveyItemId, vote, report } });
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

/** Answers the question why a comment is hidden. */
export async function hideInDialog(page: Page, reason?: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Hide/ });
  if (reason) await dialog.getByLabel("Reason").selectOption({ label: reason });
  await dialog.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(dialog).toBeHidden();
}
