import { randomUUID } from "node:crypto";
import type { APIResponse, Locator, Page } from "@playwright/test";
import type { AdminSurvey, SurveyText } from "../contract/publication.ts";
import type { Reply } from "../contract/route.ts";
import type { routes } from "../contract/routes.ts";
import { demo, type Person, register, signIn } from "./people.ts";
import { expect } from "./site.ts";

type NewVisitor = () => Promise<Page>;

/** Somebody in a browser of their own, who calls the server without a page. */
export interface Caller {
  name: string;
  email: string;
  page: Page;
  call(method: string, path: string, data?: object): Promise<APIResponse>;
}

async function callerOn(page: Page, { name, email }: { name: string; email: string }) {
  const token = await page.request.post("/jwt", { data: { email } });
  const headers = { validation: `bearer ${await token.text()}` };
  return {
    name,
    email,
    page,
    async call(method: string, path: string, data?: object) {
      const answer = await page.request.fetch(path, {
        method,
        headers: { ...headers, "idempotency-key": randomUUID() },
        ...(data && { data }),
      });
      expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
      return answer;
    },
  } satisfies Caller;
}

export async function newUser(newVisitor: NewVisitor): Promise<Caller & Person> {
  const page = await newVisitor();
  const person = await register(page);
  const caller = await callerOn(page, person);
  await caller.call("POST", "/users", {
    email: person.email,
    username: person.name,
    url: person.photo,
  });
  return { ...person, ...caller };
}

export async function demoCaller(newVisitor: NewVisitor, who: keyof typeof demo): Promise<Caller> {
  const page = await newVisitor();
  await signIn(page, demo[who]);
  return callerOn(page, demo[who]);
}

export async function newSurveyor(newVisitor: NewVisitor): Promise<Caller & Person> {
  const person = await newUser(newVisitor);
  const admin = await demoCaller(newVisitor, "admin");
  const { _id } = await findUser(admin, person.email);
  await admin.call("PATCH", `/users/admin/${_id}`, { role: "surveyor" });
  return person;
}

type User = Reply<typeof routes.listUsers>[number];

export async function findUser(admin: Caller, email: string): Promise<User> {
  const answer = await admin.call("GET", `/users?search=${encodeURIComponent(email)}`);
  const found: User[] = await answer.json();
  const user = found.find((one) => one.email === email);
  if (!user) throw new Error(`Nobody has the address ${email}`);
  return user;
}

export type SentSurvey = SurveyText & { id: string };

/** A survey that waits for the admins. */
export async function sendSurvey(
  surveyor: Caller,
  text: Partial<SurveyText> = {},
): Promise<SentSurvey> {
  const survey: SurveyText = {
    title: `Benches along river ${randomUUID().slice(0, 8)}`,
    description: "Walkers ask for places to sit down.",
    // The tests of the public list count in the other categories.
    category: "social-issues",
    question: "Should there be more benches?",
    ...text,
  };
  const answer = await surveyor.call("POST", "/survey", survey);
  const { insertedId } = await answer.json();
  return { id: insertedId, ...survey };
}

export async function newPublishedSurvey(newVisitor: NewVisitor): Promise<SentSurvey> {
  const survey = await sendSurvey(await newSurveyor(newVisitor));
  const admin = await demoCaller(newVisitor, "admin");
  await admin.call("PATCH", `/survey/${survey.id}`, { status: "published" });
  return survey;
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

/** The row of a table that this name stands in. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("rowheader").getByText(name) });
}

export async function openAsAdmin(page: Page, address: string): Promise<void> {
  await signIn(page, demo.admin);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}
