import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";

let site: TestApp;
let user: Person;
let pro: Person;
let surveyor: Person;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  [user, pro, surveyor, admin] = await Promise.all([
    site.join(),
    site.join({ role: "pro-user" }),
    site.join({ role: "surveyor" }),
    site.join({ admin: true }),
  ]);
});

describe("POST /users", () => {
  const register = (person: Person | null, payload: object) =>
    site.call({ method: "POST", url: "/users", headers: person?.headers ?? {}, payload });
  const details = (person: Person) => ({
    email: person.email,
    username: "New Name",
    url: "https://example.org/me.png",
    role: "user",
  });

  it("stores name and photo under the caller, and says the same id each time", async () => {
    const first = await register(user, details(user));
    const again = await register(user, { ...details(user), username: "Newer Name" });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({ insertedId: user.id });
    expect(again.json()).toEqual(first.json());
    const row = await site.db
      .selectFrom("users")
      .select(["username", "url", "role"])
      .where("id", "=", user.id)
      .executeTakeFirst();
    expect(row).toEqual({
      username: "Newer Name",
      url: "https://example.org/me.png",
      role: "user",
    });
  });

  it("is 401 for a visitor", async () => {
    expect((await register(null, details(user))).statusCode).toBe(401);
  });

  it("is 403 for somebody else's e-mail, known or not", async () => {
    expect((await register(user, details(pro))).statusCode).toBe(403);
    const unknown = { ...details(user), email: "nobody@example.org" };
    expect((await register(user, unknown)).statusCode).toBe(403);
  });

  it("never changes a role", async () => {
    expect((await register(pro, details(pro))).statusCode).toBe(200);
    const flag = await site.call({ url: `/users/pro/${pro.email}`, headers: pro.headers });
    expect(flag.json()).toEqual({ isProUser: true });
  });

  it.each([
    ["role", "admin"],
    ["role", "pro-user"],
    ["username", "  "],
    ["username", "x".repeat(101)],
    ["url", "javascript:alert(1)"],
    ["url", "not an address"],
    ["url", `https://example.org/${"x".repeat(2048)}`],
    ["email", "not an address"],
  ])("is 422 for the %s %j, and names the field", async (field, value) => {
    const answer = await register(user, { ...details(user), [field]: value });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([{ field, message: expect.any(String) }]);
  });
});

describe("the flags", () => {
  const flags = ["normal", "pro", "admin", "surveyor"];
  const read = async (person: Person, email = person.email) => {
    const answers = await Promise.all(
      flags.map((flag) => site.call({ url: `/users/${flag}/${email}`, headers: person.headers })),
    );
    return Object.assign({}, ...answers.map((answer) => answer.json()));
  };
  const none = { isNormalUser: false, isProUser: false, isAdmin: false, isSurveyor: false };

  it("tell each of the four apart", async () => {
    expect(await read(user)).toEqual({ ...none, isNormalUser: true });
    expect(await read(pro)).toEqual({ ...none, isProUser: true });
    expect(await read(surveyor)).toEqual({ ...none, isSurveyor: true });
    expect(await read(admin)).toEqual({ ...none, isAdmin: true });
  });

  it("are read by admins for anybody", async () => {
    expect(await read(admin, pro.email)).toEqual({ ...none, isProUser: true });
    const unknown = { url: "/users/admin/nobody@example.org", headers: admin.headers };
    expect((await site.call(unknown)).statusCode).toBe(404);
  });

  it("take the e-mail in any case", async () => {
    expect(await read(pro, pro.email.toUpperCase())).toEqual({ ...none, isProUser: true });
  });

  it.each(flags)("keep %s from others, the same whether or not the e-mail exists", async (flag) => {
    const ask = (email: string, headers = user.headers) =>
      site.call({ url: `/users/${flag}/${email}`, headers });
    const known = await ask(admin.email);
    const unknown = await ask("nobody@example.org");
    expect([known.statusCode, unknown.statusCode]).toEqual([403, 403]);
    const { requestId: _one, ...said } = known.json();
    const { requestId: _two, ...alsoSaid } = unknown.json();
    expect(alsoSaid).toEqual(said);
    expect((await ask(user.email, {} as typeof user.headers)).statusCode).toBe(401);
  });
});
