import { beforeAll, describe, expect, it } from "vitest";
import { paramNames } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { theFee } from "../inputs.ts";
import type { TestApp } from "../test-app.ts";
import {
  addThings,
  createTestScene,
  dumpDatabase,
  goodCall,
  type People,
  type RouteName,
  routeNames,
  routeOf,
  type Things,
} from "../test-scene.ts";

/** Who tries each call on another person's things, and the expected statuses. */
const attackers = ["user", "pro-user", "other surveyor"] as const;
type Row = [user: number, proUser: number, otherSurveyor: number];
const forbidden: Row = [403, 403, 403];
const hidden: Row = [404, 404, 404];
const hiddenFromSurveyors: Row = [403, 403, 404];

/** On another person's account, unpublished survey, comment and payment. */
const attacks: Partial<Record<RouteName, Row>> = {
  issueToken: forbidden,
  registerUser: forbidden,
  readNormalFlag: forbidden,
  readProFlag: forbidden,
  readAdminFlag: forbidden,
  readSurveyorFlag: forbidden,
  changeRole: forbidden,
  deleteUser: forbidden,
  decideOnRequest: forbidden,
  readSurvey: hidden,
  castVote: hidden,
  readBallotKey: hidden,
  issuePaper: hidden,
  castBallot: hidden,
  watchResults: hidden,
  openRecord: forbidden,
  readTimeline: forbidden,
  readRecordedSurvey: hidden,
  listRecordTexts: hidden,
  readResults: hidden,
  readVoteReceipt: hidden,
  like: hidden,
  dislike: hidden,
  withdrawReaction: hidden,
  addComment: [403, 404, 403],
  listComments: hidden,
  addAnswer: hiddenFromSurveyors,
  editComment: [403, 404, 404],
  deleteComment: hidden,
  reportSurvey: hidden,
  reportComment: hidden,
  readOwnSurvey: hiddenFromSurveyors,
  editSurvey: hiddenFromSurveyors,
  resendSurvey: hiddenFromSurveyors,
  withdrawSurvey: hiddenFromSurveyors,
  setEmbeddable: hiddenFromSurveyors,
  closeSurvey: hiddenFromSurveyors,
  listRejections: forbidden,
  publishSurvey: forbidden,
  unpublishSurvey: forbidden,
  listDecisions: forbidden,
  listOwnResponses: forbidden,
  listRecords: hiddenFromSurveyors,
  exportRecords: hiddenFromSurveyors,
  listFeedback: forbidden,
  dismissReports: forbidden,
  answerMessage: forbidden,
  hideComment: forbidden,
  readSuspicion: forbidden,
  listSuspicious: forbidden,
  setVotesAside: forbidden,
  restoreVotes: forbidden,
  recordPayment: [409, 409, 409],
  claimPro: forbidden,
};

/** These can't name another person's things. */
const harmless: Partial<Record<RouteName, string>> = {
  sendMessage: "the e-mail is a claim that nothing is done with",
  readCheckpoint: "records are public, and have commitments for choices",
  listPlaces: "the same",
  readVoteMarks: "says only on what the caller has voted",
  changeBrand: "the e-mail is the operator's, whom admins name",
  createSurvey: "the surveyor is the caller, whatever the body says",
  confirmSandboxPayment: "as at Stripe, whoever has the secret may pay for whom it was made",
  authenticateSandboxPayment: "the same",
};

const namesAnObject = /(id|ids|email|survey|secret)$/i;

function isAboutSomething(name: RouteName): boolean {
  const { path, query, body } = routeOf(name);
  const fields = Object.keys({ ...query?.shape, ...body?.shape });
  return paramNames(path).length > 0 || fields.some((field) => namesAnObject.test(field));
}

let site: TestApp;
let people: People;
let theirs: Things;

beforeAll(async () => {
  ({ site, people } = await createTestScene());
  const victim = await site.join();
  const { clientSecret } = await victim.call(routes.createPaymentIntent, theFee);
  theirs = {
    ...(await addThings(site, people.surveyor, "pending")),
    userId: victim.id,
    clientSecret,
    transactionId: clientSecret.split("_secret_")[0] ?? "",
  };
});

it("has an attack for every route that names an object", () => {
  const tried = [...Object.keys(attacks), ...Object.keys(harmless)].sort();
  expect(tried).toEqual(routeNames.filter(isAboutSomething).sort());
});

it.each(Object.entries(attacks))(
  "%s of what is somebody else's is refused, and changes nothing",
  async (name, row) => {
    const before = await dumpDatabase(site.db);
    const answers = attackers.map(async (attacker) => {
      const call = goodCall(name as RouteName, theirs, people[attacker]);
      if (name === "issueToken" || name === "registerUser") {
        Object.assign(call.payload as object, { email: people.surveyor.email });
      }
      return (await site.inject(call)).statusCode;
    });
    expect(await Promise.all(answers)).toEqual(row);
    expect(await dumpDatabase(site.db)).toEqual(before);
  },
);

describe("an own e-mail in the path", () => {
  it.each([
    (own: string, victim: string) => `${victim}?email=${own}`,
    (own: string, victim: string) => `${own}%2f..%2f${victim}`,
    (own: string, victim: string) => `${own},${victim}`,
    (_: string, victim: string) => `${victim}%20`,
    (own: string, victim: string) => encodeURIComponent(`${own}\n${victim}`),
    (_: string, victim: string) => `%2e%2e/normal/${victim}`,
    (_: string, victim: string) => victim.toUpperCase(),
  ])("opens nobody else's, however it is written: %s", async (write) => {
    const { user, surveyor } = people;
    const url = `/users/surveyor/${write(user.email, surveyor.email)}`;
    const answer = await site.inject({ url, headers: user.headers });
    expect([403, 404, 422], answer.body).toContain(answer.statusCode);
  });
});

it("a filter by somebody else's survey shows nothing of it", async () => {
  const { "other surveyor": attacker } = people;
  const input = { params: { email: attacker.email }, query: { survey: theirs.surveyId } };
  expect(await attacker.call(routes.listFeedback, input)).toEqual([]);
});
