import type { InjectOptions } from "fastify";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { feedPath, pages, pagesWith } from "../../../contract/pages.ts";
import type { ResultsMode } from "../../../contract/results.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { findPublic } from "../../surveys/survey/queries.ts";
import { afterFile } from "../after-file.ts";
import { createTestApp, type Person, type TestApp } from "../test-app.ts";
import { addToLog } from "../test-log.ts";
import { publishAll } from "../test-record.ts";
import {
  addThings,
  goodCall,
  joinEverybody,
  type RouteName,
  routeNames,
  routeOf,
  type Things,
} from "../test-scene.ts";
import { addTestSurvey, addTestVote } from "../test-surveys.ts";
import { tokenOf } from "../test-tokens.ts";

// Two sites differ in one thing alone: how many of the voters on a survey said yes. Whoever may not
// know its results calls every route on both, and must get the same answers, byte for byte, except
// for what is random. So a new route that tells the ratio in any way fails here.

const callers = ["visitor", "voter", "non-voter", "pro user", "other surveyor", "admin"] as const;
type CallerName = (typeof callers)[number];

/** Those who may not know the results, by mode. */
const outsiders: Partial<Record<ResultsMode, CallerName[]>> = {
  closed: ["visitor", "voter", "non-voter", "pro user", "other surveyor"],
  voted: ["visitor", "non-voter", "pro user", "other surveyor"],
};
const VOTES = 10;

interface Scene {
  site: TestApp;
  things: Things;
  people: Record<CallerName, Person | null>;
}

async function createScene(mode: ResultsMode, yes: number): Promise<Scene> {
  const site = await createTestApp();
  const { surveyor, user, admin, ...others } = await joinEverybody(site);
  const things = await addThings(site, surveyor);
  const { surveyId } = things;
  const { db } = site;
  await db.updateTable("surveys").set({ results: mode }).where("id", "=", surveyId).execute();
  const created_at = new Date(Date.now() - 3_600_000);
  const vote = { survey_id: surveyId, created_at };
  const voter = await site.join();
  await addTestVote(db, { ...vote, user_id: voter.id });
  for (let n = 0; n < VOTES; n += 1) {
    await addTestVote(db, { ...vote, vote: n < yes ? "yes" : "no" });
  }
  await publishAll(db);
  // A server adds to the log each minute. Here it finds the log locked, as if another one did, so that
  // both sites have the same one whenever they are read.
  await addToLog(db);
  const adding = await db.startTransaction().execute();
  // Longer than a connection may otherwise be idle.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(adding);
  await sql`select 1 from log_head for update`.execute(adding);
  afterFile(() => adding.rollback().execute());
  const people = {
    visitor: null,
    voter,
    "non-voter": user,
    "pro user": others["pro-user"],
    "other surveyor": others["other surveyor"],
    admin,
  };
  return { site, things, people };
}

/** Further ways to call a route, besides the plain one. */
const queries: Partial<Record<RouteName, Record<string, string>[]>> = {
  listSurveys: [
    { sort: "votes" },
    { sort: "liked" },
    { sort: "closing" },
    { search: "should" },
    { notVoted: "true" },
  ],
  openRecord: [{ format: "json" }],
  readSurvey: [{ comments: "0" }],
};

/** Pages, feeds and maps are not in the table. */
const addresses = ({ surveyId: id }: Things) => [
  ...pagesWith("rendered", true).map((name) => fillPath(pages[name], { id })),
  ...["", "/es", "/ar"].map((prefix) => prefix + fillPath(pages.embed, { id })),
  `${fillPath(pages.embed, { id })}?theme=dark`,
  `${pages.surveys}?sort=votes`,
  feedPath(),
  feedPath("politics"),
  "/sitemap.xml",
  "/sitemaps/0.xml",
];

/** What assistants can ask. */
const toolCalls = ({ surveyId: id }: Things) =>
  [
    ["find_surveys", { search: "should" }],
    ["read_survey", { id }],
    ["verify_result", { id }],
    ["read_transparency", {}],
    ["read_own_responses", {}],
  ] as const;

function callsOf(name: RouteName, { things }: Scene, person: Person | null): InjectOptions[] {
  const call = goodCall(name, things, person);
  const variants = (queries[name] ?? []).map((query) => {
    const url = new URL(String(call.url), "http://localhost");
    for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value);
    return { ...call, url: url.pathname + url.search };
  });
  return [call, ...variants];
}

/** What is random, or a moment, is replaced by as many other characters: sizes stay. */
function mask(text: string): string {
  const hide = (found: string) => "x".repeat(found.length);
  return (
    text
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, hide)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, hide)
      .replace(/[0-9a-f]{32,}/g, hide)
      .replace(/\b\d{13}\b/g, hide)
      // The name of the server process, in a problem's request id.
      .replace(/[0-9a-f]{8}(?=-\d+")/g, hide)
      // Signatures and tokens.
      .replace(/(?=[a-z/-]*[A-Z0-9_+])[\w+/-]{27,}=*/g, hide)
  );
}

