import { randomUUID } from "node:crypto";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import type { Challenge, SolvedChallenge } from "../../../contract/proof-of-work.ts";
import { routes } from "../../../contract/routes.ts";
import { sweepExpired } from "../../database/sweep.ts";
import { createTestApp, PASSWORD, type TestApp } from "../../testing/test-app.ts";
import { challengeLevel } from "./sign-up-challenges.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp({ REGISTRATION_PROOF_OF_WORK: "always" });
});

afterEach(() => {
  vi.useRealTimers();
});

async function askFor(from: TestApp, remoteAddress = "10.0.0.1"): Promise<Challenge | null> {
  return (await from.as({ remoteAddress }).call(routes.createSignUpChallenge)).challenge;
}

async function solve(challenge: Challenge): Promise<SolvedChallenge> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("not solved in time");
  const { counter, derivedKey } = solution;
  return { challenge, solution: { counter, derivedKey } };
}

async function newProof(from = site, remoteAddress?: string): Promise<SolvedChallenge> {
  const challenge = await askFor(from, remoteAddress);
  if (!challenge) throw new Error("nothing is asked for");
  return solve(challenge);
}

function signUp(at: TestApp, proof?: object, more: object = {}, remoteAddress = "10.0.0.1") {
  const email = `${randomUUID()}@example.org`;
  return at.as({ remoteAddress }).answer(identityCalls.signUp, {
    body: { email, name: "New Person", password: PASSWORD, ...(proof && { proof }), ...more },
  });
}

describe("A registration that needs a proof of work", () => {
  it("is refused without one, with a code that says so, and makes no account", async () => {
    const email = "without.proof@example.org";
    const answer = await signUp(site, undefined, { email });
    expect(answer.status).toBe(428);
    expect(answer.body).toMatchObject({ status: 428, code: "proof_required" });
    const account = await sql`select id from identity.user where email = ${email}`.execute(site.db);
    expect(account.rows).toEqual([]);
  });

  it("is taken with one, once, on whichever server", async () => {
    const other = await createTestApp({ REGISTRATION_PROOF_OF_WORK: "always" }, site.db);
    const proof = await newProof();
    expect((await signUp(other, proof)).status).toBe(200);
    expect((await signUp(site, proof)).status).toBe(428);
    expect((await signUp(other, proof)).status).toBe(428);
  });

  it("is taken once even if the same proof comes many times at once", async () => {
    const proof = await newProof();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(site, proof)));
    const codes = answers.map(({ status }) => status).sort();
    expect(codes).toEqual([200, 428, 428, 428, 428]);
  });

  it("is refused with a wrong solution, a changed challenge or somebody else's signature", async () => {
    const { challenge, solution } = await newProof();
    const { parameters, signature } = challenge;
    const flipped = (text: string) => (text.startsWith("0") ? "1" : "0") + text.slice(1);
    const forgeries = [
      { challenge, solution: { ...solution, derivedKey: flipped(solution.derivedKey) } },
      { challenge: { parameters: { ...parameters, cost: 1 }, signature }, solution },
      { challenge: { parameters: { ...parameters, data: { level: 3 } }, signature }, solution },
      {
        challenge: {
          parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 },
          signature,
        },
        solution,
      },
      { challenge: { parameters, signature: flipped(signature) }, solution },
    ];
    for (const forgery of forgeries) {
      expect((await signUp(site, forgery)).status).toBe(428);
    }
    expect((await signUp(site, { challenge, solution })).status).toBe(200);
  });

  it("is refused with a proof that has expired", async () => {
    const proof = await newProof();
    const late = proof.challenge.parameters.expiresAt * 1000 + 1000;
    vi.useFakeTimers({ toFake: ["Date"], now: late });
    expect((await signUp(site, proof)).status).toBe(428);
  });

  it("is 422 with something that is no proof at all", async () => {
    for (const proof of [{}, { challenge: {}, solution: {} }, { challenge: null }]) {
      expect((await signUp(site, proof)).status).toBe(422);
    }
  });

  it("keeps its proof when the password is refused", async () => {
    const proof = await newProof();
    expect((await signUp(site, proof, { password: "12345" })).status).toBe(422);
    expect((await signUp(site, proof)).status).toBe(200);
  });
});

