import { beforeEach, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aPublication, aRejection } from "../../testing/inputs.ts";
import { createTestDesk } from "../../testing/test-desk.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { listPublished } from "./list-queries.ts";

const { site, surveyor, admin } = await createTestDesk();
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

beforeEach(() => site.db.updateTable("surveys").set({ status: "withdrawn" }).execute());

/** A survey that was sent on a day of January and waits. */
function addWaiting(sentOn: number) {
  const created_at = day(sentOn);
  const survey = { status: "pending", surveyor_id: surveyor.id, sent_at: created_at } as const;
  return addTestSurvey(site.db, { ...survey, created_at });
}

async function listed() {
  const { items } = await listPublished(site.db, { sort: "newest", limit: 50 });
  return items.map(({ _id }) => _id);
}

const publish = (id: string) => admin.call(routes.publishSurvey, aPublication(id));

it("is what lists, feeds, sitemaps and a survey's page go by, not the day of sending", async () => {
  const early = await addWaiting(1);
  const late = await addTestSurvey(site.db, { created_at: day(5), published_at: day(5) });
  await publish(early);
  expect(await listed()).toEqual([early, late]);
  const ofCategory = { query: { category: "politics" } } as const;
  const [first] = await site.visitor.call(routes.listSurveys, ofCategory);
  const { timestamp } = await surveyor.call(routes.readSurvey, { params: { id: early } });
  expect(Date.now() - Date.parse(timestamp)).toBeLessThan(60_000);
  expect(first).toMatchObject({ _id: early, timestamp });

  const { body: feed } = await site.inject({ url: "/feeds/all.atom" });
  expect(feed).toMatch(new RegExp(`${early}[^]*<published>${timestamp}</published>[^]*${late}`));
  const { body: sitemap } = await site.inject({ url: "/sitemaps/0.xml" });
  expect(sitemap).toMatch(new RegExp(`${early}</loc>\\s*<lastmod>${timestamp}</lastmod>`));
});

it("does not move the survey in its surveyor's list and in the queue", async () => {
  const [first, second] = [await addWaiting(1), await addWaiting(2)];
  await publish(first);
  const own = await surveyor.call(routes.listOwnSurveys, {});
  const review = await admin.call(routes.listAllSurveys, {});
  for (const list of [own, review]) {
    const found = list.filter(({ _id }) => _id === first || _id === second);
    expect(found.map(({ timestamp }) => timestamp)).toEqual(
      [day(2), day(1)].map((time) => time.toISOString()),
    );
  }
});

it("stays the first one when a survey is taken down and published again", async () => {
  const id = await addWaiting(1);
  await publish(id);
  await site.db
    .updateTable("surveys")
    .set({ published_at: day(3) })
    .where("id", "=", id)
    .execute();
  const other = await addTestSurvey(site.db, { published_at: day(4) });
  await admin.call(routes.unpublishSurvey, aRejection(id));
  await publish(id);
  expect(await listed()).toEqual([other, id]);
});
