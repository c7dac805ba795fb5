import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { PROBLEM_MEDIA_TYPE } from "../../contract/errors.ts";
import { fillPath, type Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";

const byCount = [
  "/responseItem",
  "/suspicion",
  "/survey/item?sort=votes",
  "/survey/item?sort=liked",
  "/survey/comments/:id?sort=liked",
  `/survey/answers/:id?commentId=${randomUUID()}`,
];
/** Every other list of the route table that is paged by a cursor. */
const lists = Object.entries(routes as Record<string, Route>).filter(
  ([, { query, path }]) =>
    query &&
    "after" in query.shape &&
    !byCount.some((one) => one === path || one.startsWith(`${path}?commentId`)),
);
/** What a list can't be read without. */
const needed: Record<string, string> = { listSuspicious: "?kind=network&key=0123456789ab" };

let site: TestApp;
let person: Person;
let id: string;
let webhookId: string;

beforeAll(async () => {
  site = await createTestApp();
  // A person who may read every list.
  person = await site.join({ role: "surveyor", admin: true });
  id = await addTestSurvey(site.db);
  const body = { url: "http://localhost/", description: "", events: ["survey.closed" as const] };
  webhookId = (await person.call(routes.createWebhook, { body })).id;
});

async function goOn(path: string, after: string) {
  const [address = "", query = ""] = path.split("?");
  const search = new URLSearchParams(query);
  search.set("after", after);
  const params = { id: address.startsWith("/webhooks") ? webhookId : id, email: person.email };
  const url = `${fillPath(address, params)}?${search}`;
  return site.inject({ url, headers: person.headers });
}

const uuid = randomUUID();

const paths = lists.map(([name, { path }]) => path + (needed[name] ?? ""));

describe.each([...paths, ...byCount])("GET %s", (path) => {
  it.each([
    "1_------------------------------------",
    `1_${"0".repeat(36)}`,
    `9999999999999999_${uuid}`,
    `253402300800000_${uuid}`,
    `-1_${uuid}`,
    `1.5_${uuid}`,
    `1_${uuid}\0`,
    `1_${uuid}_${uuid}`,
    "_",
    "",
  ])("is 422 after %j", async (after) => {
    const answer = await goOn(path, after);
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.headers["content-type"]).toBe(PROBLEM_MEDIA_TYPE);
    expect(answer.json().errors).toMatchObject([{ field: "after" }]);
  });

  it("goes on from the first and the last place that there can be", async () => {
    const last = byCount.includes(path) ? 2_147_483_647 : 253_402_300_799_999;
    for (const place of [0, last]) {
      const answer = await goOn(path, `${place}_${uuid}`);
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });
});

it.each(byCount)("is 422 beyond the highest count: %s", async (path) => {
  const answer = await goOn(path, `2147483648_${uuid}`);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toMatchObject([{ field: "after" }]);
});