async function answerTo({ site, people }: Scene, call: InjectOptions, live: boolean) {
  const answer = await site.app.inject({ ...call, payloadAsStream: true });
  let body = "";
  const stream = answer.stream().setEncoding("utf8");
  stream.on("data", (part: string) => {
    body += part;
  });
  if (live && answer.statusCode === 200) {
    // What is sent to an admin at the same moment says that everybody has been told.
    const url = String(call.url);
    const headers = people.admin?.headers ?? {};
    const told = await site.app.inject({ url, headers, payloadAsStream: true });
    await new Promise((resolve) => told.stream().once("data", resolve));
    told.stream().destroy();
    stream.destroy();
  } else {
    await new Promise((resolve) => stream.once("end", resolve));
  }
  const { date: _, ...headers } = answer.headers;
  // The rows of a download are in the order of ids, which are random.
  const lines = mask(body)
    .split("\n")
    .map((line) => line.replace(/,$/, ""))
    .sort();
  return mask(JSON.stringify({ status: answer.statusCode, headers })) + lines.join("\n");
}

/** Every answer that this caller gets, in the same order on every site. */
async function collect(scene: Scene, caller: CallerName): Promise<Map<string, string>> {
  const person = scene.people[caller];
  const answers = new Map<string, string>();
  // A person's assistant asks with their token; everybody else's is a visitor.
  const authorization = person
    ? { authorization: `Bearer ${await tokenOf(person, ["read"])}` }
    : {};
  for (const name of inOrder) {
    for (const call of callsOf(name, scene, person)) {
      const title = mask(`${name} ${call.method} ${call.url}`);
      answers.set(title, await answerTo(scene, call, routeOf(name).live === true));
    }
  }
  for (const [name, given] of toolCalls(scene.things)) {
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: given },
    };
    const headers = { accept: "application/json, text/event-stream", ...authorization };
    const request = { method: "POST", url: "/mcp", headers, payload: call } as const;
    answers.set(`tool ${name}`, await answerTo(scene, request, false));
  }
  for (const url of addresses(scene.things)) {
    answers.set(mask(url), await answerTo(scene, { url }, false));
  }
  return answers;
}

// Reads first: then they tell of the same state. A vote is the last, because whoever has voted may
// know more.
const rank = (name: RouteName) => {
  if (name === "castVote") return 2;
  return routeOf(name).method === "GET" ? 0 : 1;
};
const inOrder = [...routeNames].sort((a, b) => rank(a) - rank(b));

describe.each(Object.entries(outsiders) as [ResultsMode, CallerName[]][])(
  "results that are shown by the mode '%s'",
  (mode, whoMayNotKnow) => {
    let scenes: [Scene, Scene];

    beforeAll(async () => {
      scenes = [await createScene(mode, VOTES - 1), await createScene(mode, 1)];
    });

    it.each(whoMayNotKnow)(
      "are told to no %s, by any route",
      async (caller) => {
        const [one, other] = [await collect(scenes[0], caller), await collect(scenes[1], caller)];
        expect(one.size).toBeGreaterThan(routeNames.length);
        expect([...one.keys()]).toEqual([...other.keys()]);
        for (const [title, answer] of one) expect(answer, title).toBe(other.get(title));
      },
      120_000,
    );

    it("are told to an admin, so that the comparison is known to see them", async () => {
      const call = (scene: Scene) => goodCall("readSurvey", scene.things, scene.people.admin);
      const told = await Promise.all(scenes.map((scene) => answerTo(scene, call(scene), false)));
      expect(told[0]).not.toBe(told[1]);
    });

    it("are in nothing that pages are rendered from", async () => {
      const shown = await Promise.all(
        scenes.map(async ({ site, things }) =>
          mask(JSON.stringify(await findPublic(site.db, things.surveyId))),
        ),
      );
      expect(shown[0]).toBe(shown[1]);
      expect(shown[0]).toContain('"results":null');
    });

    it("are everybody's after closing", async () => {
      const seen = [];
      for (const { site, things } of scenes) {
        const { surveyId: id } = things;
        const closes_at = new Date(Date.now() - 1);
        await site.db.updateTable("surveys").set({ closes_at }).where("id", "=", id).execute();
        // Votes of a hidden result are entered only now.
        await publishAll(site.db);
        const params = { id };
        const opened = await site.visitor.answer(routes.openRecord, { params });
        seen.push(mask(opened.text));
        expect(await findPublic(site.db, id)).toMatchObject({ phase: "closed" });
      }
      expect(seen[0]).not.toBe(seen[1]);
    });
  },
);

describe("the share picture", () => {
  let sites: { site: TestApp; yes: number }[];

  beforeAll(async () => {
    sites = [
      { site: await createTestApp(), yes: VOTES - 1 },
      { site: await createTestApp(), yes: 1 },
    ];
  });

  /** The name and the pixels of the picture on each site. They differ in who said yes alone. */
  async function draw(results: ResultsMode) {
    const drawn = [];
    for (const { site, yes } of sites) {
      const id = await addTestSurvey(site.db, { results });
      for (let n = 0; n < VOTES; n += 1) {
        await addTestVote(site.db, { survey_id: id, vote: n < yes ? "yes" : "no" });
      }
      const { headers } = await site.inject({ url: `/share/${id}-en-0-${"0".repeat(16)}.png` });
      const address = String(headers.location);
      const { statusCode, rawPayload } = await site.inject({ url: address });
      expect(statusCode).toBe(200);
      drawn.push({ name: address.replace(id, ""), pixels: rawPayload.toString("base64") });
    }
    return drawn;
  }

  it.each(["voted", "closed"] as const)("does not show a result that is '%s'", async (mode) => {
    const [one, other] = await draw(mode);
    expect(one).toEqual(other);
  });

  it("shows one that everybody may see, so that the comparison is known to see it", async () => {
    const [one, other] = await draw("always");
    expect(one?.name).not.toBe(other?.name);
    expect(one?.pixels).not.toBe(other?.pixels);
  });
});
