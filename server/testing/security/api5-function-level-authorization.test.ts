import { beforeAll, expect, it } from "vitest";
import { section7 } from "../section-seven.ts";
import type { TestApp } from "../test-app.ts";
import {
  addThings,
  createTestScene,
  goodCall,
  joinEverybody,
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

const everybody: Row = [200, 200, 200, 200, 200, 200];
const signedIn: Row = [401, 200, 200, 200, 200, 200];
const selfOrAdmin: Row = [401, 403, 403, 200, 403, 200];
const ownSurvey: Row = [401, 403, 403, 200, 404, 403];
const adminOnly: Row = [401, 403, 403, 403, 403, 200];

const matrix: Partial<Record<RouteName, Row>> = {
  readSettings: everybody,
  readSurveyorFlag: selfOrAdmin,
  exportUsers: adminOnly,
  askToBeSurveyor: [401, 201, 403, 403, 403, 403],
  readOwnRequest: signedIn,
  withdrawRequest: signedIn,
  listRequests: adminOnly,
  decideOnRequest: adminOnly,
  findNextSurvey: signedIn,
  readResults: everybody,
  readOembed: everybody,
  readVoteMarks: signedIn,
  // Votes on this survey have names.
  readBallotKey: [404, 404, 404, 404, 404, 404],
  issuePaper: [401, 404, 404, 404, 404, 404],
  castBallot: [404, 404, 404, 404, 404, 404],
  // Those who may not see results are told only when the survey closes.
  watchResults: signedIn,
  withdrawReaction: signedIn,
  readRecordKeys: everybody,
  readRecordedSurvey: everybody,
  listRecordTexts: everybody,
  readCheckpoint: everybody,
  // The record is too small to be asked so.
  listPlaces: [422, 422, 422, 422, 422, 422],
  readLogCheckpoint: everybody,
  readLogKeys: everybody,
  // Results are for people who have voted, for the survey's surveyor and for admins.
  openRecord: [403, 403, 403, 200, 403, 200],
  readTimeline: [403, 403, 403, 200, 403, 200],
  // Only the owner has voted.
  readVoteReceipt: [401, 404, 404, 200, 404, 404],
  // Only the owner has voted.
  listComments: signedIn,
  addAnswer: [401, 403, 403, 201, 404, 403],
  // The answer of the survey's own surveyor. Others but pro users and surveyors write nothing.
  editComment: [401, 403, 404, 200, 404, 403],
  deleteComment: [401, 404, 404, 200, 404, 404],
  reportSurvey: [401, 201, 201, 201, 201, 201],
  reportComment: [401, 201, 201, 201, 201, 201],
  listReported: adminOnly,
  dismissReports: adminOnly,
  listHidden: adminOnly,
  hideComment: adminOnly,
  listStandingOut: adminOnly,
  readSuspicion: adminOnly,
  listSuspicious: adminOnly,
  // Nothing stands out, and nothing was set aside.
  setVotesAside: [401, 403, 403, 403, 403, 409],
  restoreVotes: [401, 403, 403, 403, 403, 404],
  sendMessage: [201, 201, 201, 201, 201, 201],
  listMessages: adminOnly,
  answerMessage: adminOnly,
  readBrand: adminOnly,
  changeBrand: adminOnly,
  changeBrandPicture: adminOnly,
  readSiteTexts: adminOnly,
  changeSiteTexts: adminOnly,
  listOwnSurveys: [401, 403, 403, 200, 200, 403],
  readOwnSurvey: ownSurvey,
  editSurvey: ownSurvey,
  resendSurvey: ownSurvey,
  withdrawSurvey: ownSurvey,
  setEmbeddable: ownSurvey,
  // The owner has closed it before the admin tries.
  closeSurvey: [401, 403, 403, 200, 404, 409],
  listDecisions: adminOnly,
  listRecords: [401, 403, 403, 200, 404, 200],
  exportRecords: [401, 403, 403, 200, 404, 200],
  exportResponses: adminOnly,
  listFeedback: selfOrAdmin,
  listNotices: signedIn,
  readNotices: signedIn,
  readWaiting: adminOnly,
  listAudit: adminOnly,
  listSecurityEvents: adminOnly,
  listOwnSecurityEvents: signedIn,
  downloadOwnData: signedIn,
  listOwnVotes: signedIn,
  listOwnComments: signedIn,
  createSignUpChallenge: everybody,
  readOverview: adminOnly,
  readTransparency: everybody,
  downloadResults: everybody,
  readGateway: signedIn,
  // None of these people has paid.
  readReceipt: [401, 404, 404, 404, 404, 404],
  exportPayments: adminOnly,
  // The secret belongs to no payment.
  confirmSandboxPayment: [401, 404, 404, 404, 404, 404],
  authenticateSandboxPayment: [401, 404, 404, 404, 404, 404],
  logOut: signedIn,
  setLanguage: signedIn,
};

let site: TestApp;
let people: People;

beforeAll(async () => {
  ({ site, people } = await createTestScene());
});

it("has a row for every route that section 7 has not", () => {
  const specified = section7.map(({ route }) => route);
  const others = routeNames.filter((name) => !specified.includes(name));
  expect(Object.keys(matrix).sort()).toEqual(others.sort());
});

it.each(Object.entries(matrix))("%s is for whom it is meant", async (given, row) => {
  const name = given as RouteName;
  // Ends the tokens of its caller, so people are created for it.
  const who = name === "logOut" ? await joinEverybody(site) : people;
  const things = await addThings(site, people.surveyor, statusFor(name));
  const statuses: number[] = [];
  // One after the other: what the owner has done may change the admin's answer.
  for (const caller of callers) {
    const call = goodCall(name, things, caller === "visitor" ? null : who[caller]);
    statuses.push(await statusOf(site, call));
  }
  expect(statuses).toEqual(row);
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