describe("A proof that has been used", () => {
  it("is kept until it expires, and no longer", async () => {
    const proof = await newProof();
    await signUp(site, proof);
    const kept = () =>
      site.db
        .selectFrom("identity.used_proofs")
        .select("ends_at")
        .where("signature", "=", proof.challenge.signature)
        .executeTakeFirst();
    await sweepExpired(site.db);
    expect((await kept())?.ends_at.getTime()).toBe(proof.challenge.parameters.expiresAt * 1000);
    await site.db
      .updateTable("identity.used_proofs")
      .set({ ends_at: new Date(0) })
      .where("signature", "=", proof.challenge.signature)
      .execute();
    await sweepExpired(site.db);
    expect(await kept()).toBeUndefined();
  });
});

describe("By default, a proof is asked for", () => {
  it("only where many have registered in the last hour, and by network", async () => {
    const busy = await createTestApp({ REGISTRATION_PROOF_OF_WORK: "busy", LIMIT_FACTOR: "1" });
    for (let last = 1; last <= 10; last += 1) {
      // Each call comes from another address of the same /64.
      const address = `2001:db8:1:2::${last}`;
      expect(await askFor(busy, address)).toBeNull();
      expect((await signUp(busy, undefined, {}, address)).status).toBe(200);
    }
    const neighbour = "2001:db8:1:2:ffff::1";
    expect((await signUp(busy, undefined, {}, neighbour)).status).toBe(428);
    const proof = await newProof(busy, neighbour);
    expect((await signUp(busy, proof, {}, neighbour)).status).toBe(200);
    const elsewhere = "2001:db8:1:3::1";
    expect(await askFor(busy, elsewhere)).toBeNull();
    expect((await signUp(busy, undefined, {}, elsewhere)).status).toBe(200);
  });

  it.each([
    ["a /56", 20, (turn: number) => `2001:db8:2:${(0x4400 + turn).toString(16)}::1`],
    ["a /48", 80, (turn: number) => `2001:db8:3:${(turn * 256).toString(16)}::1`],
  ])("where each sign-up comes from another network of %s, too", async (_, free, addressOf) => {
    const busy = await createTestApp({
      REGISTRATION_PROOF_OF_WORK: "busy",
      LIMIT_FACTOR: "1",
      ATTEMPTS_PER_ADDRESS: "100",
    });
    // A refused sign-up counts like one that succeeds, and needs no password to be hashed.
    const tryToSignUp = (turn: number) => signUp(busy, undefined, { name: 1 }, addressOf(turn));
    for (let turn = 1; turn < free; turn += 1) {
      expect((await tryToSignUp(turn)).status).toBe(422);
    }
    expect(await askFor(busy, addressOf(free))).toBeNull();
    expect((await signUp(busy, undefined, {}, addressOf(free))).status).toBe(200);
    expect((await signUp(busy, undefined, {}, addressOf(free + 1))).status).toBe(428);
    expect(await askFor(busy, addressOf(free + 2))).not.toBeNull();
    expect(await askFor(busy, "2001:db8:4::1")).toBeNull();
  });

  it("by nobody where it is switched off", async () => {
    const off = await createTestApp({ REGISTRATION_PROOF_OF_WORK: "off", LIMIT_FACTOR: "1" });
    for (let count = 0; count < 11; count += 1) {
      expect((await signUp(off)).status).toBe(200);
    }
    expect(await askFor(off)).toBeNull();
  });
});

describe("challengeLevel", () => {
  it("grows with the number of sign-ups, up to what a phone can bear", () => {
    const levels = [0, 9, 10, 19, 20, 39, 40, 5_000].map((count) =>
      challengeLevel("busy", 10, count),
    );
    expect(levels).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect([0, 10, 20].map((count) => challengeLevel("always", 10, count))).toEqual([1, 1, 2]);
  });
});
