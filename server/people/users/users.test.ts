import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";

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
  const details = ({ email }: { email: string }, username = "New Name") => ({
    body: { email, username, url: "https://example.org/me.png", role: "user" as const },
  });

  it("stores name and photo under the caller, and says the same id each time", async () => {
    const first = await user.call(routes.registerUser, details(user));
    expect(first).toEqual({ insertedId: user.id });
    expect(await user.call(routes.registerUser, details(user, "Newer Name"))).toEqual(first);
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
    expect(await site.visitor.status(routes.registerUser, details(user))).toBe(401);
  });

  it("is 403 for somebody else's e-mail, known or not", async () => {
    for (const someone of [pro, { email: "nobody@example.org" }]) {
      expect(await user.status(routes.registerUser, details(someone))).toBe(403);
    }
  });

  it("never changes a role", async () => {
    await pro.call(routes.registerUser, details(pro));
    const flag = await pro.call(routes.readProFlag, { params: { email: pro.email } });
    expect(flag).toEqual({ isProUser: true });
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
    const body = { ...details(user).body, [field]: value };
    const refusal = await user.refused(routes.registerUser, { body });
    expect(refusal.status).toBe(422);
    expect(refusal.errors).toMatchObject([
      { field, code: expect.any(String), message: expect.any(String) },
    ]);
  });
});

describe("the flags", () => {
  const flags = [
    routes.readNormalFlag,
    routes.readProFlag,
    routes.readAdminFlag,
    routes.readSurveyorFlag,
  ];
  const read = async (person: Person, email = person.email) => {
    const answers = flags.map((flag) => person.call(flag, { params: { email } }));
    return Object.assign({}, ...(await Promise.all(answers)));
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
    expect(await read(admin, "nobody@example.org")).toEqual(none);
  });

  it("take the e-mail in any case", async () => {
    expect(await read(pro, pro.email.toUpperCase())).toEqual({ ...none, isProUser: true });
  });

  it.each(flags)("keep $path from others, whether or not the e-mail exists", async (flag) => {
    const ask = (email: string) => user.refused(flag, { params: { email } });
    const { requestId: _one, ...said } = await ask(admin.email);
    const { requestId: _two, ...alsoSaid } = await ask("nobody@example.org");
    expect(said.status).toBe(403);
    expect(alsoSaid).toEqual(said);
    expect(await site.visitor.status(flag, { params: { email: user.email } })).toBe(401);
  });
});
