import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { can } from "../../../contract/permissions.ts";
import { routes } from "../../../contract/routes.ts";
import { opensFor, type TokenScope, tokenScopes } from "../../../contract/tokens.ts";
import type { TestApp } from "../test-app.ts";
import {
  addThings,
  callerOf,
  createTestScene,
  goodCall,
  joinEverybody,
  type People,
  type RouteName,
  routeNames,
  routeOf,
  statusFor,
  statusOf,
} from "../test-scene.ts";
import { asProgram, tokenOf } from "../test-tokens.ts";

/** Every route by programs: with no token, with one that is good for it, and with six that are not. */

let site: TestApp;
let people: People;
let ends: Record<"expired" | "ended" | "ofDeleted" | "ofDemoted", string>;

beforeAll(async () => {
  ({ site, people } = await createTestScene());
  const gone = await joinEverybody(site);
  ends = {
    expired: await tokenOf(gone.surveyor),
    ended: await tokenOf(gone["other surveyor"]),
    ofDeleted: await tokenOf(gone["pro-user"]),
    ofDemoted: await tokenOf(gone.admin),
  };
  const { id } = gone.surveyor;
  await sql`update program_tokens set expires_at = now() where user_id = ${id}`.execute(site.db);
  await sql`delete from program_tokens where user_id = ${gone["other surveyor"].id}`.execute(
    site.db,
  );
  await people.admin.call(routes.deleteUser, { params: { id: gone["pro-user"].id } });
  await sql`update users set admin = false where id = ${gone.admin.id}`.execute(site.db);
});

async function statusesOf(name: RouteName) {
  const caller = callerOf(name, people);
  // Nobody has more than 25.
  await sql`delete from program_tokens where user_id = ${caller.id}`.execute(site.db);
  const good = tokenScopes.filter((scope) => opensFor([scope], routeOf(name)));
  const bad = tokenScopes.filter((scope) => !good.includes(scope));
  const of = async (token: string) => {
    const things = await addThings(site, caller, statusFor(name));
    return statusOf(site, { ...goodCall(name, things, null), headers: asProgram(token) });
  };
  const withScopes = async (scopes: TokenScope[]) =>
    scopes.length > 0 ? of(await tokenOf(caller, scopes)) : null;
  return {
    caller,
    none: await statusOf(
      site,
      goodCall(name, await addThings(site, caller, statusFor(name)), null),
    ),
    session: await statusOf(
      site,
      goodCall(name, await addThings(site, caller, statusFor(name)), caller),
    ),
    good: await withScopes(good.slice(0, 1)),
    bad: await withScopes(bad),
    expired: await of(ends.expired),
    ended: await of(ends.ended),
    deleted: await of(ends.ofDeleted),
    demoted: await of(ends.ofDemoted),
  };
}

// `logOut` ends the session with which the others are called.
const names = routeNames.filter((name) => name !== "logOut");

it.each(names.filter((name) => routeOf(name).tokens))(
  "%s takes a token that is good for it",
  async (name) => {
    const { access } = routeOf(name);
    const found = await statusesOf(name);
    if (access !== "public") expect(found.none).toBe(401);
    expect(found.good).toBe(found.session);
    expect(found.bad).toBe(403);
    expect([found.expired, found.ended, found.deleted]).toEqual([401, 401, 401]);
    const stillMay =
      access === "public" || can({ role: "user", admin: false }, access as "survey:create");
    expect(found.demoted).toBe(stillMay ? found.none : 403);
  },
);

it.each(names.filter((name) => !routeOf(name).tokens))("%s takes no token", async (name) => {
  const found = await statusesOf(name);
  const { access } = routeOf(name);
  expect(found.good).toBeNull();
  if (access === "public") {
    // Whoever calls gets what everybody gets.
    expect([found.bad, found.expired, found.demoted]).toEqual([found.none, found.none, found.none]);
  } else if (access === "identity") {
    expect([found.bad, found.expired, found.demoted]).toEqual([401, 401, 401]);
  } else {
    expect([found.bad, found.demoted]).toEqual([403, 403]);
    expect([found.expired, found.ended, found.deleted]).toEqual([401, 401, 401]);
  }
});
