import { beforeAll, expect, it } from "vitest";
import { section7 } from "../section-seven.ts";
import type { TestApp } from "../test-app.ts";
import {
  addThings,
  createTestScene,
  goodCall,
  joinEverybody,
  letsIn,
  type People,
  type RouteName,
  routeNames,
  routeOf,
  statusFor,
  statusOf,
} from "../test-scene.ts";

/** Every route outside section 7, by each of these callers, on things of `surveyor`. */
const callers = ["visitor", "user", "pro-user", "surveyor", "other surveyor", "admin"] as const;
type Row = [visitor: number, user: number, pro: number, own: number, other: number, admin: number];

/** Routes that anybody may call without a token. */
const open: RouteName[] = [
  "readSettings",
  "createSignUpChallenge",
  "sendMessage",
  "readResults",
  "readOembed",
  "watchResults",
  "readBallotKey",
  "castBallot",
  "readRecordKeys",
  "readRecordedSurvey",
  "listRecordTexts",
  "readCheckpoint",
  "listPlaces",
  "openRecord",
  "readTimeline",
  "readLogCheckpoint",
  "readLogKeys",
  "readTransparency",
  "downloadResults",
];

const ownSurvey: Row = [401, 403, 403, 200, 404, 403];
const ownWebhook: Row = [401, 403, 403, 200, 404, 404];
const ownResponses: Row = [401, 403, 403, 200, 404, 200];

/** Routes that depend on more than their access. */
const exceptions: Partial<Record<RouteName, Row>> = {
  // Those who may not see results are told only when the survey closes, if they are logged in.
  watchResults: [401, 200, 200, 200, 200, 200],
  // The record is too small to be asked so.
  listPlaces: [422, 422, 422, 422, 422, 422],
  // Votes on the survey are not secret.
  readBallotKey: [404, 404, 404, 404, 404, 404],
  issuePaper: [401, 404, 404, 404, 404, 404],
  castBallot: [404, 404, 404, 404, 404, 404],
  // Results are for people who have voted, for the survey's surveyor and for admins.
  openRecord: [403, 403, 403, 200, 403, 200],
  readTimeline: [403, 403, 403, 200, 403, 200],
  // Only the owner has voted.
  readVoteReceipt: [401, 404, 404, 200, 404, 404],
  changeWebhook: ownWebhook,
  deleteWebhook: ownWebhook,
  // No draft has the id of the survey.
  deleteDraft: [401, 403, 403, 404, 404, 403],
  // Nobody follows something with the id of a survey.
  stopFollowing: [401, 404, 404, 404, 404, 404],
  rotateSecret: ownWebhook,
  testWebhook: ownWebhook,
  replayDelivery: ownWebhook,
  listDeliveries: ownWebhook,
  // The owner has ended it before the admin tries.
  endToken: [401, 404, 404, 200, 404, 404],
  addAnswer: [401, 403, 201, 201, 404, 403],
  // Nobody likes what they have written themselves.
  likeComment: [401, 200, 200, 409, 200, 200],
  // The answer of the survey's own surveyor. Others but pro users and surveyors write nothing.
  editComment: [401, 403, 404, 200, 404, 403],
  deleteComment: [401, 404, 404, 200, 404, 404],
  // Nothing stands out, and nothing was set aside.
  setVotesAside: [401, 403, 403, 403, 403, 409],
  restoreVotes: [401, 403, 403, 403, 403, 404],
  readOwnSurvey: ownSurvey,
  editSurvey: ownSurvey,
  resendSurvey: ownSurvey,
  withdrawSurvey: ownSurvey,
  setEmbeddable: ownSurvey,
  // The owner has closed it before the admin tries.
  closeSurvey: [401, 403, 403, 200, 404, 409],
  readOwnResults: ownResponses,
  listRecords: ownResponses,
  exportRecords: ownResponses,
  // None of these people has paid.
  readReceipt: [401, 404, 404, 404, 404, 404],
  // The secret belongs to no payment.
  confirmSandboxPayment: [401, 404, 404, 404, 404, 404],
  authenticateSandboxPayment: [401, 404, 404, 404, 404, 404],
};

/** What each caller is answered by a route that looks at nothing but its access. */
function usualRow(name: RouteName): Row {
  const { access, status = 200 } = routeOf(name);
  const row = callers.map((caller) => {
    if (caller === "visitor") return access === "public" ? status : 401;
    return letsIn(name, caller, caller === "surveyor") ? status : 403;
  });
  return row as Row;
}

let site: TestApp;
let people: People;

beforeAll(async () => {
  ({ site, people } = await createTestScene());
});

const specified = section7.map(({ route }) => route);
const others = routeNames.filter((name) => !specified.includes(name));

it("opens no other route to everybody", () => {
  expect(others.filter((name) => routeOf(name).access === "public").sort()).toEqual(open.sort());
});

it.each(Object.keys(exceptions) as RouteName[])("%s is an exception", (name) => {
  expect(exceptions[name]).not.toEqual(usualRow(name));
});

it.each(others)("%s is for whom it is meant", async (name) => {
  // Ends the tokens of its caller, or needs one who has not as many of a thing as anybody may have.
  const needsNew = ["logOut", "createToken", "createWebhook"].includes(name);
  const who = needsNew ? await joinEverybody(site) : people;
  const things = await addThings(site, people.surveyor, statusFor(name));
  const statuses: number[] = [];
  // One after the other: what the owner has done may change the admin's answer.
  for (const caller of callers) {
    const call = goodCall(name, things, caller === "visitor" ? null : who[caller]);
    statuses.push(await statusOf(site, call));
  }
  expect(statuses).toEqual(exceptions[name] ?? usualRow(name));
});

it("no route takes another method in place of its own, nor in disguise", async () => {
  const things = await addThings(site, people.surveyor);
  const shape = (name: RouteName) => routeOf(name).path.replace(/:\w+/g, ":");
  for (const name of routeNames) {
    const { method, url } = goodCall(name, things, null);
    const taken = routeNames.filter((other) => shape(other) === shape(name));
    const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
    for (const other of methods) {
      if (taken.some((route) => routeOf(route).method === other)) continue;
      const headers = { ...people.admin.headers, "x-http-method-override": String(method) };
      const answer = await site.inject({ method: other, url: `${url}`, headers });
      expect([404, 405], `${other} ${url}`).toContain(answer.statusCode);
    }
  }
});
