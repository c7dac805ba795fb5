import { type RawBuilder, sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Rhythm } from "../../../contract/follows.ts";
import type { NewsKind } from "../../../contract/notices.ts";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { queueMails, tellSome } from "../../people/follows/news-queries.ts";
import type { Mail } from "../../people/outbox/mail-server.ts";
import { createMailer } from "../../people/outbox/mailer.ts";
import { addEventsOfTime } from "../../people/webhooks/event-queries.ts";
import { deriveKey } from "../../process/secret.ts";
import {
  aComment,
  aPublication,
  aRejection,
  aSurvey as aSurveyBody,
  aVote,
} from "../../testing/inputs.ts";
import { createTestApp, type Person, TEST_SECRET, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, addTestVote } from "../../testing/test-surveys.ts";
import { writeNews } from "./mails.ts";

let site: TestApp;
let surveyor: Person;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  surveyor = await site.join({ role: "surveyor" });
  admin = await site.join({ admin: true });
});

beforeEach(async () => {
  for (const table of ["news", "notices", "outbox"]) {
    await sql`delete from ${sql.table(table)}`.execute(site.db);
  }
});

const none = async () => undefined;
const key = deriveKey(TEST_SECRET, "unsubscribing");

async function hearNews(): Promise<void> {
  // A closing is told some minutes later.
  await sql`update news set due_at = now() where due_at is not null`.execute(site.db);
  while (await tellSome(site.db));
}

/** Until the next Monday. */
async function passTime(): Promise<void> {
  await sql`update notices set due_at = now() where due_at is not null`.execute(site.db);
  await sql`update news_pace set next_at = now()`.execute(site.db);
}

async function queue(people = 1_000) {
  await sql`update news_pace set next_at = now()`.execute(site.db);
  return queueMails(site.db, { people, everyMs: 10_000 });
}

type Answer = Awaited<ReturnType<Parameters<typeof createMailer>[0]["mailServer"]>>;

async function deliver(answerTo: (mail: Mail) => Answer = () => undefined): Promise<Mail[]> {
  const sent: Mail[] = [];
  const mailer = createMailer({
    db: site.db,
    key: Buffer.alloc(32),
    async mailServer(mail) {
      const failure = answerTo(mail);
      if (!failure) sent.push(mail);
      return failure;
    },
    writers: {
      "survey.decided": none,
      "request.decided": none,
      "message.received": none,
      "token.made": none,
      "token.expires": none,
      "webhook.off": none,
      news: writeNews({ siteUrl: "https://polls.example", siteName: async () => "Polls", key }),
    },
    log: { error: () => {} },
  });
  await mailer.deliverDue();
  return sent;
}

async function sendMails(): Promise<Mail[]> {
  await queue();
  return deliver();
}

/** A survey, and somebody who has voted on it. */
async function aSurvey(values: Parameters<typeof addTestSurvey>[1] = {}) {
  const id = await addTestSurvey(site.db, {
    surveyor_id: surveyor.id,
    results: "closed",
    ...values,
  });
  const voter = await site.join({ proven: true });
  await voter.call(routes.castVote, aVote(id));
  return { id, voter };
}

async function close(id: string): Promise<void> {
  await surveyor.call(routes.closeSurvey, { params: { id } });
}

const choose = (person: Person, rhythm: Rhythm) =>
  person.call(routes.setNewsSettings, { body: { rhythm } });
const follow = (person: Person, id: string, kind: "survey" | "surveyor" | "category", on = true) =>
  person.call(routes.follow, { params: { id }, body: { kind, on } });
async function bell(person: Person): Promise<NewsKind[]> {
  const { notices } = await person.call(routes.listNotices);
  return notices.map(({ kind }) => kind as NewsKind);
}

it("whoever has voted hears how the survey ended, once, with the result and a link to check it", async () => {
  const { id, voter } = await aSurvey();
  await addTestVote(site.db, { survey_id: id, vote: "no" });
  await choose(voter, "at-once");
  await close(id);
  // The job that looks for closings finds it too.
  await addEventsOfTime(site.db);
  await hearNews();
  expect(await bell(voter)).toEqual(["closed"]);
  const mails = await sendMails();
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail).toMatchObject({
    to: voter.email,
    subject: expect.stringContaining("It has closed"),
  });
  expect(mail?.text).toContain("50%");
  expect(mail?.text).toContain(`https://polls.example/results/${id}`);
  expect(mail?.html).toContain(`https://polls.example/share/${id}-en-0-`);
  expect(await sendMails()).toEqual([]);
});

