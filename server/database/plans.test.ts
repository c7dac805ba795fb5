import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { createBudgets } from "../http/limits/budgets.ts";
import { takeDue } from "../people/outbox/queries.ts";
import { createPublishedLists } from "../surveys/survey/cache.ts";
import { mountSurveyFinders } from "../surveys/survey/finders.ts";
import { createSurveyReader } from "../surveys/survey/queries.ts";
import { explain, nodesOf, watchStatements } from "../testing/statements.ts";
import {
  createTestApp,
  createTestDatabase,
  type Person,
  type TestApp,
} from "../testing/test-app.ts";

// So many that the planner never considers reading a whole table cheaper.
const ROWS = 20_000;
const FEW = 100;
// Tables that are empty or nearly so here, for which reading them whole is right, and decisions, of
// which a download looks for those of an admin and of a surveyor at once. A list of any other table
// fails unless `fill` makes it large.
const small = [
  ...["user", "session", "account", "passkey", "twoFactor", "limit_counts", "brand", "site_texts"],
  ...[
    "ballot_keys",
    "ballot_papers",
    "reactions",
    "records",
    "set_asides",
    "payment_attempts",
    "sandbox_intents",
  ],
  "survey_decisions",
];

let site: TestApp;
let people: { admin: Person; surveyor: Person };
let surveyId: string;

beforeAll(async () => {
  site = await createTestApp({}, await createTestDatabase(null));
  people = {
    admin: await site.join({ admin: true }),
    surveyor: await site.join({ role: "surveyor" }),
  };
  await fill(site.db);
  surveyId = (await site.db.selectFrom("surveys").select("id").limit(1).executeTakeFirstOrThrow())
    .id;
});

