import { sql } from "kysely";
import { expect, it } from "vitest";
import { type Rhythm, rhythms } from "../../../contract/follows.ts";
import { addNews, queueMails, tellSome } from "../../people/follows/news-queries.ts";
import { unsubscribePaths } from "../../people/follows/unsubscribe.ts";
import { connectMailServer } from "../../people/outbox/mail-server.ts";
import { createMailer } from "../../people/outbox/mailer.ts";
import { deriveKey } from "../../process/secret.ts";
import { takeMail } from "../../testing/smtp-server.ts";
import { createTestApp, TEST_SECRET, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { writeNews } from "./mails.ts";

// A year of news to people who chose each rhythm, through a mail server that reads SMTP, compared
// with what each of them should get. NEWS_PEOPLE=1000 is the same with more people, in some minutes.
const PEOPLE = Number(process.env.NEWS_PEOPLE ?? 12);
const DAYS = 364;

interface Reader {
  id: string;
  email: string;
  rhythm: Rhythm;
  /** The day on which they press the button of their mail program. */
  leaves: number;
  /** What they were told and have had no mail of. */
  waits: Set<string>;
  mails: number;
  pieces: number;
}

const key = deriveKey(TEST_SECRET, "unsubscribing");
const none = async () => undefined;

/** Numbers that look random, and are the same each time. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * sides);
  };
}

async function addReaders({ db }: TestApp, dice: (sides: number) => number): Promise<Reader[]> {
  const { rows } = await sql<{ id: string; email: string; news_rhythm: Rhythm }>`
    insert into users (email, username, news_rhythm)
    select 'reader' || n || '@many.example', 'Reader ' || n, (${[...rhythms]}::text[])[1 + n % 4]
    from generate_series(1, ${PEOPLE}) as n returning id, email, news_rhythm`.execute(db);
  await sql`insert into identity."user" (id, name, email, "emailVerified")
    select gen_random_uuid(), username, email, true from users where email like '%@many.example'`.execute(
    db,
  );
  return rows.map(({ id, email, news_rhythm: rhythm }) => {
    const leaves = dice(3) === 0 ? dice(DAYS) : DAYS;
    return { id, email, rhythm, leaves, waits: new Set(), mails: 0, pieces: 0 };
  });
}

/** Some of them have voted on a survey, which closes. */
async function closeOne(db: TestApp["db"], readers: Reader[], dice: (sides: number) => number) {
  const surveyId = await addTestSurvey(db, { results: "closed", closes_at: new Date(0) });
  const voters = readers.filter(() => dice(4) === 0);
  await sql`insert into votes (survey_id, user_id, id, vote, text_hash, receipt, nonce)
    select ${surveyId}, id, gen_random_uuid(), 'yes', '', gen_random_uuid(), gen_random_uuid()
    from unnest(${voters.map(({ id }) => id)}::uuid[]) as id`.execute(db);
  for (const { rhythm, waits } of voters) if (rhythm !== "never") waits.add(surveyId);
  // Told twice, as by two servers.
  for (let n = 0; n < 2; n += 1) await addNews(db, "closed", [{ surveyId, key: "end" }]);
}

it(
  "in a year, everybody gets each of their news once, in their rhythm, and none after they left",
  async () => {
    const site = await createTestApp();
    const { db } = site;
    const dice = createDice(7);
    const readers = await addReaders(site, dice);
    const smtp = await takeMail();
    const sender = async () => ({ name: "Polls", address: "polls@polls.example" });
    const mailServer = connectMailServer({ smtpUrl: smtp.url, sender, log: { info: () => {} } });
    const news = writeNews({
      siteUrl: "https://polls.example",
      siteName: async () => "Polls",
      key,
    });
    const others = { "survey.decided": none, "request.decided": none, "message.received": none };
    const programs = { "token.made": none, "token.expires": none, "webhook.off": none };
    const writers = { ...others, ...programs, news };
    const failures: object[] = [];
    const log = { error: (fields: object) => failures.push(fields) };
    const mailer = createMailer({ db, key: Buffer.alloc(32), mailServer, writers, log });
    const byEmail = new Map(readers.map((reader) => [reader.email, reader]));

    for (let day = 0; day < DAYS; day += 1) {
      if (dice(2) === 0) await closeOne(db, readers, dice);
      await sql`update news set due_at = 'epoch' where due_at is not null`.execute(db);
      while (await tellSome(db));
      const comes = (rhythm: Rhythm) =>
        rhythm === "at-once" || rhythm === "daily" || (rhythm === "weekly" && day % 7 === 6);
      await sql`update notices as n set due_at = 'epoch' from users as u
        where n.user_id = u.id and n.due_at is not null
          and u.news_rhythm = any(${rhythms.filter(comes)}::text[])`.execute(db);
      for (const { id } of readers.filter(({ leaves }) => leaves === day)) {
        const url = unsubscribePaths(id, key).call;
        const form = { "content-type": "multipart/form-data; boundary=x" };
        const left = await site.inject({ method: "POST", url, headers: form, payload: "--x--" });
        expect(left.statusCode).toBe(200);
      }
      await sql`update news_pace set next_at = 'epoch'`.execute(db);
      await queueMails(db, { people: PEOPLE, everyMs: 0 });
      await mailer.deliverDue();

      const got = new Map<string, string[]>();
      for (const { to, text } of smtp.mails.splice(0)) {
        expect(got.has(to), `a second mail to ${to} on day ${day}`).toBe(false);
        expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
        const named = text.matchAll(/\/results\/([0-9a-f-]{36})/g);
        got.set(to, [...new Set(Array.from(named, ([, id = ""]) => id))].sort());
      }
      for (const reader of byEmail.values()) {
        const { email, waits, rhythm, leaves } = reader;
        const due = comes(rhythm) && leaves > day ? [...waits].sort() : [];
        expect(got.get(email) ?? [], `${email}, ${rhythm}, day ${day}`).toEqual(due);
        if (due.length > 0) waits.clear();
        reader.mails += due.length > 0 ? 1 : 0;
        reader.pieces += due.length;
      }
      smtp.content.length = 0;
      smtp.commands.length = 0;
    }
    smtp.close();
    expect(failures).toEqual([]);
    const sums = rhythms.map((rhythm) => {
      const some = readers.filter((reader) => reader.rhythm === rhythm && reader.leaves === DAYS);
      const sum = (of: "mails" | "pieces") =>
        Math.round(some.reduce((all, reader) => all + reader[of], 0) / some.length);
      return { rhythm, mails: sum("mails"), pieces: sum("pieces") };
    });
    const [atOnce, daily, weekly, never] = sums;
    expect(weekly?.mails).toBeLessThanOrEqual(52);
    expect(atOnce?.mails).toBeGreaterThan(weekly?.mails ?? 0);
    expect(daily?.pieces).toBeGreaterThan(0);
    expect(never).toMatchObject({ mails: 0, pieces: 0 });
  },
  20 * 60_000,
);
