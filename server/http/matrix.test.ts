import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { section7 } from "../testing/section-seven.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, addTestUser } from "../testing/test-surveys.ts";

/** Every call of the specification's section 7 by each of these, on things of `surveyor`. */
const callers = ["visitor", "user", "pro-user", "surveyor", "other surveyor", "admin"] as const;
type Caller = (typeof callers)[number];
type Row = [visitor: number, user: number, pro: number, own: number, other: number, admin: number];

const everybody: Row = [200, 200, 200, 200, 200, 200];
const signedIn: Row = [401, 200, 200, 200, 200, 200];
const selfOrAdmin: Row = [401, 403, 403, 200, 403, 200];
const adminOnly: Row = [401, 403, 403, 403, 403, 200];

const matrix: Record<string, Row> = {
  "POST /jwt": signedIn,
  "GET /users/normal/:email": selfOrAdmin,
  "GET /users/pro/:email": selfOrAdmin,
  "GET /users/admin/:email": selfOrAdmin,
  "GET /faq.json": everybody,
  "GET /testimonial.json": everybody,
  "POST /users": signedIn,
  "GET /survey/item": everybody,
  "GET /survey/details/:id": signedIn,
  "PUT /survey/details/:id": [401, 403, 200, 403, 403, 403],
  "POST /visitedSurvey": [401, 201, 201, 201, 201, 201],
  "PATCH /like/:id": signedIn,
  "PATCH /dislike/:id": signedIn,
  "GET /users": adminOnly,
  "PATCH /users/admin/:id": adminOnly,
  "DELETE /users/:id": adminOnly,
  "GET /survey": adminOnly,
  "PUT /survey/:id": adminOnly,
  "PATCH /survey/:id": adminOnly,
  "GET /responseItem": adminOnly,
  "GET /pro": adminOnly,
  "POST /survey": [401, 403, 403, 201, 201, 403],
  "GET /surveyorResponse/:email": selfOrAdmin,
  "GET /adminResponse/:email": selfOrAdmin,
  "POST /create-payment-intent": [401, 200, 409, 409, 409, 409],
  // The body names a payment that does not exist.
  "POST /payment-history": [401, 402, 402, 402, 402, 402],
  // The path names the user's own e-mail, and the user has not paid.
  "PATCH /pro/:email": [401, 402, 403, 403, 403, 403],
};

let site: TestApp;
let people: Record<Exclude<Caller, "visitor">, Person>;

beforeAll(async () => {
  site = await createTestApp();
  people = {
    user: await site.join(),
    "pro-user": await site.join({ role: "pro-user" }),
    surveyor: await site.join({ role: "surveyor" }),
    "other surveyor": await site.join({ role: "surveyor" }),
    admin: await site.join({ admin: true }),
  };
});

/** The parameters and body of the call, new for each cell, so that no cell affects another. */
async function prepare(call: string, person: Person | null): Promise<InjectOptions> {
  const [method = "", path = ""] = call.split(" ");
  const status = /^(PATCH|PUT) \/survey\/:id$/.test(call) ? "pending" : "published";
  const surveyId = await addTestSurvey(site.db, { surveyor_id: people.surveyor.id, status });
  const id = path.startsWith("/users") ? await addTestUser(site.db) : surveyId;
  const email = path === "/pro/:email" ? people.user.email : people.surveyor.email;
  const own = person?.email ?? "somebody@example.org";
  const text = { title: "T", description: "D", category: "politics", question: "Q?" };
  const payloads: Record<string, object> = {
    "POST /jwt": { email: own },
    "POST /users": { email: own, username: "Test Person", url: "", role: "user" },
    "PUT /survey/details/:id": { comment: "Well said" },
    "POST /visitedSurvey": { surveyItemId: surveyId, vote: "yes", report: "" },
    "PATCH /users/admin/:id": { role: "surveyor" },
    "PUT /survey/:id": { status: "unpublish", enteredMessage: "No." },
    "PATCH /survey/:id": { status: "published" },
    "POST /survey": text,
    "POST /create-payment-intent": { price: 100 },
    "POST /payment-history": {
      email: own,
      name: "Test Person",
      price: 100,
      transactionId: `pi_${randomUUID()}`,
      status: "pro-user",
    },
    "PATCH /pro/:email": { role: "pro-user" },
  };
  return {
    method: method as "GET",
    url: path.replace(":id", id).replace(":email", email),
    headers: { ...person?.headers, ...(person && { cookie: person.cookie }) },
    ...(payloads[call] && { payload: payloads[call] }),
  };
}

it("has a row for every call of section 7, and no other", () => {
  expect(Object.keys(matrix).sort()).toEqual(section7.map(({ call }) => call).sort());
});

describe.each(Object.entries(matrix))("%s", (call, row) => {
  it.each(callers.map((caller, column) => ({ caller, status: row[column] })))(
    "is $status for $caller",
    async ({ caller, status }) => {
      const person = caller === "visitor" ? null : people[caller];
      const answer = await site.inject(await prepare(call, person));
      expect(answer.statusCode, answer.body).toBe(status);
    },
  );
});
