import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { opensFor, tokenScopes } from "../../../contract/tokens.ts";
import type { Caller } from "../../http/authorise.ts";
import { limitCalls } from "../../http/limit-calls.ts";
import { createPurse } from "../../http/limits/budgets.ts";
import { createLimiter } from "../../http/limits/limiter.ts";
import { aSurvey } from "../../testing/inputs.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../../testing/test-app.ts";
import { newestMail, tokenIn } from "../../testing/test-mails.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { asProgram, statusWith, tokenOf } from "../../testing/test-tokens.ts";
import { resetAccess, setLocked } from "../users/operator-queries.ts";
import { removeByAddress } from "../users/removal-queries.ts";
import { writeTokenMade } from "./mails.ts";
import { warnOfEnds } from "./queries.ts";
import { isTokenForm, makeToken } from "./token-text.ts";

let site: TestApp;
let surveyor: Person;

beforeAll(async () => {
  site = await createTestApp();
  surveyor = await site.join({ role: "surveyor" });
});

const OWN = "/survey/own";
const aToken = { body: { name: "Screen", scopes: ["read" as const] } };
const problem = async (url: string, token: string) =>
  (await site.inject({ url, headers: asProgram(token) })).json();

describe("the text of a token", () => {
  it("has 32 random bytes and a checksum, and is known without the database", () => {
    const tokens = Array.from({ length: 1_000 }, makeToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) {
      expect(token).toMatch(/^svy_[0-9A-Za-z]{49}$/);
      expect(isTokenForm(token)).toBe(true);
    }
    const [token = ""] = tokens;
    for (let place = 4; place < token.length; place += 1) {
      const other = token[place] === "a" ? "b" : "a";
      expect(isTokenForm(token.slice(0, place) + other + token.slice(place + 1))).toBe(false);
    }
    for (const broken of ["", "svy_", token.slice(0, -1), `${token}0`, token.toLowerCase()]) {
      expect(isTokenForm(broken)).toBe(false);
    }
  });
});

it("offers the scopes of the routes that take tokens, and no other", () => {
  const words = Object.values(routes).flatMap((route) =>
    "tokens" in route && route.access !== "public" ? [route.access] : [],
  );
  expect([...tokenScopes].sort()).toEqual(["read", ...new Set(words)].sort());
});

it("opens nothing by which a person votes, likes, comments, pays, or changes an account", () => {
  const never = ["castVote", "issuePaper", "castBallot", "like", "dislike", "withdrawReaction"];
  never.push("addComment", "addAnswer", "editComment", "deleteComment", "reportSurvey");
  never.push("createPaymentIntent", "recordPayment", "claimPro", "changeRole", "deleteUser");
  never.push("createToken", "endToken", "listOwnTokens", "endAnyToken", "logOut", "registerUser");
  never.push("downloadOwnData", "readSurvey", "listUsers", "setVotesAside");
  for (const name of never) {
    expect(opensFor(tokenScopes, routes[name as keyof typeof routes]), name).toBe(false);
  }
});

