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
  letsIn,
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

/**
 * Where another person's account, unpublished survey, comment or payment is refused otherwise: who
 * has no access gets 403, and from all others it is hidden.
 */
const exceptions: Partial<Record<RouteName, Row>> = {
  issueToken: forbidden,
  registerUser: forbidden,
  openRecord: forbidden,
  readTimeline: forbidden,
  // Normal users write no comments.
  editComment: [403, 404, 404],
  recordPayment: [409, 409, 409],
};

const usualRow = (name: RouteName) =>
  attackers.map((attacker) => (letsIn(name, attacker, false) ? 404 : 403));

/** These can't name another person's things. */
const harmless: Partial<Record<RouteName, string>> = {
  sendMessage: "the e-mail is a claim that nothing is done with",
  readCheckpoint: "records are public, and have commitments for choices",
  listPlaces: "the same",
  readVoteMarks: "says only on what the caller has voted",
  changeBrand: "the e-mail is the operator's, whom admins name",
  readDraft: "says only what the caller has begun",
  saveDraft: "the draft is the caller's own, whatever id it has",
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

it("excepts only routes that are not like the others", () => {
  for (const name of Object.keys(harmless) as RouteName[]) {
    expect(isAboutSomething(name), name).toBe(true);
  }
  for (const name of Object.keys(exceptions) as RouteName[]) {
    expect(exceptions[name], name).not.toEqual(usualRow(name));
  }
});

it.each(routeNames.filter((name) => isAboutSomething(name) && !harmless[name]))(
  "%s of what is somebody else's is refused, and changes nothing",
  async (name) => {
    const before = await dumpDatabase(site.db);
    const answers = attackers.map(async (attacker) => {
      const call = goodCall(name, theirs, people[attacker]);
      if (name === "issueToken" || name === "registerUser") {
        Object.assign(call.payload as object, { email: people.surveyor.email });
      }
      return (await site.inject(call)).statusCode;
    });
    expect(
      await Promise.all(answers),
      "Refuse what is somebody else's. If it can name only the caller's own, add it to `harmless`",
    ).toEqual(exceptions[name] ?? usualRow(name));
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
