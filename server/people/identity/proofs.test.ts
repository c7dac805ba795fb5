import { randomUUID } from "node:crypto";
import { betterAuth } from "better-auth";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../database/connect.ts";
import { createLimiter } from "../../http/limits/limiter.ts";
import { createTestDatabase, PASSWORD } from "../../testing/test-app.ts";
import { limitsByAccount } from "./better-auth/limits.ts";

const ORIGIN = "http://localhost:3000";
let ask: (path: string, body: object, cookie?: string) => Promise<Response>;

// The provider with all its paths, including those that the product does not serve.
beforeAll(async () => {
  const db: Database = await createTestDatabase();
  const settings = { attemptsPerAddress: 1000, limitFactor: 1 };
  const limiter = createLimiter({ ...settings, db, key: Buffer.alloc(32, 1) });
  const auth = betterAuth({
    baseURL: ORIGIN,
    secret: "a secret for tests, long enough",
    database: { db, type: "postgres", schemaName: "identity" },
    emailAndPassword: {
      enabled: true,
      // Only the number of guesses matters here, and real hashes are slow.
      password: {
        hash: async (password) => `hash of ${password}`,
        verify: async ({ hash, password }) => hash === `hash of ${password}`,
      },
    },
    rateLimit: { enabled: false },
    advanced: { database: { generateId: "uuid" } },
    plugins: [limitsByAccount(limiter)],
  });
  ask = (path, body, cookie = "") =>
    auth.handler(
      new Request(`${ORIGIN}/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: ORIGIN, cookie },
        body: JSON.stringify(body),
      }),
    );
});

/** A person's session cookie, as a thief would have it. */
async function stealSession(): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  const signedUp = await ask("/sign-up/email", { email, password: PASSWORD, name: "N" });
  return signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

it("bounds guesses of whoever has a session, wherever the password is asked for again", async () => {
  const cookie = await stealSession();
  const guesses = Array.from({ length: 6 }, (_, index) => [
    ask("/verify-password", { password: `wrong ${index}` }, cookie),
    ask("/change-password", { currentPassword: `wrong ${index}`, newPassword: PASSWORD }, cookie),
  ]).flat();
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  const right = await ask("/verify-password", { password: PASSWORD }, cookie);
  expect(right.status).toBe(429);
  expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(800);
});

it("counts for each account on its own, and for nobody where nobody is", async () => {
  const [one, other] = [await stealSession(), await stealSession()];
  for (let guess = 0; guess < 11; guess += 1) await ask("/verify-password", { password: "x" }, one);
  expect((await ask("/verify-password", { password: "x" }, one)).status).toBe(429);
  expect((await ask("/verify-password", { password: PASSWORD }, other)).status).toBe(200);
  expect((await ask("/verify-password", { password: "x" })).status).toBe(401);
});