describe("the walk of a token", () => {
  it("is made, reads, is ended, and is 401", async () => {
    await surveyor.call(routes.createSurvey, aSurvey({ title: "By hand" }));
    const made = await surveyor.call(routes.createToken, aToken);
    const answer = await site.inject({ url: OWN, headers: asProgram(made.token) });
    expect(answer.json()).toMatchObject([{ title: "By hand" }]);
    expect(answer.headers["ratelimit-policy"]).toBe('"token";q=60000;w=60');
    expect(answer.headers.ratelimit).toMatch(/^"token";r=59999;t=60$/);
    const [listed] = await surveyor.call(routes.listOwnTokens);
    expect(listed).toMatchObject({ name: "Screen", scopes: ["read"], lastAddress: "loopback" });
    await surveyor.call(routes.endToken, { params: { id: made.id } });
    expect(await problem(OWN, made.token)).toMatchObject({
      status: 401,
      refusal: "token.unknown",
    });
  });

  it("is told by a mail and a security event", async () => {
    const person = await site.join();
    await person.call(routes.createToken, aToken);
    const { rows } = await sql<{ about: { tokenId: string } }>`
      select about from outbox where kind = 'token.made' and user_id = ${person.id}`.execute(
      site.db,
    );
    const [{ about } = { about: { tokenId: "" } }] = rows;
    const reader = { userId: person.id, language: "en" } as const;
    const mail = await writeTokenMade("https://polls.example.org")(site.db, about, reader);
    expect(mail?.text).not.toContain("Screen");
    expect(mail?.text).toContain("https://polls.example.org/forgotPassword");
    const events = await person.readAll(routes.listOwnSecurityEvents);
    expect(events.map(({ kind }) => kind)).toContain("token.made");
  });

  it("sees the results that its owner may see, and no others", async () => {
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id, results: "closed" });
    const stranger = await site.join({ role: "surveyor" });
    const resultsFor = async (person: Person) => {
      const headers = asProgram(await tokenOf(person, ["read"]));
      return (await site.inject({ url: `/survey/results/${id}`, headers })).json().results;
    };
    expect(await resultsFor(surveyor)).toEqual({ yes: 0, no: 0 });
    expect(await resultsFor(stranger)).toBeNull();
  });

  it("creates a survey, if it may", async () => {
    const call = { method: "POST", url: "/survey", payload: aSurvey().body } as const;
    const create = async (token: string) =>
      (await site.inject({ ...call, headers: asProgram(token) })).statusCode;
    expect(await create(await tokenOf(surveyor, ["survey:create"]))).toBe(201);
    expect(await create(await tokenOf(surveyor, ["read", "survey:close"]))).toBe(403);
  });

  it("asks for a fresh sign-in, which a token is not", async () => {
    const token = await tokenOf(surveyor);
    const headers = asProgram(token);
    const call = { method: "POST", url: "/tokens", payload: aToken.body, headers } as const;
    expect((await site.inject(call)).json()).toMatchObject({ refusal: "token.scope" });
    expect(routes.createToken.fresh).toBe(true);
  });

  it("is one token for one key, however often it is asked for", async () => {
    const person = await site.join();
    const key = randomUUID();
    const first = await person.call(routes.createToken, { ...aToken, key });
    const again = await person.call(routes.createToken, { ...aToken, key });
    expect(again.id).toBe(first.id);
    expect(await person.readAll(routes.listOwnTokens)).toHaveLength(1);
    // Nobody has seen the first: an answer that came is not asked for again.
    expect(await statusWith(site, "/survey/item", first.token)).toBe(401);
    expect(await statusWith(site, "/survey/item", again.token)).toBe(200);
  });

  it("stops at 25, also for calls at the same time", async () => {
    const person = await site.join();
    for (let count = 0; count < 20; count += 1) await person.call(routes.createToken, aToken);
    await Promise.all(Array.from({ length: 15 }, () => person.status(routes.createToken, aToken)));
    expect(await person.readAll(routes.listOwnTokens)).toHaveLength(25);
    expect(await person.refused(routes.createToken, aToken)).toMatchObject({
      refusal: "token.too-many",
    });
  });
});

describe("a token in the wrong place", () => {
  it("is refused in an address, and says what to do", async () => {
    const token = await tokenOf(surveyor);
    for (const url of [`${OWN}?access_token=${token}`, `/survey/item?token=${token}`]) {
      const answer = await site.inject({ url });
      expect(answer.json()).toMatchObject({ status: 400, refusal: "token.in-address" });
      expect(answer.body).toContain("revoke");
      expect(answer.body).not.toContain(token);
    }
  });

  it("is not looked for if it is mistyped", async () => {
    const token = await tokenOf(surveyor);
    expect(await problem(OWN, `${token}x`)).toMatchObject({ refusal: "token.mistyped" });
    expect(await problem(OWN, makeToken())).toMatchObject({ refusal: "token.unknown" });
  });

  it("is no session, and no proof at /jwt", async () => {
    const token = await tokenOf(surveyor);
    expect(await site.as({ token }).status(routes.listOwnSurveys)).toBe(401);
    const body = { email: surveyor.email };
    const headers = asProgram(token);
    expect(await site.visitor.status(routes.issueToken, { body, headers })).toBe(401);
  });

  it("counts for nothing where everybody gets the same", async () => {
    expect(await statusWith(site, "/settings", "svy_nonsense")).not.toBe(401);
    expect(await statusWith(site, "/transparency/numbers", "svy_nonsense")).toBe(200);
  });
});

