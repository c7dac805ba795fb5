import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { cookieOf, createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { aLogIn, logIn } from "../../testing/test-identity.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("log-in by e-mail and password", () => {
  it("works with the right password", async () => {
    const answer = await logIn(site, person);
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toContain("survey.session_token=");
  });

  it("keeps the session out of reach of scripts and of other sites", async () => {
    const { cookies } = await logIn(site, person);
    const session = cookies.find(({ name }) => name === "survey.session_token");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  });

  it("answers an unknown e-mail and a wrong password alike", async () => {
    const refused = (email: string) =>
      site.visitor.refused(identityCalls.signIn, aLogIn({ email }, "wrong password"));
    const { requestId: _own, ...problem } = await refused(person.email);
    expect(problem.status).toBe(401);
    expect(await refused("nobody@example.org")).toMatchObject(problem);
  });

  it("refuses a short password at registration", async () => {
    const body = { email: "short@example.org", password: "12345", name: "S" };
    const refusal = await site.visitor.refused(identityCalls.signUp, { body });
    expect(refusal.status).toBe(422);
    expect(refusal.errors?.[0]?.field).toBe("password");
  });

  it("closes an account for a while after ten failures, however parallel, and says for how long", async () => {
    const victim = await site.join();
    const tries = Array.from({ length: 14 }, () => logIn(site, victim, "wrong password"));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const right = await logIn(site, { email: victim.email.toUpperCase() });
    expect(right.status).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(800);
  });

  it("forgets failures after a success", async () => {
    const someone = await site.join();
    for (const round of [1, 2]) {
      const tries = Array.from({ length: 8 }, () => logIn(site, someone, `wrong ${round}`));
      await Promise.all(tries);
      expect((await logIn(site, someone)).status).toBe(200);
    }
  });

  it("limits how often one address may try", async () => {
    const strict = await createTestApp({ ATTEMPTS_PER_ADDRESS: "3", LIMIT_FACTOR: "1" });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await logIn(strict, { email: `${attempt}@example.org` }, "wrong password");
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  it("refuses calls that another site's page makes", async () => {
    const headers = { origin: "https://evil.example" };
    const input = { ...aLogIn(person), headers };
    expect(await person.status(identityCalls.signIn, input)).toBe(403);
  });
});
