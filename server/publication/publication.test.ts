import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  nextStatus,
  type Step,
  type SurveyStatus,
  surveyStatuses,
} from "../../contract/publication.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";

const survey = {
  title: "Longer opening hours",
  description: "The library closes at six.",
  category: "social-issues",
  question: "Should the library stay open until nine?",
};

let site: TestApp;
let surveyor: Person;
let otherSurveyor: Person;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  surveyor = await site.join({ role: "surveyor" });
  otherSurveyor = await site.join({ role: "surveyor" });
  admin = await site.join({ admin: true });
});

async function create(text: object = {}, person = surveyor): Promise<string> {
  const answer = await site.call({
    method: "POST",
    url: "/survey",
    headers: person.headers,
    payload: { ...survey, ...text },
  });
  expect(answer.statusCode).toBe(201);
  return answer.json().insertedId;
}

const publish = (id: string, by = admin, query = "") =>
  site.call({
    method: "PATCH",
    url: `/survey/${id}${query}`,
    headers: by.headers,
    payload: { status: "published" },
  });

const unpublish = (id: string, enteredMessage = "Please say which library.", by = admin) =>
  site.call({
    method: "PUT",
    url: `/survey/${id}`,
    headers: by.headers,
    payload: { status: "unpublish", enteredMessage },
  });

const step = (id: string, name: "resend" | "withdraw", by = surveyor, headers = {}) =>
  site.call({
    method: "POST",
    url: `/survey/own/${id}/${name}`,
    headers: { ...by.headers, ...headers },
  });

const edit = (id: string, text: object, by = surveyor, query = "") =>
  site.call({
    method: "PATCH",
    url: `/survey/own/${id}${query}`,
    headers: by.headers,
    payload: { ...survey, ...text },
  });

async function readOwn(id: string, by = surveyor) {
  return (await site.call({ url: `/survey/own/${id}`, headers: by.headers })).json();
}

describe("the way of a survey", () => {
  const allowed: [SurveyStatus, Step, SurveyStatus][] = [
    ["pending", "publish", "published"],
    ["pending", "unpublish", "unpublish"],
    ["pending", "withdraw", "withdrawn"],
    ["published", "unpublish", "unpublish"],
    ["unpublish", "publish", "published"],
    ["unpublish", "resend", "pending"],
    ["withdrawn", "resend", "pending"],
  ];
  const steps: Step[] = ["publish", "unpublish", "resend", "withdraw"];
  const cells = surveyStatuses.flatMap((status) =>
    steps.map((name) => {
      const [, , next = null] =
        allowed.find(([from, way]) => from === status && way === name) ?? [];
      return { status, name, next };
    }),
  );

  it.each(cells)("from $status, $name leads to $next", ({ status, name, next }) => {
    expect(nextStatus(status, name)).toBe(next);
  });

  it.each(cells.filter(({ next }) => next === null))(
    "is 409 over HTTP for $name from $status",
    async ({ status, name }) => {
      const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, status });
      const answer = await {
        publish: () => publish(id),
        unpublish: () => unpublish(id),
        resend: () => step(id, "resend"),
        withdraw: () => step(id, "withdraw"),
      }[name]();
      expect(answer.statusCode).toBe(409);
      expect(answer.json().code).toBe("conflict");
    },
  );
});

describe("POST /survey", () => {
  it("creates a pending survey of the caller, whatever the body says about its owner", async () => {
    const id = await create({
      options: ["yes", "no"],
      liked: 0,
      disliked: 0,
      status: "pending",
      surveyorEmail: otherSurveyor.email,
      surveyorName: "Somebody else",
    });
    expect(await readOwn(id)).toMatchObject({
      ...survey,
      _id: id,
      status: "pending",
      options: ["yes", "no"],
      liked: 0,
      disliked: 0,
      votes: 0,
      enteredMessage: null,
      revision: 1,
    });
    const all = await site.call({ url: "/survey?status=pending", headers: admin.headers });
    expect(all.json().find(({ _id }: { _id: string }) => _id === id)).toMatchObject({
      surveyorEmail: surveyor.email,
    });
  });

  it.each([
    ["title", { title: " " }, "Must provide a title"],
    ["description", { description: "" }, "Must provide a title"],
    ["category", { category: "" }, "Must provide a title"],
    ["category", { category: "sports" }, "Must provide a title"],
    ["question", { question: "" }, "Must provide a title"],
    ["title", { title: "x".repeat(121) }, "At most 120 characters"],
    ["liked", { liked: 999 }, undefined],
    ["disliked", { disliked: 1 }, undefined],
    ["status", { status: "published" }, undefined],
    ["options.0", { options: ["no", "yes"] }, undefined],
  ])("is 422 for a wrong %s: %j", async (field, wrong, message) => {
    const answer = await site.call({
      method: "POST",
      url: "/survey",
      headers: surveyor.headers,
      payload: { ...survey, ...wrong },
    });
    expect(answer.statusCode).toBe(422);
    const error = answer.json().errors.find((one: { field: string }) => one.field === field);
    expect(error).toBeDefined();
    if (message) expect(error.message).toBe(message);
  });

  it("writes one survey for one key, however often it is sent", async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        site.call({
          method: "POST",
          url: "/survey",
          headers: { ...otherSurveyor.headers, "idempotency-key": key },
          payload: survey,
        }),
      ),
    );
    expect(answers.map((answer) => answer.json().insertedId)).toEqual(Array(20).fill(key));
    const own = await site.call({ url: "/survey/own", headers: otherSurveyor.headers });
    expect(own.json()).toHaveLength(1);
  });
});

