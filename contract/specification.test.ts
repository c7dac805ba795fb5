import { expect, it } from "vitest";
import { z } from "zod";
import { pathParams, type Route } from "./route.ts";
import { routes } from "./routes.ts";

/**
 * Section 7 of the specification, line by line: method, path, payload, and what the reply is read
 * for. A line without `route` belongs to a slice that is still to come; declaring its route
 * without moving it here fails the last test.
 */
interface Line {
  call: string;
  payload?: string[];
  reply?: string[] | "text";
  route?: keyof typeof routes;
}

const section7: Line[] = [
  { call: "POST /jwt", payload: ["email"], reply: "text", route: "issueToken" },
  { call: "GET /users/normal/:email", reply: ["isNormalUser"], route: "readNormalFlag" },
  { call: "GET /users/pro/:email", reply: ["isProUser"], route: "readProFlag" },
  { call: "GET /users/admin/:email", reply: ["isAdmin"], route: "readAdminFlag" },
  { call: "POST /users", payload: ["email", "username", "url", "role"], route: "registerUser" },
  {
    call: "GET /survey/item",
    reply: ["_id", "title", "description", "category"],
    route: "listSurveys",
  },
  { call: "GET /survey/details/:id", route: "readSurvey" },
  {
    call: "PUT /survey/details/:id",
    payload: ["comment"],
    reply: ["matchedCount"],
    route: "addComment",
  },
  {
    call: "POST /visitedSurvey",
    payload: ["report", "vote", "userEmail", "userName", "surveyItemId", "title", "category"],
    reply: ["insertedId"],
    route: "castVote",
  },
  { call: "PATCH /like/:id", route: "like" },
  { call: "PATCH /dislike/:id", route: "dislike" },
  { call: "GET /users" },
  { call: "PATCH /users/admin/:id", payload: ["role"], reply: ["matchedCount"] },
  { call: "DELETE /users/:id" },
  { call: "GET /survey" },
  { call: "PUT /survey/:id", payload: ["enteredMessage", "status"] },
  { call: "PATCH /survey/:id", payload: ["status"] },
  { call: "GET /responseItem", reply: ["info", "totalVotesPerItem"] },
  { call: "GET /pro" },
  {
    call: "POST /survey",
    payload: [
      "title",
      "description",
      "category",
      "question",
      "options",
      "liked",
      "disliked",
      "status",
      "surveyorEmail",
      "surveyorName",
    ],
  },
  { call: "GET /surveyorResponse/:email" },
  {
    call: "GET /adminResponse/:email",
    reply: ["title", "category", "surveyorEmail", "surveyorName", "message"],
  },
  { call: "POST /create-payment-intent", payload: ["price"], reply: ["clientSecret"] },
  {
    call: "POST /payment-history",
    payload: ["email", "name", "price", "transactionId", "status"],
    reply: ["insertedId"],
  },
  { call: "PATCH /pro/:email", payload: ["role"] },
];

const callOf = ({ method, path }: Route) => `${method} ${path}`;
const declared = section7.filter((line) => line.route !== undefined);
const toCome = section7.filter((line) => line.route === undefined);

/** The names of an object's fields, or of those of an array's items. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

it.each(declared)("$call is as specified", ({ call, payload, reply, route: name }) => {
  const route: Route = routes[name as keyof typeof routes];
  expect(callOf(route)).toBe(call);
  expect(route.body ? fieldsOf(route.body) : []).toEqual(payload ?? []);
  if (reply === "text") expect(route.reply).toBeInstanceOf(z.ZodString);
  else expect(fieldsOf(route.reply)).toEqual(expect.arrayContaining(reply ?? []));
});

it("knows which calls are still to come", () => {
  const present = Object.values(routes).map(callOf);
  expect(toCome.filter(({ call }) => present.includes(call))).toEqual([]);
});

it("gives every route an access, a summary and parameters that are known", () => {
  for (const route of Object.values(routes) as Route[]) {
    expect(route.access).toBeTruthy();
    expect(route.summary).toBeTruthy();
    for (const [, name] of route.path.matchAll(/:(\w+)/g))
      expect(pathParams).toHaveProperty(name ?? "");
  }
});