/** Fills a large site inside the database. */
async function fill(db: TestApp["db"]): Promise<void> {
  const series = sql`generate_series(1, ${sql.lit(ROWS)}) as n`;
  const owner = people.surveyor.id;
  const hook = sql`(select id from surveys order by surveyor_id = ${owner}::uuid desc, id limit 1)`;
  const statements = [
    sql`insert into users (email, username, role, created_at)
      select 'p' || n || '@many.example', 'Person ' || n,
        case when n % 50 = 0 then 'surveyor' else 'user' end, now() - n * interval '1 minute'
      from ${series}`,
    sql`insert into surveys (title, description, category, question, status, surveyor_id, created_at, sent_at, published_at, closes_at, language, translated_into)
      select 'Survey ' || n, 'About ' || n, 'politics', 'Yes?',
        (array['published', 'published', 'pending', 'unpublish'])[1 + n % 4],
        case when n % ${sql.lit(FEW)} = 0 then ${owner}::uuid else u.id end,
        now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute',
        case when n % 200 = 0 then now() + (n - 10000) * interval '1 minute' end,
        case when n % 1000 = 0 then 'ar' else 'en' end,
        case when n % 10 = 1 then 'es' when n % 2000 = 2 then 'ar fr' else '' end
      from ${series}, lateral (select id from users where email = 'p' || n || '@many.example') as u`,
    sql`insert into survey_tallies (survey_id, listed_category, search, opens_at, closes_at, yes)
      select id, listed_category, search, opens_at, closes_at, 1 from surveys`,
    sql`insert into votes (survey_id, user_id, id, receipt, nonce, text_hash, vote, report, created_at)
      select id, surveyor_id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), text_hash, 'yes',
        case when random() < 0.02 then 'Wrong' else '' end, created_at from surveys`,
    sql`insert into comments (survey_id, user_id, text, created_at)
      select id, surveyor_id, 'Well', created_at from surveys`,
    sql`insert into comment_likes (survey_id, comment_id, user_id, created_at)
      select survey_id, id, user_id, created_at from comments`,
    sql`insert into reports (survey_id, id, user_id, text, created_at, closed_at)
      select survey_id, id, user_id, 'Wrong', created_at,
        case when random() < 0.99 then now() end from votes`,
    sql`insert into survey_decisions (survey_id, id, admin_id, status, title, description, category, question, language, results)
      select id, gen_random_uuid(), ${people.admin.id}::uuid, 'unpublish', title, description, category, question, language, results
      from surveys where status = 'unpublish'`,
    sql`insert into notices (user_id, id, kind, survey_id)
      select surveyor_id, gen_random_uuid(), 'published', id from surveys`,
    sql`insert into audit_log (id, actor_id, action, subject_kind, subject_id, before, after, created_at)
      select gen_random_uuid(), ${people.admin.id}::uuid, 'survey.publish', 'survey', id, '{}', '{}', created_at
      from surveys`,
    sql`insert into security_events (id, user_id, kind, address, device, created_at)
      select gen_random_uuid(), surveyor_id, 'log-in', '203.0.113.x', 'Firefox', created_at
      from surveys`,
    sql`insert into suspicion_summaries (survey_id, votes)
      select id, case when random() < 0.01 then 20 else 0 end from surveys`,
    sql`insert into surveyor_requests (user_id, id, reason, created_at)
      select id, gen_random_uuid(), 'I want to ask my town', created_at from users
      where role = 'user' and not admin`,
    sql`insert into contact_messages (id, name, email, message, created_at, answered_at)
      select gen_random_uuid(), 'Ada', 'ada@example.org', 'Hello', now() - n * interval '1 minute',
        case when n % ${sql.lit(FEW)} > 0 then now() end
      from ${series}`,
    sql`insert into payments (user_id, transaction_id, gateway, amount, currency, created_at)
      select id, id::text, 'sandbox', 10000, 'usd', created_at from users`,
    sql`insert into program_tokens (id, user_id, hash, name, scopes, second_factor, created_at, expires_at)
      select gen_random_uuid(), surveyor_id, sha256(id::text::bytea), 'Screen', '{read}', false,
        created_at, now() + interval '30 days' from surveys`,
    sql`insert into follows (user_id, kind, target, wanted)
      select surveyor_id, 'survey', id, true from surveys`,
    sql`insert into survey_drafts (user_id, id, content)
      select surveyor_id, id, '{"title": "Begun", "language": ""}' from surveys`,
    sql`insert into webhooks (id, user_id, url, description, events, of_site, signature, secret)
      select id, surveyor_id, '', '', '{survey.closed}', false, 'v1', '' from surveys`,
    sql`insert into webhook_deliveries (id, webhook_id, type, survey_id, created_at, due_at)
      select id, ${hook}::uuid, 'survey.closed', id, created_at, null from surveys`,
    // Half of them are not due yet.
    sql`insert into outbox (kind, user_id, about, due_at)
      select 'survey.decided', gen_random_uuid(), '{}', now() + (10000 - n) * interval '1 minute'
      from ${series}`,
    // PostgreSQL also vacuums by itself. Before that, the index of people's words has a list of new
    // entries, which each search would read.
    sql`vacuum analyze`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Plans every query of a call, and returns the tables that it reads whole, but for small ones. */
function readsWhole(
  request: Parameters<TestApp["inject"]>[0],
  on: Pick<TestApp, "inject"> = site,
): Promise<string[]> {
  return readWholeBy(async () => {
    const answer = await on.inject(request);
    expect(answer.statusCode, answer.body).toBe(200);
  });
}

async function readWholeBy(work: () => Promise<unknown>): Promise<string[]> {
  const sent = await watchStatements(work);
  const reads = sent.filter(({ text }) => /^\s*(select|with)/i.test(text));
  expect(reads.length).toBeGreaterThan(0);
  const plans = await Promise.all(reads.map((statement) => explain(site.db, statement)));
  return plans
    .flatMap(nodesOf)
    .filter((node) => node["Node Type"] === "Seq Scan")
    .map((node) => node["Relation Name"] ?? "")
    .filter((table) => !small.includes(table));
}

/**
 * With the limit of our own pages, if it is a list. Without one, a list of a thousand is so large a
 * part of these tables that PostgreSQL reads some of them whole; on a large site it does not.
 */
function withOwnLimit(url: string): string {
  const [path, query] = url.split("?");
  const isIt = (route: Route) => route.method === "GET" && route.path === path;
  const page = Object.values<Route>(routes).find(isIt)?.page;
  return page ? `${path}?${query ? `${query}&` : ""}limit=${page}` : url;
}

const after = `${Date.now()}_${randomUUID()}`;

const calls = [
  ["GET /survey/item", "/survey/item", "admin"],
  ["GET /survey/item, not voted", "/survey/item?notVoted=true", "surveyor"],
  [
    "GET /survey/item in all languages, not voted",
    "/survey/item?notVoted=true&language=ar,en,es,fr,hi,zh",
    "surveyor",
  ],
  ["GET /survey/item by a rare word", "/survey/item?search=survey+77", "admin"],
  ["GET /survey/item by votes", "/survey/item?search=survey+77&sort=votes", "admin"],
  [
    "GET /survey/item of a category, by votes",
    "/survey/item?category=politics&sort=votes",
    "admin",
  ],
  ["GET /survey/item by a word and votes", "/survey/item?search=survey&sort=votes", "admin"],
  ["GET /survey/item, closing soon", "/survey/item?sort=closing", "admin"],
  [
    "GET /survey/item of a category, closing soon",
    "/survey/item?category=politics&sort=closing",
    "admin",
  ],
  ["GET /survey/item of a rare language", "/survey/item?language=ar", "admin"],
  ["GET /survey/item of a language of translations", "/survey/item?language=fr", "admin"],
  ["GET /survey/item of two, by votes", "/survey/item?language=ar,en&sort=votes", "admin"],
  ["GET /survey/item of two, by likes", "/survey/item?language=ar,en&sort=liked", "admin"],
  ["GET /survey/item of two, closing soon", "/survey/item?language=ar,en&sort=closing", "admin"],
  [
    "GET /survey/item of a rare language and category by a word",
    "/survey/item?language=ar&category=politics&search=survey",
    "admin",
  ],
  ["GET /survey/next", "/survey/next?category=technology", "surveyor"],
  [
    "GET /survey/next in some languages",
    "/survey/next?category=technology&language=ar,fr",
    "surveyor",
  ],
  ["GET /visitedSurvey/marks", "/visitedSurvey/marks?ids=:id", "surveyor"],
  ["GET /survey/details", "/survey/details/:id", "admin"],
  ["GET /survey/comments", "/survey/comments/:id", "surveyor"],
  ["GET /survey/comments as an admin", "/survey/comments/:id", "admin"],
  ["GET /survey/comments by likes", "/survey/comments/:id?sort=liked", "surveyor"],
  ["GET /survey/answers", `/survey/answers/:id?commentId=${randomUUID()}`, "surveyor"],
  ["GET /users", "/users", "admin"],
  ["GET /users, a later page", `/users?after=${after}`, "admin"],
  ["GET /users by role", "/users?role=surveyor", "admin"],
  ["GET /users, admins", "/users?role=admin", "admin"],
  ["GET /users by a word", "/users?search=p77", "admin"],
  ["GET /survey", "/survey", "admin"],
  ["GET /survey, a later page", `/survey?after=${after}`, "admin"],
  ["GET /survey by state", "/survey?status=pending", "admin"],
  ["GET /survey by state and word", "/survey?status=unpublish&search=77", "admin"],
  ["GET /survey/decisions", "/survey/decisions/:id", "admin"],
  ["GET /survey/own", "/survey/own", "surveyor"],
  ["GET /adminResponse", "/adminResponse/:email", "surveyor"],
  ["GET /suspicion", "/suspicion", "admin"],
  ["GET /suspicion, a later page", `/suspicion?after=20_${randomUUID()}`, "admin"],
  ["GET /suspicion/:id", "/suspicion/:id", "admin"],
  [
    "GET /suspicion/:id/votes of a network",
    "/suspicion/:id/votes?kind=network&key=0123456789ab",
    "admin",
  ],
  [
    "GET /suspicion/:id/votes of an hour",
    "/suspicion/:id/votes?kind=unverified&key=2026-01-01T10:00Z",
    "admin",
  ],
  ["GET /responseItem", "/responseItem", "admin"],
  ["GET /responseItem by a word", "/responseItem?search=77", "admin"],
  ["GET /responseItem of one", "/responseItem/:id", "admin"],
  ["GET /surveyorResponse", "/surveyorResponse/:email", "surveyor"],
  ["GET /surveyorFeedback", "/surveyorFeedback/:email", "surveyor"],
  ["GET /reported", "/reported", "admin"],
  ["GET /commentHidden", "/commentHidden", "admin"],
  ["GET /auditLog", "/auditLog", "admin"],
  ["GET /auditLog by action", "/auditLog?action=user.delete", "admin"],
  ["GET /auditLog by person", "/auditLog?person=test", "admin"],
  ["GET /auditLog by person, a later page", `/auditLog?person=test&after=${after}`, "admin"],
  [
    "GET /auditLog by person, action and day",
    "/auditLog?person=p77&action=user.role&from=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z",
    "admin",
  ],
  [
    "GET /auditLog of a day",
    "/auditLog?from=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z",
    "admin",
  ],
  ["GET /follows", "/follows", "surveyor"],
  ["GET /drafts", "/drafts", "surveyor"],
  ["GET /webhooks/:id/deliveries", "/webhooks/:hook/deliveries", "surveyor"],
  ["GET /tokens", "/tokens", "surveyor"],
  ["GET /tokens/all", "/tokens/all", "admin"],
  ["GET /surveyorRequest", "/surveyorRequest", "admin"],
  ["GET /surveyorRequest, a later page", `/surveyorRequest?after=${after}`, "admin"],
  ["GET /securityEvents", "/securityEvents", "admin"],
  ["GET /securityEvents by kind", "/securityEvents?kind=export", "admin"],
  ["GET /securityEvents/own", "/securityEvents/own", "surveyor"],
  ["GET /ownData", "/ownData", "surveyor"],
  ["GET /ownData/votes", "/ownData/votes", "surveyor"],
  ["GET /ownData/votes, a later page", `/ownData/votes?after=${after}`, "surveyor"],
  ["GET /ownData/comments", "/ownData/comments", "surveyor"],
  ["GET /notices", "/notices", "surveyor"],
  ["GET /openData/results", "/openData/results", "admin"],
  ["the sitemap", "/sitemap.xml", "surveyor"],
  ["the feed", "/feeds/politics.atom", "surveyor"],
  ["the feed in a rare language", "/ar/feeds/all.atom", "surveyor"],
  ["GET /waiting", "/waiting", "admin"],
  ["GET /pro", "/pro", "admin"],
  ["GET /contactMessage", "/contactMessage", "admin"],
  ["GET /contactMessage, open", "/contactMessage?state=open", "admin"],
  ["GET /contactMessage, answered", "/contactMessage?state=answered", "admin"],
] as const;

it.each(calls)("answers %s by indexes", async (_name, url, caller) => {
  const { headers, email } = people[caller];
  const { rows } = await sql<{
    id: string;
  }>`select webhook_id as id from webhook_deliveries limit 1`.execute(site.db);
  const filled = withOwnLimit(url)
    .replace(":hook", rows[0]?.id ?? "")
    .replace(":id", surveyId)
    .replace(":email", email);
  expect(
    await readsWhole({ url: filled, headers }),
    "Add an index. If `fill` leaves the table empty, fill it there",
  ).toEqual([]);
});

it("tries every list", () => {
  const lists = Object.values<Route>(routes).filter(({ page }) => page);
  const tried = calls.map(([, url]) => url.split("?", 1)[0]?.replace(":hook", ":id"));
  const missing = lists.map(({ path }) => path).filter((path) => !tried.includes(path));
  expect(missing, "Add a call of it above, to see which indexes it uses").toEqual([]);
});

it.each([
  "/survey/item",
  "/survey",
  "/survey?status=unpublish&search=77",
  "/users",
  "/users?search=p77",
  "/responseItem",
  "/responseItem?search=77",
  "/auditLog",
  "/surveyorRequest",
  "/securityEvents",
  "/contactMessage",
])("answers %s without a limit by indexes", async (url) => {
  expect(await readsWhole({ url, headers: people.admin.headers })).toEqual([]);
});

it.each(["newest", "votes"])("hashes somebody's votes once for the list by %s", async (sort) => {
  // Otherwise somebody who voted on most of the surveys makes each list look for each of their votes.
  const url = `/survey/item?notVoted=true&limit=12&language=ar,en,es,fr,hi,zh&sort=${sort}`;
  const sent = await watchStatements(() => site.inject({ url, headers: people.surveyor.headers }));
  const lists = sent.filter(({ text }) => text.includes("not in (select"));
  const plans = await Promise.all(lists.map((statement) => explain(site.db, statement)));
  const hashed = plans.flatMap(nodesOf).filter(({ Filter = "" }) => Filter.includes("hashed"));
  expect(hashed).not.toHaveLength(0);
});

it("reads what waits, for the metrics, by indexes", async () => {
  // Which votes are not in a record is found by comparing the counts of all surveys. Of the
  // mails, which are deleted when they are sent, it reads no more than a limit.
  expect(await readsWhole({ url: "/metrics" })).toEqual(["survey_tallies", "outbox"]);
});

it("takes mails from the outbox by the index of those that are due", async () => {
  const take = async () =>
    expect(await takeDue(site.db, { limit: 5, leaseMs: 1_000 })).toHaveLength(5);
  expect(await readWholeBy(take)).toEqual([]);
});

it("reads one part of the sitemap by the key", async () => {
  const app = Fastify().decorateRequest("address", "192.0.2.1");
  const lists = createPublishedLists(site.db);
  const brand = { read: async () => ({ name: "Site" }) };
  const budgets = createBudgets(1);
  mountSurveyFinders(app, { db: site.db, siteUrl: "", lists, budgets, brand, perSitemap: 100 });
  await app.inject("/sitemap.xml");
  const inject: TestApp["inject"] = (request) => app.inject(request);
  expect(await readsWhole({ url: "/sitemaps/1.xml" }, { inject })).toEqual([]);
});

it("plans the reading of details once, of one survey and of two", async () => {
  const surveys = await site.db
    .selectFrom("surveys")
    .select("id")
    .where("status", "=", "published")
    .limit(10)
    .execute();
  // On one connection, because each prepares for itself.
  const { rows } = await site.db.connection().execute(async (db) => {
    const reader = createSurveyReader(db);
    for (const { id } of surveys) {
      await reader.run({ id, viewerId: surveyId });
      await Promise.all([id, surveyId].map((id) => reader.run({ id, viewerId: surveyId })));
    }
    // Another test may have let this connection explain the same statement.
    return sql`select custom_plans from pg_prepared_statements
      where statement like '%g.viewer_id%' and statement not like 'explain%'`.execute(db);
  });
  // PostgreSQL makes five plans for the given parameters before it compares.
  expect(rows).toEqual([{ custom_plans: 5 }, { custom_plans: 5 }]);
});
