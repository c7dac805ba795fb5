import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { sql } from "kysely";
import { can, type Permission, permissions } from "../../contract/permissions.ts";
import { type BodyInput, fillPath, type Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import type { Database } from "../database/connect.ts";
import { createTestApp, type Person, type TestApp } from "./test-app.ts";
import { addTestSurvey, addTestUser, addTestVote } from "./test-surveys.ts";

export type RouteName = keyof typeof routes;
type WithBody = {
  [Name in RouteName]: (typeof routes)[Name] extends { body: object } ? Name : never;
}[RouteName];
type Bodies = { [Name in WithBody]: BodyInput<(typeof routes)[Name]> };

export const routeNames = Object.keys(routes) as RouteName[];
export const routeOf = (name: RouteName): Route => routes[name];

/** What a call is about. Fresh ones for each call keep calls out of each other's way. */
export interface Things {
  surveyId: string;
  commentId: string;
  reportIds: string[];
  userId: string;
  /** Of whom a path tells. */
  email: string;
  transactionId: string;
  clientSecret: string;
}

/** A site with somebody of each kind. */
export async function createTestScene(settings?: Record<string, string>) {
  const site = await createTestApp(settings);
  return { site, people: await joinEverybody(site) };
}

export async function joinEverybody({ join }: TestApp) {
  return {
    user: await join(),
    "pro-user": await join({ role: "pro-user" }),
    surveyor: await join({ role: "surveyor" }),
    "other surveyor": await join({ role: "surveyor" }),
    admin: await join({ admin: true }),
  };
}
export type People = Awaited<ReturnType<typeof joinEverybody>>;

export async function addThings(
  { db }: TestApp,
  owner: Person,
  status: "pending" | "published" | "withdrawn" = "published",
): Promise<Things> {
  const surveyId = await addTestSurvey(db, { surveyor_id: owner.id, status });
  const voteId = await addTestVote(db, { survey_id: surveyId, user_id: owner.id });
  const { id: commentId } = await db
    .insertInto("comments")
    .values({ survey_id: surveyId, user_id: owner.id, text: "Of the owner" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return {
    surveyId,
    commentId,
    reportIds: [voteId],
    userId: await addTestUser(db),
    email: owner.email,
    transactionId: `pi_${randomUUID()}`,
    clientSecret: `pi_${randomUUID()}_secret_x`,
  };
}

/** The state of a survey from which the route can do its work. */
export function statusFor(name: RouteName): "pending" | "published" | "withdrawn" {
  if (name === "resendSurvey") return "withdrawn";
  const decided = ["publishSurvey", "unpublishSurvey", "editSurvey", "withdrawSurvey"];
  return decided.includes(name) ? "pending" : "published";
}

/** Somebody who may call this route. */
export function callerOf(name: RouteName, people: People): Person {
  const { access } = routeOf(name);
  if (!isPermission(access)) return people.user;
  const standing = (["user", "pro-user", "surveyor", "admin"] as const).find((who) => {
    const role = who === "admin" ? "user" : who;
    return can({ role, admin: who === "admin" }, access);
  });
  return people[standing ?? "admin"];
}

function isPermission(access: Route["access"]): access is Permission {
  return (permissions as string[]).includes(access);
}

/** A call of this route that nothing is wrong with, about these things. */
export function goodCall(name: RouteName, things: Things, person: Person | null): InjectOptions {
  const { method, path } = routeOf(name);
  const id = path.startsWith("/users") ? things.userId : things.surveyId;
  const payload = goodBody(name, things, person?.email ?? "visitor@example.org");
  return {
    method,
    url: fillPath(path, { id, email: things.email }) + (queries[name] ?? ""),
    headers: { ...person?.headers, ...(person && { cookie: person.cookie }) },
    ...(payload && { payload }),
  };
}

/** Calls, and lets go of what would never end, such as a live stream. */
export async function statusOf({ app }: TestApp, call: InjectOptions): Promise<number> {
  const answer = await app.inject({ ...call, payloadAsStream: true });
  answer.stream().destroy();
  return answer.statusCode;
}

/** Those that a route can't do without. */
const queries: Partial<Record<RouteName, string>> = {
  listComments: `?after=${Date.now()}_${randomUUID()}`,
};

function goodBody(name: RouteName, things: Things, email: string): object | undefined {
  const { surveyId: surveyItemId, commentId, reportIds, transactionId, clientSecret } = things;
  const text = {
    title: "T",
    description: "D",
    category: "politics",
    question: "Should we do it?",
  } as const;
  const bodies: Bodies = {
    issueToken: { email },
    registerUser: { email, username: "Test Person", url: "" },
    changeRole: { role: "surveyor" },
    castVote: { surveyItemId, vote: "yes" },
    addComment: { comment: "Well said" },
    reportComment: { surveyItemId, commentId, report: "Rude" },
    dismissReports: { surveyItemId, reportIds },
    hideComment: { surveyItemId, commentId, hidden: true },
    sendMessage: { name: "Ada", email, message: "I cannot find my survey." },
    createSurvey: text,
    editSurvey: text,
    resendSurvey: text,
    publishSurvey: { status: "published" },
    unpublishSurvey: { status: "unpublish", enteredMessage: "No." },
    readNotices: { until: new Date().toISOString() },
    createPaymentIntent: { price: 100 },
    recordPayment: { transactionId },
    claimPro: { role: "pro-user" },
    confirmSandboxPayment: {
      clientSecret,
      number: "4242424242424242",
      expiry: "12/60",
      cvc: "123",
    },
    authenticateSandboxPayment: { clientSecret, approve: true },
  };
  return bodies[name as WithBody];
}

// Counts of calls; they change with every try, refused ones too.
const COUNTS = "limit_counts";

/** Every row of every table, as text: to see that nothing changed, or where something went. */
export async function dumpDatabase(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'identity') and tablename <> ${COUNTS}`.execute(db);
  const readings = tables.map(
    ({ name }) => sql`
      select ${name} as name, string_agg(entry::text, ' ' order by entry::text) as content
      from ${sql.raw(name)} as entry`,
  );
  const { rows } = await sql<{ name: string; content: string | null }>`
    ${sql.join(readings, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, content }) => [name, content ?? ""]));
}
