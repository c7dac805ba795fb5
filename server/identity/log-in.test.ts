import { beforeAll, describe, expect, it } from "vitest";
import {
  cookieOf,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../testing/test-app.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("log-in by e-mail and password", () => {
  const signIn = (email: string, password: string, on: TestApp = site) =>
    on.call({ method: "POST", url: "/identity/sign-in/email", payload: { email, password } });

  it("works with the right password", async () => {
    const answer = await signIn(person.email, PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(cookieOf(answer)).toContain("survey.session_token=");
  });

  it("keeps the session out of reach of scripts and of other sites", async () => {
    const { cookies } = await signIn(person.email, PASSWORD);
    const session = cookies.find(({ name }) => name === "survey.session_token");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  });

  it("answers an unknown e-mail and a wrong password alike", async () => {
    const wrong = await signIn(person.email, "wrong password");
    const unknown = await signIn("nobody@example.org", "wrong password");
    expect(wrong.statusCode).toBe(401);
    const { requestId: _own, ...problem } = wrong.json();
    expect(unknown.json()).toMatchObject(problem);
  });

  it("refuses a short password at registration", async () => {
    const answer = await site.call({
      method: "POST",
      url: "/identity/sign-up/email",
      payload: { email: "short@example.org", password: "12345", name: "S" },
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].field).toBe("password");
  });

  it("closes an account for a while after ten failures, however parallel, and says for how long", async () => {
    const victim = await site.join();
    const tries = Array.from({ length: 14 }, () => signIn(victim.email, "wrong password"));
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const right = await signIn(victim.email.toUpperCase(), PASSWORD);
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(800);
  });

  it("forgets failures after a success", async () => {
    const someone = await site.join();
    for (const round of [1, 2]) {
      const tries = Array.from({ length: 8 }, () => signIn(someone.email, `wrong ${round}`));
      await Promise.all(tries);
      expect((await signIn(someone.email, PASSWORD)).statusCode).toBe(200);
    }
  });

  it("limits how often one address may try", async () => {
    const strict = await createTestApp({ ATTEMPTS_PER_ADDRESS: "3", LIMIT_FACTOR: "1" });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await signIn(`${attempt}@example.org`, "wrong password", strict);
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  it("refuses calls that another site's page makes", async () => {
    const answer = await site.call({
      method: "POST",
      url: "/identity/sign-in/email",
      headers: { origin: "https://evil.example", cookie: person.cookie },
      payload: { email: person.email, password: PASSWORD },
    });
    expect(answer.statusCode).toBe(403);
  });
});