describe("a token ends", () => {
  const opens = async (token: string) => (await statusWith(site, OWN, token)) === 200;

  const ways: [string, (person: Person) => Promise<unknown>][] = [
    [
      "at its time",
      (person) =>
        sql`update program_tokens set expires_at = now() where user_id = ${person.id}`.execute(
          site.db,
        ),
    ],
    [
      "when all other sessions are ended",
      (person) => person.call(identityCalls.endOtherSessions, { body: {} }),
    ],
    [
      "with a changed password",
      (person) =>
        person.call(identityCalls.changePassword, {
          body: {
            currentPassword: PASSWORD,
            newPassword: "another horse",
            revokeOtherSessions: true,
          },
        }),
    ],
    [
      "with a password that was reset by mail",
      async (person) => {
        const { email } = person;
        await sql`update identity."user" set "emailVerified" = true where email = ${email}`.execute(
          site.db,
        );
        await site.visitor.call(identityCalls.requestPasswordReset, { body: { email } });
        const token = tokenIn(newestMail(site, email, /new password/).link);
        const body = { token, newPassword: "another horse" };
        await site.visitor.call(identityCalls.resetPassword, { body });
      },
    ],
    [
      "when an operator resets the password",
      (person) => resetAccess(site.db, person.email, { forgetFactors: false }),
    ],
    [
      "when the person is deleted",
      (person) =>
        removeByAddress(site.db, person.email, { ownWish: true }, () => Buffer.from(person.email)),
    ],
    [
      "when an admin ends it",
      async (person) => {
        const admin = await site.join({ admin: true });
        const tokens = await admin.readAll(routes.listTokens);
        const { id = "" } = tokens.find(({ ownerId }) => ownerId === person.id) ?? {};
        await admin.call(routes.endAnyToken, { params: { id } });
        expect(
          await admin.readAll(routes.listAudit, { query: { action: "token.end" } }),
        ).toHaveLength(1);
      },
    ],
  ];
  it.each(ways)("%s", async (_, end) => {
    const person = await site.join({ role: "surveyor" });
    const token = await tokenOf(person);
    expect(await opens(token)).toBe(true);
    await end(person);
    expect(await opens(token)).toBe(false);
  });

  it("not when a person logs out of one browser", async () => {
    const person = await site.join({ role: "surveyor" });
    const token = await tokenOf(person);
    await person.call(routes.logOut);
    await person.call(identityCalls.signOut, { body: {} });
    expect(await opens(token)).toBe(true);
  });

  it("for as long as its owner is locked out", async () => {
    const person = await site.join({ role: "surveyor" });
    const token = await tokenOf(person);
    const hash = () => Buffer.from(person.email);
    await setLocked(site.db, person.email, true, hash);
    expect(await opens(token)).toBe(false);
    await setLocked(site.db, person.email, false, hash);
    expect(await opens(token)).toBe(true);
  });

  it("though it is being made at that moment", async () => {
    const person = await site.join({ role: "surveyor" });
    const [made] = await Promise.all([
      person.answer(routes.createToken, aToken),
      resetAccess(site.db, person.email, { forgetFactors: false }),
    ]);
    if (made.status === 200) expect(await opens(made.body.token)).toBe(false);
    else expect(made.status).toBe(401);
  });
});

it("tells owners once of tokens that end within a week, and forgets old ones", async () => {
  const person = await site.join();
  const make = async (days: number) =>
    (await person.call(routes.createToken, { body: { ...aToken.body, days } })).id;
  const [soon, old, short] = [await make(30), await make(30), await make(5)];
  const endIn = (id: string, days: number) =>
    sql`update program_tokens set expires_at = now() + make_interval(days => ${days}) where id = ${id}`.execute(
      site.db,
    );
  await endIn(soon, 6);
  await endIn(old, -31);
  const count = async () => {
    const { rows } = await sql<{ kind: string }>`select kind from outbox
      where user_id = ${person.id} and kind = 'token.expires'`.execute(site.db);
    return rows.length;
  };
  await warnOfEnds(site.db);
  await warnOfEnds(site.db);
  expect(await count()).toBe(1);
  const left = (await person.readAll(routes.listOwnTokens)).map(({ id }) => id);
  expect(left.sort()).toEqual([soon, short].sort());
});

it("is refused beyond its calls in a minute, alone", async () => {
  const key = Buffer.alloc(32);
  // Six instead of six hundred.
  const limiter = createLimiter({ db: site.db, key, attemptsPerAddress: 30, limitFactor: 0.01 });
  const purse = createPurse({ perMinute: 1e6, atOnce: 1e6 });
  const admit = limitCalls(
    async (_route, { headers }) =>
      ({
        viewer: { id: surveyor.id },
        identity: null,
        credential: { kind: "token", id: headers.authorization },
      }) as Caller,
    limiter,
    purse,
  );
  async function call(authorization: string) {
    const said: Record<string, unknown> = {};
    const reply = { header: (name: string, value: unknown) => (said[name] = value) };
    const request = { headers: { authorization }, query: {} } as FastifyRequest;
    const asked = Promise.resolve(
      admit(routes.listSurveys, request, reply as unknown as FastifyReply),
    );
    const refusal = await asked.then(() => null).catch((error: unknown) => error);
    return { said, refusal };
  }
  for (let count = 0; count < 6; count += 1) expect((await call("one")).refusal).toBeNull();
  const { said, refusal } = await call("one");
  expect(refusal).toMatchObject({
    code: "too_many_requests",
    details: { retryAfterSeconds: expect.any(Number) },
  });
  expect(said).toMatchObject({
    "ratelimit-policy": '"token";q=6;w=60',
    ratelimit: expect.stringMatching(/^"token";r=0;t=\d+$/),
  });
  expect((await call("other")).said.ratelimit).toMatch(/r=5;/);
});

it("is noted as used every quarter of an hour, and never while the site is read-only", async () => {
  const token = await tokenOf(surveyor, ["read"]);
  const used = async () => (await surveyor.call(routes.listOwnTokens))[0]?.lastUsedAt;
  await sql`insert into maintenance (read_only_until) values (now() + interval '1 hour')`.execute(
    site.db,
  );
  const other = await createTestApp({}, site.db);
  expect(await statusWith(other, OWN, token)).toBe(200);
  expect(await used()).toBeNull();
  await sql`delete from maintenance`.execute(site.db);
  await statusWith(site, OWN, token);
  const first = await used();
  expect(first).not.toBeNull();
  await statusWith(site, OWN, token);
  expect(await used()).toBe(first);
});
