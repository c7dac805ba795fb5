import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { type WebhookEvent, webhookEvents } from "../../../contract/webhooks.ts";
import { deriveKey } from "../../process/secret.ts";
import { aComment, aPublication, aRejection, aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, TEST_SECRET, type TestApp } from "../../testing/test-app.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { createReceiver, type Received } from "../../testing/webhook-receiver.ts";
import { createCourier } from "./courier.ts";
import { forgetOld } from "./delivery-queries.ts";
import { addEvent, addEventsOfTime } from "./event-queries.ts";
import { writeWebhookOff } from "./mails.ts";
import { createSender } from "./sender.ts";

let site: TestApp;
let surveyor: Person;
let admin: Person;
let pro: Person;

beforeAll(async () => {
  site = await createTestApp();
  surveyor = await site.join({ role: "surveyor" });
  admin = await site.join({ admin: true });
  pro = await site.join({ role: "pro-user" });
});

const { send } = createSender({ allowLoopback: true, timeoutMs: 1_000 });
function courier(retriesMs?: number[], by = send) {
  const key = deriveKey(TEST_SECRET, "webhooks");
  return createCourier({
    db: site.db,
    key,
    send: by,
    log: { error: () => {} },
    ...(retriesMs && { retriesMs, pauseMs: 1 }),
  });
}

/** Sends all that is due, with this schedule. */
async function deliver(retriesMs?: number[]): Promise<void> {
  const sending = courier(retriesMs);
  while ((await sending.begin()) > 0) await sending.close();
}

async function makeHook(
  person: Person,
  url: string,
  events: readonly WebhookEvent[] = webhookEvents,
) {
  const body = { url, description: "Newsroom", events: [...events] };
  const made = await person.call(routes.createWebhook, { body });
  return { ...made, params: { params: { id: made.id } } };
}

