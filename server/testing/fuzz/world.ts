import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/connect.ts";
import { createAccessTokens } from "../../people/identity/access-token.ts";
import { deriveKey } from "../../process/secret.ts";
import { insertSurvey, updateSurvey } from "../../surveys/survey/queries.ts";
import { createRandom } from "./random.ts";

export const standings = {
  user: { role: "user", admin: false },
  "pro-user": { role: "pro-user", admin: false },
  surveyor: { role: "surveyor", admin: false },
  admin: { role: "user", admin: true },
} as const;

export type Role = "visitor" | keyof typeof standings;

const PASSWORD = "a long way home";
const HOST = "localhost:3000";

/**
 * The data of the fuzzed site, and the people who call. Its ids come from the seed, so that the
 * same seed makes the same requests.
 */
export interface World {
  roles: Role[];
  surveyIds: string[];
  userIds: string[];
  emails: string[];
  /** Valid values of fields, by name. */
  values: Record<string, unknown[]>;
  headersOf(who: Role): Record<string, string>;
  /** Restores what would make requests less useful: changed roles, surveys taken down. */
  tidy(): Promise<void>;
  /** Logs in a person who has just logged out. */
  renew(who: Role): Promise<void>;
}

interface Deps {
  app: FastifyInstance;
  db: Database;
  /** Signs the app's access tokens. */
  secret: string;
  seed: string;
}

export async function createWorld({ app, db, secret, seed }: Deps): Promise<World> {
  const random = createRandom(seed);
  const many = (count: number) => Array.from({ length: count }, () => random.uuid());
  const [surveyIds, userIds, commentIds, reportIds] = [many(40), many(40), many(20), many(20)];
  const tokens = createAccessTokens(deriveKey(secret, "access token"));
  const names = Object.keys(standings) as (keyof typeof standings)[];
  const emailOf = (name: string) => `${name}@fuzz.test`;
  const cookies: Partial<Record<Role, string>> = {};
  let headers: Partial<Record<Role, Record<string, string>>> = {};

  async function enter(name: keyof typeof standings, way: "sign-up" | "sign-in"): Promise<void> {
    const person = { name, image: "/avatars/01.svg" };
    const answer = await app.inject({
      method: "POST",
      url: `/identity/${way}/email`,
      headers: { host: HOST, origin: `http://${HOST}` },
      payload: { email: emailOf(name), password: PASSWORD, ...(way === "sign-up" && person) },
    });
    // A log-in may be refused: the requests may have used up the guesses of this password.
    if (way === "sign-up" && answer.statusCode !== 200) throw new Error(answer.body);
    cookies[name] = answer.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join("; ");
  }

  for (const name of names) await enter(name, "sign-up");
  await db
    .insertInto("users")
    .values(userIds.map((id) => ({ id, email: `${id}@fuzz.test`, username: "Somebody" })))
    .execute();

  /** Inserts the person again if a request with the right password has deleted them. */
  async function setStanding(name: keyof typeof standings) {
    return db
      .insertInto("users")
      .values({ email: emailOf(name), username: name, ...standings[name] })
      .onConflict((conflict) => conflict.column("email").doUpdateSet(standings[name]))
      .returning(["id", "token_version as tokenVersion"])
      .executeTakeFirstOrThrow();
  }

  async function tidy(): Promise<void> {
    const fresh: typeof headers = {};
    for (const name of names) {
      const user = await setStanding(name);
      const signIn = { signedInAt: new Date(), secondFactor: false };
      const token = tokens.issue({ ...user, email: emailOf(name) }, signIn);
      fresh[name] = { validation: `bearer ${token}`, cookie: cookies[name] ?? "" };
    }
    headers = fresh;
    // Half of them are published, the others wait for a decision.
    for (const [status, ids] of [
      ["published", surveyIds.slice(10)],
      ["pending", surveyIds.slice(0, 10)],
    ] as const) {
      const published_at = status === "published" ? new Date() : null;
      for (const id of ids) await updateSurvey(db, id, { status, published_at });
    }
  }

  const owner = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", emailOf("surveyor"))
    .executeTakeFirstOrThrow();
  for (const id of surveyIds) {
    const text = { title: "T", description: "D", category: "politics", question: "Q?" } as const;
    await insertSurvey(db, { id, surveyor_id: owner.id, ...text });
  }
  const [surveyId = ""] = surveyIds.slice(-1);
  await db
    .insertInto("comments")
    .values(commentIds.map((id) => ({ id, survey_id: surveyId, user_id: owner.id, text: "C" })))
    .execute();
  await db
    .insertInto("reports")
    .values(
      reportIds.map((id, index) => {
        const user_id = userIds[index] ?? owner.id;
        return { id, survey_id: surveyId, user_id, text: "R" };
      }),
    )
    .execute();
  await tidy();

  const emails = [...names.map(emailOf), "nobody@fuzz.test"];
  return {
    roles: ["visitor", ...names],
    surveyIds,
    userIds,
    emails,
    values: {
      surveyItemId: [...surveyIds, surveyId],
      survey: surveyIds,
      commentId: commentIds,
      reportIds: reportIds.map((id) => [id]),
      email: emails,
      after: [`1763200000000_${surveyId}`, `3_${surveyId}`, `0_${surveyId}`],
      password: [PASSWORD, "another one"],
      newPassword: [PASSWORD],
      number: ["4242 4242 4242 4242", "4000 0000 0000 0002", "4000 0025 0000 3155"],
      expiry: ["12 / 34"],
      cvc: ["123"],
      url: ["", "/avatars/02.svg", "https://photos.example.org/x.png"],
      image: ["", "/avatars/02.svg"],
      callbackURL: ["/socialPopup"],
      errorCallbackURL: ["/socialPopup"],
      provider: ["demo"],
      search: ["t", "t d", "q politics", ""],
      transactionId: ["pi_1", "sandbox_0123456789abcdef01234567"],
    },
    headersOf: (who) => ({ host: HOST, origin: `http://${HOST}`, ...headers[who] }),
    tidy,
    async renew(who) {
      if (who !== "visitor") await enter(who, "sign-in");
      await tidy();
    },
  };
}

/** Settings for an app to fuzz: no limits and no load shedding. */
export const fuzzSettings = {
  LIMIT_FACTOR: "1000000",
  SHED_AFTER_MS: "600000",
  REGISTRATION_PROOF_OF_WORK: "off",
};

export function newSeed(): string {
  return randomUUID().slice(0, 8);
}
