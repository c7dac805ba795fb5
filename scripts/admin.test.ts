import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { identityCalls } from "../contract/identity-calls.ts";
import { findReadOnlyUntil } from "../server/operations/maintenance/queries.ts";
import { settings } from "../server/process/environment.ts";
import { projectRoot } from "../server/process/project-root.ts";
import { onDatabase } from "../server/testing/built-server.ts";
import { createTestApp, type Person, type TestApp } from "../server/testing/test-app.ts";
import { isSignedIn, logIn } from "../server/testing/test-identity.ts";

// The built command, as operators run it.

let site: TestApp;
let chief: Person;
beforeAll(async () => {
  site = await createTestApp();
  chief = await site.join({ admin: true });
});

async function run(...words: string[]) {
  const unset = Object.fromEntries(Object.keys(settings.shape).map((key) => [key, ""]));
  const database = await onDatabase(site.db);
  const env = { PATH: process.env.PATH, ...unset, NODE_ENV: "test", ...database };
  const program = path.join(projectRoot, "dist/scripts/admin.js");
  const done = promisify(execFile)(process.execPath, [program, ...words], { env });
  const { stdout, stderr, code = 0 } = await done.catch((error) => error);
  return { output: `${stdout}${stderr}`.trim(), code };
}

it("says how it is used", async () => {
  const person = await site.join();
  for (const words of [
    [],
    ["promote", person.email],
    ["lock"],
    ["read-only"],
    ["lock", person.email, "--yes"],
    ["lock", person.email, "another"],
  ]) {
    const { output, code } = await run(...words);
    expect(code).toBe(2);
    expect(output).toContain("npm run admin -- delete E-MAIL --yes");
  }
  expect(await isSignedIn(person)).toBe(true);
});

it("prints a link with which a person chooses a new password", async () => {
  const person = await site.join();
  const { output, code } = await run("reset", person.email.toUpperCase(), "--forget-factors");
  expect(code).toBe(0);
  expect(output).toContain("second factors are removed");
  expect(output).not.toContain("Passkeys go on working");
  const link = new URL(output.match(/http:\S+/)?.[0] ?? "");
  const body = { token: link.searchParams.get("token") ?? "", newPassword: "a new one, again" };
  await site.visitor.call(identityCalls.resetPassword, { body });
  expect((await logIn(site, person, body.newPassword)).status).toBe(200);
});

it("says of a reset what goes on working", async () => {
  const { output } = await run("reset", (await site.join()).email);
  expect(output).toContain("Passkeys go on working, and so do codes");
  expect(output).toContain("add --forget-factors");
});

it("locks, unlocks and deletes, the last only if that is confirmed", async () => {
  const person = await site.join();
  const { email } = person;
  expect(await run("lock", email)).toEqual({
    output: `${email} is locked out, and every session has ended.`,
    code: 0,
  });
  expect((await logIn(site, person)).status).toBe(403);
  expect(await run("unlock", email)).toEqual({ output: `${email} can log in again.`, code: 0 });
  expect((await logIn(site, person)).status).toBe(200);
  expect(await run("delete", email)).toEqual({
    output: expect.stringContaining("Add --yes to do it."),
    code: 2,
  });
  expect(await run("delete", email, "--yes")).toEqual({ output: `${email} is deleted.`, code: 0 });
  expect(await run("delete", email, "--yes")).toEqual({
    output: expect.stringContaining("Nobody is registered"),
    code: 1,
  });
  expect(await run("lock", email)).toMatchObject({ code: 0 });
  for (const action of [["lock"], ["delete", "--yes"], ["revoke"]]) {
    expect(await run(...action, chief.email)).toEqual({
      output: expect.stringContaining("the last admin who can log in"),
      code: 1,
    });
  }
});

it("makes the site read-only for a while", async () => {
  const { output, code } = await run("read-only", "30m");
  expect(code).toBe(0);
  const until = await findReadOnlyUntil(site.db);
  expect(output).toContain(`Read-only until ${until?.toISOString()}`);
  expect((await run("read-only", "soon")).code).toBe(2);
  expect((await run("read-only", "off")).code).toBe(0);
  expect(await findReadOnlyUntil(site.db)).toBeNull();
});