const typeOf = ({ body }: Received): string => JSON.parse(body).type;
const byOracle = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe("events", () => {
  it("are told of one's own surveys, and of all to admins, each with a right signature", async () => {
    const [mine, theirs, all] = [
      await createReceiver(),
      await createReceiver(),
      await createReceiver(),
    ];
    const hook = await makeHook(surveyor, mine.url);
    const other = await site.join({ role: "surveyor" });
    await makeHook(other, theirs.url);
    const ofSite = await makeHook(admin, all.url);

    const add = (status: "pending" | "published", closes?: Date) =>
      addTestSurvey(site.db, {
        surveyor_id: surveyor.id,
        status,
        ...(closes && { closes_at: closes }),
      });
    const pending = await add("pending");
    await admin.call(routes.publishSurvey, aPublication(pending));
    await admin.call(routes.unpublishSurvey, aRejection(await add("pending")));
    const open = await add("published");
    await pro.call(routes.addComment, aComment(open, "A secret thought"));
    await pro.call(routes.castVote, aVote(open));
    await publishAll(site.db);
    await addEventsOfTime(site.db);
    await addEventsOfTime(site.db);
    await surveyor.call(routes.closeSurvey, { params: { id: open } });
    await add("published", new Date(Date.now() + 3_600_000));
    await addEventsOfTime(site.db);
    await deliver();

    const types = mine.received.map(typeOf);
    expect(types.sort()).toEqual([
      "comment.added",
      "record.checkpoint",
      "result.changed",
      "survey.closed",
      "survey.closing_soon",
      "survey.published",
      "survey.rejected",
    ]);
    expect(all.received.map(typeOf)).toEqual(expect.arrayContaining(types));
    expect(theirs.received).toEqual([]);
    for (const message of mine.received) {
      const told = byOracle(hook.secret, message) as object;
      expect(() => byOracle(ofSite.secret, message)).toThrow();
      // Nothing of what anybody voted or wrote, and nobody's name.
      expect(Object.keys(told).sort()).toEqual(["data", "id", "timestamp", "type"]);
      expect(message.body).toMatch(
        /^\{"id":"[0-9a-f-]{36}","type":"[a-z._]+","timestamp":"[^"]+","data":\{"surveyId":"[0-9a-f-]{36}"\}\}$/,
      );
      const own = ["connection", "content-length", "content-type", "host"];
      const standard = ["webhook-id", "webhook-signature", "webhook-timestamp"];
      expect(Object.keys(message.headers).sort()).toEqual([...own, ...standard].sort());
    }
  });

  it("are listed page by page, and one that really happened is sent once more", async () => {
    const { url, received } = await createReceiver();
    const hook = await makeHook(surveyor, url, ["comment.added"]);
    const surveyId = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
    // Enough for ids of every form that a hash can take.
    const COUNT = 20;
    for (let n = 0; n < COUNT; n += 1)
      await pro.call(routes.addComment, aComment(surveyId, `${n}`));
    await deliver();
    const listed = await surveyor.readAll(routes.listDeliveries, {
      ...hook.params,
      query: { limit: 7 },
    });
    expect(listed).toHaveLength(COUNT);
    for (const { id } of listed.slice(0, 8)) {
      await surveyor.call(routes.replayDelivery, { ...hook.params, body: { deliveryId: id } });
    }
    await deliver();
    expect(received).toHaveLength(COUNT + 8);
  });

  it("of a transaction that is undone are never sent, and of a repeated one once", async () => {
    const { url, received } = await createReceiver();
    await makeHook(surveyor, url, ["comment.added"]);
    const surveyId = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
    const happened = { surveyId, key: "same" };
    const undone = site.db.transaction().execute(async (trx) => {
      await addEvent(trx, "comment.added", { surveyId, key: "other" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    for (let count = 0; count < 3; count += 1) await addEvent(site.db, "comment.added", happened);
    await deliver();
    expect(received).toHaveLength(1);
  });

  it.each([
    ["a demoted surveyor", (id: string) => sql`update users set role = 'user' where id = ${id}`],
    [
      "somebody who is locked out",
      (id: string) => sql`update users set locked_at = now() where id = ${id}`,
    ],
    ["a deleted person", (id: string) => sql`delete from webhooks where user_id = ${id}`],
    [
      "a webhook that is switched off",
      (id: string) => sql`update webhooks set enabled = false where user_id = ${id}`,
    ],
  ])("are not sent to %s", async (_, change) => {
    const { url, received } = await createReceiver();
    const person = await site.join({ role: "surveyor" });
    const hook = await makeHook(person, url);
    await person.call(routes.testWebhook, hook.params);
    await change(person.id).execute(site.db);
    await deliver();
    expect(received).toEqual([]);
  });
});

describe("a delivery", () => {
  it("is tried again under the same id, no earlier than the receiver asks for", async () => {
    const { url, received } = await createReceiver((reply, count) => {
      reply.writeHead(count === 1 ? 503 : 204, { "retry-after": "3600" });
      reply.end("busy");
    });
    const hook = await makeHook(surveyor, url, ["survey.closed"]);
    await surveyor.call(routes.testWebhook, hook.params);
    await deliver();
    const [failed] = await surveyor.call(routes.listDeliveries, hook.params);
    expect(failed).toMatchObject({ type: "webhook.test", status: 503, answer: "busy", tries: 1 });
    const waits = new Date(failed?.nextTry ?? 0).getTime() - Date.now();
    expect(waits).toBeGreaterThan(3_500_000);
    await surveyor.call(routes.replayDelivery, {
      ...hook.params,
      body: { deliveryId: failed?.id ?? "" },
    });
    await deliver();
    const [done] = await surveyor.call(routes.listDeliveries, hook.params);
    expect(done).toMatchObject({ id: failed?.id, status: 204, nextTry: null });
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([done?.id]),
    );
  });

  it("is signed with the old secret too for a day", async () => {
    const { url, received } = await createReceiver();
    const hook = await makeHook(surveyor, url, ["survey.closed"]);
    const { secret } = await surveyor.call(routes.rotateSecret, hook.params);
    await surveyor.call(routes.testWebhook, hook.params);
    await deliver();
    const [message] = received;
    for (const known of [hook.secret, secret])
      expect(byOracle(known, message as Received)).toBeTruthy();
    await sql`update webhooks set old_until = now() where id = ${hook.id}`.execute(site.db);
    await surveyor.call(routes.testWebhook, hook.params);
    await deliver();
    expect(() => byOracle(hook.secret, received[1] as Received)).toThrow();
    expect(byOracle(secret, received[1] as Received)).toBeTruthy();
  });

  it.each([
    ["after five days of failure", 500, sql`now() - interval '6 days'`],
    ["at once if the receiver is gone", 410, sql`null`],
  ])("switches the webhook off %s, with a mail", async (_, status, since) => {
    const { url } = await createReceiver((reply) => {
      reply.statusCode = status;
      reply.end();
    });
    const hook = await makeHook(surveyor, url, ["survey.closed"]);
    await sql`update webhooks set failing_since = ${since} where id = ${hook.id}`.execute(site.db);
    await surveyor.call(routes.testWebhook, hook.params);
    await deliver();
    const all = await surveyor.call(routes.listWebhooks);
    expect(all.find(({ id }) => id === hook.id)).toMatchObject({ enabled: false });
    const [last] = await surveyor.call(routes.listDeliveries, hook.params);
    expect(last).toMatchObject({ status, nextTry: null });
    const { rows } = await sql`select 1 from outbox where kind = 'webhook.off'
      and about ->> 'webhookId' = ${hook.id}`.execute(site.db);
    expect(rows).toHaveLength(1);
    const reader = { userId: surveyor.id, language: "en" } as const;
    const mail = await writeWebhookOff("https://polls.example.org")(
      site.db,
      { webhookId: hook.id },
      reader,
    );
    expect(mail?.text).toContain(new URL(url).host);
    await surveyor.call(routes.deleteWebhook, hook.params);
  });

  it("is kept for 30 days", async () => {
    const { url } = await createReceiver();
    const hook = await makeHook(surveyor, url, ["survey.closed"]);
    await surveyor.call(routes.testWebhook, hook.params);
    await surveyor.call(routes.testWebhook, hook.params);
    await sql`update webhook_deliveries set created_at = now() - interval '31 days' where id =
      (select id from webhook_deliveries where webhook_id = ${hook.id} limit 1)`.execute(site.db);
    await forgetOld(site.db);
    expect(await surveyor.call(routes.listDeliveries, hook.params)).toHaveLength(1);
    await surveyor.call(routes.deleteWebhook, hook.params);
  });
});

describe("a webhook", () => {
  it("is one of ten at most, and its secret is stored sealed and shown once", async () => {
    const person = await site.join({ role: "surveyor" });
    const hook = await makeHook(person, "https://example.org/hook");
    const { rows } = await sql<{ row: string }>`select webhooks::text as row from webhooks
      where id = ${hook.id}`.execute(site.db);
    expect(rows[0]?.row).not.toContain(Buffer.from(hook.secret.slice(6), "base64").toString("hex"));
    expect(JSON.stringify(await person.call(routes.listWebhooks))).not.toContain("whsec_");
    for (let count = 1; count < 10; count += 1) await makeHook(person, "https://example.org/hook");
    const body = { url: "https://example.org/", description: "", events: ["survey.closed"] };
    expect(await person.refused(routes.createWebhook, { body })).toMatchObject({
      refusal: "webhook.too-many",
    });
  });

  it.each([
    "ftp://example.org/",
    "https://user:pass@example.org/",
    "http://example.org/",
    "nowhere",
    "",
  ])("can't be at %j", async (url) => {
    const body = { url, description: "", events: ["survey.closed"] };
    expect(await surveyor.status(routes.createWebhook, { body })).toBe(422);
  });

  it("of the site is only for admins", async () => {
    const body = {
      url: "https://example.org/",
      description: "",
      events: ["survey.closed" as const],
      ofSite: true,
    };
    const other = await site.join({ role: "surveyor" });
    const { id } = await other.call(routes.createWebhook, { body });
    expect((await other.call(routes.listWebhooks)).find((one) => one.id === id)?.ofSite).toBe(
      false,
    );
  });
});

/** As many as a test can afford: WEBHOOK_EVENTS=10000 for the whole measurement. */
const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 300);

it("each event arrives, though the receiver fails at random and senders are killed", async () => {
  const person = await site.join({ role: "surveyor" });
  let asked = 0;
  const { url, received } = await createReceiver((reply) => {
    asked += 1;
    if (asked % 7 === 0) return reply.destroy();
    reply.statusCode = asked % 5 === 0 ? 500 : 200;
    reply.end();
  });
  const hook = await makeHook(person, url, ["comment.added"]);
  const surveyId = await addTestSurvey(site.db, { surveyor_id: person.id });
  await sql`insert into webhook_deliveries (id, webhook_id, type, survey_id)
    select gen_random_uuid(), ${hook.id}, 'comment.added', ${surveyId}
    from generate_series(1, ${EVENTS})`.execute(site.db);
  const again = Array.from({ length: 50 }, () => 1);
  const left = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from webhook_deliveries where webhook_id = ${hook.id} and due_at is not null`.execute(
      site.db,
    );
    return rows[0]?.count ?? 0;
  };
  // A sender that has died in the middle: what it was about to note is lost, and its lease runs out.
  const killed = createCourier({
    db: site.db,
    key: deriveKey(TEST_SECRET, "webhooks"),
    log: { error: () => {} },
    send: async (...message) => {
      const answer = await send(...message);
      if (asked === Math.floor(EVENTS / 3)) throw new Error("killed");
      return answer;
    },
    retriesMs: again,
    pauseMs: 1,
  });
  await killed.begin();
  await killed.close();
  await sql`update webhooks set busy_until = now() where id = ${hook.id}`.execute(site.db);
  await vi.waitFor(
    async () => {
      await deliver(again);
      expect(await left()).toBe(0);
    },
    { timeout: 600_000, interval: 5 },
  );
  const ids = new Set(received.map(({ headers }) => headers["webhook-id"]));
  expect(ids.size).toBe(EVENTS);
  for (const message of received) byOracle(hook.secret, message);
}, 600_000);

it("receivers that hang keep nobody else waiting", async () => {
  const good = await createReceiver();
  const hanging = await createReceiver(() => {});
  const person = await site.join({ role: "surveyor" });
  const { id } = await makeHook(person, good.url);
  await sql`update webhooks set enabled = false`.execute(site.db);
  for (let count = 0; count < 25; count += 1) {
    const url = count % 5 === 0 ? hanging.url : good.url;
    await sql`with w as (
      insert into webhooks (id, user_id, url, description, events, of_site, signature, secret)
      select gen_random_uuid(), user_id, ${url}, '', '{}', false, 'v1', secret
      from webhooks where id = ${id} returning id)
      insert into webhook_deliveries (id, webhook_id, type)
      select gen_random_uuid(), id, 'comment.added' from w, generate_series(1, 3)`.execute(site.db);
  }
  const { send: sendPatiently } = createSender({ allowLoopback: true, timeoutMs: 120_000 });
  const sending = courier(undefined, sendPatiently);
  await vi.waitFor(async () => {
    await sending.begin();
    expect(good.received).toHaveLength(60);
    expect(hanging.received).toHaveLength(5);
  });
  // All others have theirs, and none of those that hang has ended.
  hanging.close();
  await sending.close();
});

it("has a random secret each time", async () => {
  const secrets = await Promise.all(
    [1, 2].map(
      async () =>
        (await makeHook(await site.join({ role: "surveyor" }), "https://example.org/")).secret,
    ),
  );
  expect(secrets[0]).not.toBe(secrets[1]);
  expect(Buffer.from(secrets[0]?.slice(6) ?? "", "base64")).toHaveLength(randomBytes(32).length);
});