it("waits until the last votes are counted before it tells a result", async () => {
  const { id, voter } = await aSurvey();
  await close(id);
  while (await tellSome(site.db));
  expect(await bell(voter)).toEqual([]);
});

it("a closing time that passes is told as well, and the day before it those who have not voted", async () => {
  const closes_at = new Date(Date.now() + 3_600_000);
  const { id, voter } = await aSurvey({ closes_at });
  const idle = await site.join({ proven: true });
  await follow(idle, id, "survey");
  await addEventsOfTime(site.db);
  await addEventsOfTime(site.db);
  await hearNews();
  expect(await bell(idle)).toEqual(["closes-soon"]);
  expect(await bell(voter)).toEqual([]);
  await site.db
    .updateTable("surveys")
    .set({ closes_at: new Date(Date.now() - 1_000) })
    .where("id", "=", id)
    .execute();
  await addEventsOfTime(site.db);
  await hearNews();
  expect(await bell(idle)).toEqual(["closed", "closes-soon"]);
  expect(await bell(voter)).toEqual(["closed"]);
});

it("followers of a surveyor or a category hear of new surveys, the surveyor not of their own", async () => {
  const { id } = await aSurvey();
  const [one, both, nobody] = [await site.join(), await site.join(), await site.join()];
  await follow(one, id, "surveyor");
  await follow(both, id, "surveyor");
  await follow(both, id, "category");
  await follow(surveyor, id, "category");
  const next = await addTestSurvey(site.db, { surveyor_id: surveyor.id, status: "pending" });
  await admin.call(routes.publishSurvey, aPublication(next));
  // It is not new to whoever follows the surveyor from now on.
  const late = await site.join();
  await follow(late, id, "surveyor");
  await hearNews();
  expect(await bell(late)).toEqual([]);
  expect(await bell(one)).toEqual(["new"]);
  expect(await bell(both)).toEqual(["new"]);
  expect(await bell(nobody)).toEqual([]);
  expect(await bell(surveyor)).toEqual(["published"]);
});

it("those concerned hear that a survey was taken down, and that it is shown again", async () => {
  const { id, voter } = await aSurvey();
  await admin.call(routes.unpublishSurvey, aRejection(id, "A wrong word."));
  await hearNews();
  expect(await bell(voter)).toEqual(["taken-down"]);
  await surveyor.call(routes.resendSurvey, { params: { id } });
  await admin.call(routes.publishSurvey, aPublication(id));
  await hearNews();
  expect(await bell(voter)).toEqual(["corrected", "taken-down"]);
});

it("nobody who has stopped it hears of it, in the bell or by mail", async () => {
  const { id, voter } = await aSurvey();
  await follow(voter, id, "survey", false);
  await close(id);
  await hearNews();
  expect(await bell(voter)).toEqual([]);
});

it("of a secret ballot, those with a paper hear of it, and nothing is stored but that", async () => {
  const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, ballot: "secret" });
  const person = await site.join({ proven: true });
  await sql`insert into ballot_papers (survey_id, user_id, blinded_hash)
    values (${id}, ${person.id}, '')`.execute(site.db);
  await close(id);
  await hearNews();
  expect(await bell(person)).toEqual(["closed"]);
  const rows = await sql`select 1 from follows where user_id = ${person.id}`.execute(site.db);
  expect(rows.rows).toEqual([]);
});

it("a week's news are one mail on Monday, and none if there are none or all were read", async () => {
  const { id: first, voter } = await aSurvey();
  const { id: second } = await aSurvey();
  await voter.call(routes.castVote, aVote(second));
  await close(first);
  await close(second);
  await hearNews();
  expect(await sendMails()).toEqual([]);
  await passTime();
  const toVoter = (mails: Mail[]) => mails.filter(({ to }) => to === voter.email);
  expect(toVoter(await sendMails())).toMatchObject([{ subject: "2 pieces of news from Polls" }]);
  await passTime();
  expect(toVoter(await sendMails())).toEqual([]);

  const { id: third } = await aSurvey();
  await voter.call(routes.castVote, aVote(third));
  await close(third);
  await hearNews();
  const until = new Date(Date.now() + 60_000).toISOString();
  await voter.call(routes.readNotices, { body: { until } });
  await passTime();
  expect(toVoter(await sendMails())).toEqual([]);
});