describe("an admin's decision", () => {
  it("publishes: in the public list at once, told to the surveyor, kept and audited", async () => {
    const id = await create({ title: "Published at once" });
    const listed = async () =>
      (await site.call({ url: "/survey/item?search=published+at+once" })).json();
    expect(await listed()).toEqual([]);
    expect((await publish(id)).json()).toEqual({ matchedCount: 1 });
    expect(await listed()).toMatchObject([{ _id: id }]);

    const notices = await site.call({ url: "/notices", headers: surveyor.headers });
    expect(notices.json().notices[0]).toMatchObject({
      kind: "published",
      surveyItemId: id,
      title: "Published at once",
      read: false,
    });
    const audit = await site.call({ url: "/auditLog?limit=1", headers: admin.headers });
    expect(audit.json()).toMatchObject([
      {
        action: "survey.publish",
        actor: "Test Person",
        subjectId: id,
        subject: "Published at once",
        before: { status: "pending" },
        after: { status: "published" },
      },
    ]);
    expect(site.logged.map(({ mail }) => mail)).toContainEqual(
      expect.objectContaining({
        to: surveyor.email,
        subject: "Your survey is published: Published at once",
      }),
    );
  });

  it("rejects with a message that the surveyor finds under /adminResponse", async () => {
    const id = await create({ title: "Rejected" });
    expect((await unpublish(id, "  ")).json().errors).toEqual([
      { field: "enteredMessage", message: "Message cannot be empty" },
    ]);
    expect((await unpublish(id, "Too vague.")).statusCode).toBe(200);
    expect(await readOwn(id)).toMatchObject({ status: "unpublish", enteredMessage: "Too vague." });
    const url = `/adminResponse/${surveyor.email}?limit=1`;
    expect((await site.call({ url, headers: surveyor.headers })).json()).toMatchObject([
      {
        title: "Rejected",
        category: "social-issues",
        surveyorEmail: surveyor.email,
        surveyorName: "Test Person",
        message: "Too vague.",
        status: "unpublish",
      },
    ]);
    expect((await site.call({ url, headers: admin.headers })).json()).toHaveLength(1);
    expect((await site.call({ url, headers: otherSurveyor.headers })).statusCode).toBe(403);
  });

  it("keeps every decision with the text it was made on", async () => {
    const id = await create();
    await unpublish(id, "Which library?");
    await edit(id, { question: "Should the town library stay open until nine?" });
    await step(id, "resend");
    await publish(id);
    const answer = await site.call({ url: `/survey/decisions/${id}`, headers: admin.headers });
    expect(answer.json()).toMatchObject([
      {
        status: "published",
        message: "",
        survey: { question: "Should the town library stay open until nine?" },
      },
      { status: "unpublish", message: "Which library?", survey: { question: survey.question } },
    ]);
    expect(await readOwn(id)).toMatchObject({ enteredMessage: null, revision: 2 });
  });

  it("is made on the text that the admin has read, or not at all", async () => {
    const id = await create();
    await edit(id, { title: "Something else entirely" });
    const answer = await publish(id, admin, "?revision=1");
    expect(answer.statusCode).toBe(409);
    expect((await readOwn(id)).status).toBe("pending");
    expect((await publish(id, admin, "?revision=2")).statusCode).toBe(200);
  });

  it("is one decision when it is sent twice at once with one key", async () => {
    const id = await create();
    const headers = { ...admin.headers, "idempotency-key": randomUUID() };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        site.call({
          method: "PATCH",
          url: `/survey/${id}`,
          headers,
          payload: { status: "published" },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const decisions = await site.call({ url: `/survey/decisions/${id}`, headers: admin.headers });
    expect(decisions.json()).toHaveLength(1);
  });

  it("is made once when two admins race", async () => {
    const id = await create();
    const second = await site.join({ admin: true });
    const answers = await Promise.all([publish(id), publish(id, second)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it("is not for the survey's own surveyor", async () => {
    const id = await create();
    expect((await publish(id, surveyor)).statusCode).toBe(403);
    expect((await unpublish(id, "No.", surveyor)).statusCode).toBe(403);
    expect((await readOwn(id)).status).toBe("pending");
  });

  it("is 404 for a survey that is not there, and 422 for another status", async () => {
    expect((await publish(randomUUID())).statusCode).toBe(404);
    const answer = await site.call({
      method: "PATCH",
      url: `/survey/${await create()}`,
      headers: admin.headers,
      payload: { status: "pending" },
    });
    expect(answer.statusCode).toBe(422);
  });
});

describe("a surveyor's own survey", () => {
  it("is edited while it waits, withdrawn, and sent again", async () => {
    const id = await create();
    expect((await edit(id, { title: "A better title" })).statusCode).toBe(200);
    expect(await readOwn(id)).toMatchObject({ title: "A better title", revision: 2 });
    const key = { "idempotency-key": randomUUID() };
    expect((await step(id, "withdraw", surveyor, key)).statusCode).toBe(200);
    // The same call again, as after a lost answer.
    expect((await step(id, "withdraw", surveyor, key)).statusCode).toBe(200);
    expect((await readOwn(id)).status).toBe("withdrawn");
    const sentBefore = (await readOwn(id)).sentAt;
    expect((await step(id, "resend")).statusCode).toBe(200);
    const again = await readOwn(id);
    expect(again.status).toBe("pending");
    expect(again.sentAt > sentBefore).toBe(true);
  });

  it("can't be changed while it is published", async () => {
    const id = await create();
    await publish(id);
    expect((await edit(id, { title: "Sneaky" })).statusCode).toBe(409);
    expect((await readOwn(id)).title).toBe(survey.title);
  });

  it("keeps its question after the first vote", async () => {
    const id = await create();
    await publish(id);
    const voter = await site.join();
    await site.call({
      method: "POST",
      url: "/visitedSurvey",
      headers: voter.headers,
      payload: { surveyItemId: id, vote: "yes" },
    });
    await unpublish(id);
    expect((await edit(id, { question: "Something else?" })).statusCode).toBe(409);
    expect((await edit(id, { description: "Said more clearly." })).statusCode).toBe(200);
    expect(await readOwn(id)).toMatchObject({
      question: survey.question,
      description: "Said more clearly.",
    });
  });

  it("is not overwritten by an edit of an older text", async () => {
    const id = await create();
    await edit(id, { title: "First" }, surveyor, "?revision=1");
    expect((await edit(id, { title: "Second" }, surveyor, "?revision=1")).statusCode).toBe(409);
    // The first one again, as after a lost answer.
    expect((await edit(id, { title: "First" }, surveyor, "?revision=1")).statusCode).toBe(200);
  });

  it("is nobody else's", async () => {
    const id = await create();
    const read = await site.call({ url: `/survey/own/${id}`, headers: otherSurveyor.headers });
    expect(read.statusCode).toBe(404);
    expect((await edit(id, {}, otherSurveyor)).statusCode).toBe(404);
    expect((await step(id, "withdraw", otherSurveyor)).statusCode).toBe(404);
    expect((await edit(id, {}, admin)).statusCode).toBe(403);
  });

  it("is listed by state and page by page, without loss or repetition", async () => {
    const someone = await site.join({ role: "surveyor" });
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await create({}, someone));
    const seen = await site.readAll<{ _id: string }>("/survey/own?limit=2", someone);
    expect(seen.map(({ _id }) => _id)).toEqual(ids.reverse());
    expect(await site.readAll("/survey/own?status=published", someone)).toEqual([]);
  });
});

it("lists what waits for a decision as a queue, and the rest from the last sent", async () => {
  const queue = await createTestApp();
  const chief = await queue.join({ admin: true });
  const ids: string[] = [];
  for (let day = 1; day <= 3; day += 1) {
    const sent_at = new Date(Date.UTC(2026, 0, day));
    ids.push(await addTestSurvey(queue.db, { status: "pending", sent_at, title: `Day ${day}` }));
  }
  async function read(url: string): Promise<string[]> {
    const surveys = await queue.readAll<{ _id: string }>(url, chief);
    return surveys.map(({ _id }) => _id);
  }
  expect(await read("/survey?status=pending&limit=2")).toEqual(ids);
  expect(await read("/survey?limit=2")).toEqual(ids.toReversed());
  expect(await read("/survey?search=day+2")).toEqual([ids[1]]);
});
