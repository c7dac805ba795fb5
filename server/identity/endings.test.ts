import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { newestMail } from "../testing/test-mails.ts";
import { addTestSurvey, castVote } from "../testing/test-surveys.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  site.call({ method: "POST", url, payload, headers });

async function idTokenOf({ cookie }: Person): Promise<string> {
  const answer = await site.call({ url: "/identity/token", headers: { cookie } });
  return answer.json().token;
}

async function resetTokenFor(email: string): Promise<string> {
  await post("/identity/request-password-reset", { email });
  return newestMail(site, email, /new password/).link.searchParams.get("token") ?? "";
}

/** Every way in which a person's tokens end. */
const endings: Record<string, (person: Person) => Promise<unknown>> = {
  "the product's log-out": ({ headers }) => post("/logout", {}, headers),
  "the provider's log-out": ({ cookie }) => post("/identity/sign-out", {}, { cookie }),
  "a password reset": async ({ email }) =>
    post("/identity/reset-password", {
      token: await resetTokenFor(email),
      newPassword: "another horse",
    }),
  "a proof of the address by somebody else": ({ email }) => {
    const token = newestMail(site, email, /Confirm/).link.searchParams.get("token");
    return post("/identity/confirm-email", { token, password: "another horse" });
  },
};

describe.each(Object.entries(endings))("%s", (_name, end) => {
  it("ends access tokens and ID tokens at once", async () => {
    const person = await site.join();
    const authorization = `Bearer ${await idTokenOf(person)}`;
    const exchange = () => post("/jwt", { email: person.email }, { authorization });
    expect((await exchange()).statusCode).toBe(200);
    await end(person);
    expect((await exchange()).statusCode).toBe(401);
    const flag = { url: `/users/normal/${person.email}`, headers: person.headers };
    expect((await site.call(flag)).statusCode).toBe(401);
  });
});

it("a password reset ends every other reset link", async () => {
  const person = await site.join();
  const [first, second] = [await resetTokenFor(person.email), await resetTokenFor(person.email)];
  const reset = (token: string, newPassword: string) =>
    post("/identity/reset-password", { token, newPassword });
  expect((await reset(second, "another horse")).statusCode).toBe(200);
  const late = await reset(first, "a thief's horse");
  expect(late.statusCode).toBe(422);
  expect(late.json().errors[0].field).toBe("token");
});

describe("a live stream", () => {
  let origin: string;
  beforeAll(async () => {
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    origin = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`;
  });

  async function openStream(person: Person) {
    const id = await addTestSurvey(site.db);
    await castVote(site, person, id);
    const { headers } = person;
    const stream = await fetch(`${origin}/survey/live/${id}`, { headers });
    const reader = stream.body?.getReader();
    await reader?.read();
    return reader;
  }

  it("ends with the log-out", async () => {
    const person = await site.join();
    const reader = await openStream(person);
    await post("/logout", {}, person.headers);
    expect((await reader?.read())?.done).toBe(true);
  });

  it("ends with the person", async () => {
    const [person, admin] = [await site.join(), await site.join({ admin: true })];
    const reader = await openStream(person);
    const { headers } = admin;
    await site.call({ method: "DELETE", url: `/users/${person.id}`, headers });
    expect((await reader?.read())?.done).toBe(true);
  });
});