it("mails come on Mondays at seven, or daily, by the clock of UTC", async () => {
  const { id, voter } = await aSurvey();
  const mailAt = async () => {
    const { due_at } = await site.db
      .selectFrom("notices")
      .select("due_at")
      .where("user_id", "=", voter.id)
      .executeTakeFirstOrThrow();
    return due_at;
  };
  await close(id);
  await hearNews();
  const monday = await mailAt();
  expect([monday?.getUTCDay(), monday?.getUTCHours(), monday?.getUTCMinutes()]).toEqual([1, 7, 0]);
  expect(Number(monday) - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  await choose(voter, "daily");
  const morning = await mailAt();
  expect(morning?.getUTCHours()).toBe(7);
  expect(Number(morning) - Date.now()).toBeLessThanOrEqual(86_400_000);
  await choose(voter, "never");
  expect(await mailAt()).toBeNull();
});

it("one POST without a cookie ends the mails, also one that is queued; a GET ends nothing", async () => {
  const { id, voter } = await aSurvey();
  await choose(voter, "at-once");
  await close(id);
  await hearNews();
  const [mail] = await sendMails();
  const url = new URL(mail?.unsubscribe ?? "").pathname + new URL(mail?.unsubscribe ?? "").search;
  expect(url).toMatch(new RegExp(`^${pages.unsubscribe}\\?of=`));
  // The same for people, in words that no server's log has.
  const of = new URL(mail?.unsubscribe ?? "").searchParams.get("of") ?? "";
  for (const text of [mail?.text, mail?.html])
    expect(text).toContain(`${pages.unsubscribe}#of=${of}`);
  const rhythm = async () => (await voter.call(routes.readNewsSettings)).rhythm;
  await site.inject({ method: "GET", url });
  expect(await rhythm()).toBe("at-once");

  const { id: next } = await aSurvey();
  await voter.call(routes.castVote, aVote(next));
  await close(next);
  await hearNews();
  await queue();
  const answer = await site.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });
  expect(answer.statusCode).toBe(200);
  expect(await rhythm()).toBe("never");
  expect((await deliver()).filter(({ to }) => to === voter.email)).toEqual([]);

  await choose(voter, "at-once");
  const byPage = await site.inject({
    method: "POST",
    url: pages.unsubscribe,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: String(new URLSearchParams({ of })),
  });
  expect(byPage.statusCode).toBe(200);
  expect(await rhythm()).toBe("never");
});

it.each([
  [
    "an unconfirmed address",
    sql`update identity."user" set "emailVerified" = false where email = `,
  ],
  ["a locked account", sql`update users set locked_at = now() where email = `],
])("sends nothing to %s", async (_what, change) => {
  const { id, voter } = await aSurvey();
  await choose(voter, "at-once");
  await close(id);
  await hearNews();
  await sql`${change}${voter.email}`.execute(site.db);
  expect((await sendMails()).filter(({ to }) => to === voter.email)).toEqual([]);
});

it("sends nothing to somebody who is deleted meanwhile", async () => {
  const { id, voter } = await aSurvey();
  await choose(voter, "at-once");
  await close(id);
  await hearNews();
  await queue();
  await admin.call(routes.deleteUser, { params: { id: voter.id } });
  expect(await deliver()).toEqual([]);
});

it("an address that was refused three times in a row gets no more, until its owner chooses again", async () => {
  const refused = { forGood: true, by: "address", why: {} } as const;
  const { voter } = await aSurvey();
  await choose(voter, "at-once");
  const hear = async (answerTo: (mail: Mail) => Answer) => {
    const { id } = await aSurvey();
    await voter.call(routes.castVote, aVote(id));
    await close(id);
    await hearNews();
    await queue();
    return (await deliver(answerTo)).filter(({ to }) => to === voter.email);
  };
  const refuse = ({ to }: Mail) => (to === voter.email ? refused : undefined);
  for (let n = 0; n < 3; n += 1) expect(await hear(refuse)).toEqual([]);
  expect(await hear(() => undefined)).toEqual([]);
  expect(await voter.call(routes.readNewsSettings)).toMatchObject({ isRefused: true });
  await choose(voter, "at-once");
  expect(await hear(() => undefined)).toHaveLength(1);
});

it("asks a domain that wants fewer mails no more for a while, and others go on", async () => {
  const { id, voter } = await aSurvey();
  const other = await site.join({ proven: true, email: "somebody@elsewhere.example" });
  await other.call(routes.castVote, aVote(id));
  for (const person of [voter, other]) await choose(person, "at-once");
  const third = await site.join({ proven: true });
  await third.call(routes.castVote, aVote(id));
  await choose(third, "at-once");
  await close(id);
  await hearNews();
  await queue();
  const asked: string[] = [];
  const busy = voter.email.split("@")[1] ?? "";
  const sent = await deliver(({ to }) => {
    asked.push(to);
    return to.endsWith(busy) ? { forGood: false, by: "domain", why: {} } : undefined;
  });
  expect(sent.map(({ to }) => to)).toEqual([other.email]);
  // They go out five at a time, so the others of the domain may have been on their way already.
  expect(asked.length).toBeLessThanOrEqual(3);
  const waiting = await site.db.selectFrom("outbox").select("due_at").execute();
  expect(waiting).toHaveLength(2);
  for (const { due_at } of waiting) expect(due_at.getTime()).toBeGreaterThan(Date.now());
});

