import { randomBytes, randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { sql } from "kysely";
import { callAddress } from "../../contract/call.ts";
import { can, type Permission, permissions, type Standing } from "../../contract/permissions.ts";
import type { BodyInput, Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import type { Database } from "../database/connect.ts";
import { aDraft } from "./inputs.ts";
import { createTestApp, type Person, type TestApp } from "./test-app.ts";
import { addToLog } from "./test-log.ts";
import { publishAll } from "./test-record.ts";
import { addTestSurvey, addTestUser, addTestVote } from "./test-surveys.ts";

export type RouteName = keyof typeof routes;
type WithBody = {
  [Name in RouteName]: (typeof routes)[Name] extends { body: object } ? Name : never;
}[RouteName];
type Bodies = { [Name in WithBody]: BodyInput<(typeof routes)[Name]> };

export const routeNames = Object.keys(routes) as RouteName[];
export const routeOf = (name: RouteName): Route => routes[name];

/** The things that a call names. New ones for each call, so that calls don't affect each other. */
export interface Things {
  surveyId: string;
  commentId: string;
  /** The owner's answer to another comment. */
  answerId: string;
  messageId: string;
  /** Of somebody who asks to become a surveyor. */
  requestId: string;
  /** A token of the owner. */
  tokenId: string;
  /** A webhook of the owner, and its delivery. */
  webhookId: string;
  /** Of the owner's vote, which is in the survey's record. */
  receipt: string;
  reportIds: string[];
  userId: string;
  /** The e-mail in the path. */
  email: string;
  transactionId: string;
  clientSecret: string;
}

/** A site with one person of each kind. */
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

const NEXT_CENTURY = "2100-01-01";

export async function addThings(
  { db }: TestApp,
  owner: Person,
  status: "pending" | "published" | "withdrawn" = "published",
): Promise<Things> {
  const surveyId = await addTestSurvey(db, { surveyor_id: owner.id, status });
  const receipt = randomUUID();
  const voteId = await addTestVote(db, { survey_id: surveyId, user_id: owner.id, receipt });
  await publishAll(db);
  await addToLog(db);
  // Comments of the same millisecond would be in the order of their ids, which are random.
  let moment = Date.now();
  const addComment = async (answer_to: string | null = null) => {
    moment += 1;
    const created_at = new Date(moment);
    const text = "Of the owner";
    const place = answer_to ? 0 : null;
    const { id } = await db
      .insertInto("comments")
      .values({ survey_id: surveyId, user_id: owner.id, text, answer_to, place, created_at })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const messageId = randomUUID();
  const letter = { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." };
  await db
    .insertInto("contact_messages")
    .values({ id: messageId, ...letter })
    .execute();
  const requestId = randomUUID();
  await db
    .insertInto("surveyor_requests")
    .values({ user_id: await addTestUser(db), id: requestId, reason: "I want to ask my town." })
    .execute();
  const tokenId = randomUUID();
  const token = { id: tokenId, hash: randomBytes(32), name: "Screen", scopes: ["read"] };
  await db
    .insertInto("program_tokens")
    .values({
      ...token,
      user_id: owner.id,
      second_factor: false,
      expires_at: new Date(NEXT_CENTURY),
    })
    .execute();
  const webhookId = randomUUID();
  const webhook = { id: webhookId, url: "https://example.org/hook", description: "", events: [] };
  const secret = { signature: "v1", secret: randomBytes(32) } as const;
  await db
    .insertInto("webhooks")
    .values({ ...webhook, ...secret, user_id: owner.id, of_site: false })
    .execute();
  const delivery = { id: webhookId, webhook_id: webhookId, type: "webhook.test" };
  await db.insertInto("webhook_deliveries").values(delivery).execute();
  return {
    webhookId,
    tokenId,
    surveyId,
    commentId: await addComment(),
    answerId: await addComment(await addComment()),
    messageId,
    requestId,
    receipt,
    reportIds: [voteId],
    userId: await addTestUser(db),
    email: owner.email,
    transactionId: `pi_${randomUUID()}`,
    clientSecret: `pi_${randomUUID()}_secret_x`,
  };
}

/** The status in which a survey must be for this route to succeed. */
export function statusFor(name: RouteName): "pending" | "published" | "withdrawn" {
  if (name === "resendSurvey") return "withdrawn";
  const decided = ["publishSurvey", "unpublishSurvey", "editSurvey", "withdrawSurvey"];
  return decided.includes(name) ? "pending" : "published";
}

const standings: Record<keyof People, Standing> = {
  user: { role: "user", admin: false },
  "pro-user": { role: "pro-user", admin: false },
  surveyor: { role: "surveyor", admin: false },
  "other surveyor": { role: "surveyor", admin: false },
  admin: { role: "user", admin: true },
};

/** Whether the route's access lets this person call it, with their own e-mail in the path or not. */
export function letsIn(name: RouteName, who: keyof People, isOwn: boolean): boolean {
  const { access, path } = routeOf(name);
  if (path.includes(":email") && !isOwn && who !== "admin") return false;
  return !isPermission(access) || can(standings[who], access);
}

/** A person who may call this route. */
export function callerOf(name: RouteName, people: People): Person {
  const all = Object.keys(standings) as (keyof People)[];
  return people[all.find((who) => letsIn(name, who, true)) ?? "admin"];
}

function isPermission(access: Route["access"]): access is Permission {
  return (permissions as string[]).includes(access);
}

/** A valid call of this route about these things. */
export function goodCall(name: RouteName, things: Things, person: Person | null): InjectOptions {
  const { method, path } = routeOf(name);
  const id =
    (path.startsWith("/users") && things.userId) ||
    (path.startsWith("/webhooks") && things.webhookId) ||
    (path.startsWith("/tokens") && things.tokenId) ||
    (path.startsWith("/contactMessage") && things.messageId) ||
    (path.startsWith("/surveyorRequest") && things.requestId) ||
    things.surveyId;
  const payload = goodBody(name, things, person?.email ?? "visitor@example.org");
  return {
    method,
    url: callAddress(path, { params: { id, email: things.email }, query: goodQuery(name, things) }),
    headers: { ...person?.headers, ...(person && { cookie: person.cookie }) },
    ...(payload && { payload }),
  };
}

/** Makes a call and closes the answer, because a live stream would never end. */
export async function statusOf({ app }: TestApp, call: InjectOptions): Promise<number> {
  const answer = await app.inject({ ...call, payloadAsStream: true });
  answer.stream().destroy();
  return answer.statusCode;
}

/** Only for routes that need one. */
function goodQuery(name: RouteName, { surveyId, answerId }: Things): Record<string, string> {
  const queries: Partial<Record<RouteName, Record<string, string>>> = {
    readOembed: { url: `http://localhost:3000/results/${surveyId}` },
    readVoteMarks: { ids: surveyId },
    listAnswers: { commentId: answerId },
    deleteComment: { commentId: answerId },
    listPlaces: { prefix: "00", bits: "5" },
    listSuspicious: { kind: "network", key: "0123456789ab" },
  };
  return queries[name] ?? {};
}

function goodBody(name: RouteName, things: Things, email: string): object | undefined {
  const { surveyId: surveyItemId, commentId, answerId, reportIds } = things;
  const { transactionId, clientSecret } = things;
  const text = {
    title: "T",
    description: "D",
    category: "politics",
    question: "Should we do it?",
  } as const;
  const bodies: Bodies = {
    issueToken: { email },
    registerUser: { email, username: "Test Person", url: "" },
    setLanguage: { language: "es" },
    createWebhook: { url: "https://example.org/hook", description: "", events: ["survey.closed"] },
    changeWebhook: {
      url: "https://example.org/hook",
      description: "",
      events: ["survey.closed"],
      enabled: true,
    },
    replayDelivery: { deliveryId: things.webhookId },
    createToken: { name: "Screen", scopes: ["read"] },
    follow: { kind: "surveyor", on: true },
    setNewsSettings: { rhythm: "daily" },
    changeRole: { role: "surveyor" },
    askToBeSurveyor: { reason: "I want to ask my town." },
    decideOnRequest: { accepted: false },
    castVote: { surveyItemId, vote: "yes" },
    issuePaper: { blinded: "A".repeat(342) },
    castBallot: {
      serial: "A".repeat(43),
      signature: "A".repeat(342),
      vote: "yes",
      nonce: "0".repeat(32),
      textHash: "0".repeat(64),
    },
    addComment: { comment: "Well said" },
    addAnswer: { commentId, answer: "It is planned for May." },
    likeComment: { surveyItemId, commentId, liked: true },
    editComment: { commentId: answerId, comment: "It is planned for June." },
    reportSurvey: { surveyItemId, report: "Biased" },
    reportComment: { surveyItemId, commentId, report: "Rude" },
    dismissReports: { surveyItemId, reportIds },
    hideComment: { surveyItemId, commentId, hidden: true },
    setVotesAside: { kind: "network", key: "0123456789ab", reason: "Invented accounts" },
    restoreVotes: { setAsideId: surveyItemId, reason: "They are a school class" },
    sendMessage: { name: "Ada", email, message: "I cannot find my survey." },
    answerMessage: { answered: true },
    changeBrand: {
      name: null,
      colour: null,
      operatorName: null,
      operatorAddress: null,
      operatorEmail: null,
    },
    changeBrandPicture: { use: "mark", picture: null },
    changeSiteTexts: { language: "es", motto: "Preguntamos desde 2026" },
    createSurvey: text,
    saveDraft: { content: aDraft(), revision: 0 },
    editSurvey: text,
    resendSurvey: text,
    setEmbeddable: { embeddable: true },
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
  if (routeOf(name).body && !(name in bodies)) throw new Error(`Add a valid body of ${name} here`);
  return bodies[name as WithBody];
}

// Counts of calls, which change with every attempt, refused ones included.
const COUNTS = "limit_counts";

/** Every row of every table, as text, to see what has changed. */
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