it("queues so many people at a time, whichever server asks", async () => {
  const { id, voter } = await aSurvey();
  const voters = [voter, await site.join({ proven: true }), await site.join({ proven: true })];
  for (const person of voters.slice(1)) await person.call(routes.castVote, aVote(id));
  for (const person of voters) await choose(person, "at-once");
  await close(id);
  await hearNews();
  await sql`update news_pace set next_at = now()`.execute(site.db);
  const ask = () => queueMails(site.db, { people: 2, everyMs: 60_000 });
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.sort()).toEqual([2, null, null]);
  expect(await queue(2)).toBe(1);
});

it("queues as many as the setting says, although servers look earlier or later", async () => {
  const ask = async (next_at: RawBuilder<Date>) => {
    await site.db.updateTable("news_pace").set({ next_at }).execute();
    await queueMails(site.db, { people: 2, everyMs: 60_000 });
    const rest = sql<number>`round(extract(epoch from next_at - now()))::int`;
    return (await site.db.selectFrom("news_pace").select(rest.as("rest")).executeTakeFirst())?.rest;
  };
  expect(await ask(sql`now() - interval '20 seconds'`)).toBe(40);
  expect(await ask(sql`now() - interval '1 day'`), "after a night, no more than twice").toBe(0);
});

it("what is written into a survey that was taken down reaches its surveyor alone", async () => {
  const body = aSurveyBody({ title: "Approved" }).body;
  const { insertedId: id } = await surveyor.call(routes.createSurvey, { body });
  await admin.call(routes.publishSurvey, aPublication(id));
  const reader = await site.join({ role: "pro-user", proven: true });
  await reader.call(routes.castVote, aVote(id));
  await reader.call(routes.addComment, aComment(id, "Well"));
  await follow(reader, id, "survey");
  await choose(reader, "at-once");
  await admin.call(routes.unpublishSurvey, aRejection(id));
  await surveyor.call(routes.editSurvey, {
    params: { id },
    body: aSurveyBody({ title: "Read by no admin" }).body,
  });
  await hearNews();
  const [mail] = (await sendMails()).filter(({ to }) => to === reader.email);
  const { notices } = await reader.call(routes.listNotices);
  const lists = [
    await reader.call(routes.listFollows),
    await reader.call(routes.listOwnVotes),
    await reader.call(routes.listOwnComments),
    notices,
  ];
  for (const told of [mail, ...lists].map((one) => JSON.stringify(one))) {
    expect(told).toContain("Approved");
    expect(told).not.toContain("Read by no admin");
  }
  const own = await surveyor.call(routes.listNotices);
  expect(own.notices[0]).toMatchObject({ surveyItemId: id, title: "Read by no admin" });
});

it("tells thousands of followers, some at a time, and goes on after a server that dies", async () => {
  const { id } = await aSurvey();
  await sql`with people as (
      insert into users (email, username) select 'many' || n || '@many.example', 'Many'
      from generate_series(1, 2500) as n returning id)
    insert into follows (user_id, kind, target, wanted)
    select id, 'survey', ${id}, true from people`.execute(site.db);
  await close(id);
  await sql`update news set due_at = now()`.execute(site.db);
  await tellSome(site.db);
  await Promise.all([hearNews(), hearNews()]);
  const { rows } = await sql<{ told: number; people: number }>`
    select count(*)::int as told, count(distinct user_id)::int as people from notices
    where kind = 'closed' and survey_id = ${id}`.execute(site.db);
  expect(rows).toEqual([{ told: 2_501, people: 2_501 }]);
});

it("the mail can be read without pictures, and nothing in it is run", async () => {
  const title = "<script>alert(1)</script> & more?";
  const { id, voter } = await aSurvey({ title });
  await choose(voter, "at-once");
  await close(id);
  await hearNews();
  const [mail] = await sendMails();
  expect(mail?.html).not.toContain("<script>");
  expect(mail?.html).toContain("&lt;script&gt;");
  expect(mail?.html?.replace(/<img[^>]*>/g, "")).toContain("100%");
  expect(mail?.text).toContain(title);
});
