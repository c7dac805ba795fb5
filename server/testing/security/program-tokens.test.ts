import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { can } from "../../../contract/permissions.ts";
import { routes } from "../../../contract/routes.ts";
import { opensFor, tokenScopes } from "../../../contract/tokens.ts";
import type { Person, TestApp } from "../test-app.ts";
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

const scopesFor = (name: RouteName) =>
  tokenScopes.filter((scope) => opensFor([scope], routeOf(name)));

/** What a call answers to a visitor, and to programs whose tokens are not good for it. */
async function refusalsOf(name: RouteName, caller: Person) {
  // Nobody has more than 25.
  await sql`delete from program_tokens where user_id = ${caller.id}`.execute(site.db);
  const call = goodCall(name, await addThings(site, caller, statusFor(name)), null);
  const of = (token: string) => statusOf(site, { ...call, headers: asProgram(token) });
  const good = scopesFor(name);
  return {
    none: await statusOf(site, call),
    bad: await of(
      await tokenOf(
        caller,
        tokenScopes.filter((scope) => !good.includes(scope)),
      ),
    ),
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
    const caller = callerOf(name, people);
    const refused = await refusalsOf(name, caller);
    if (access !== "public") expect(refused.none).toBe(401);
    expect(refused.bad).toBe(403);
    expect([refused.expired, refused.ended, refused.deleted]).toEqual([401, 401, 401]);
    const stillMay =
      access === "public" || can({ role: "user", admin: false }, access as "survey:create");
    expect(refused.demoted).toBe(stillMay ? refused.none : 403);

    const token = await tokenOf(caller, scopesFor(name).slice(0, 1));
    const [byToken, bySession] = [
      await addThings(site, caller, statusFor(name)),
      await addThings(site, caller, statusFor(name)),
    ];
    const good = { ...goodCall(name, byToken, null), headers: asProgram(token) };
    expect(await statusOf(site, good)).toBe(
      await statusOf(site, goodCall(name, bySession, caller)),
    );
  },
);

it.each(names.filter((name) => !routeOf(name).tokens))("%s takes no token", async (name) => {
  expect(scopesFor(name)).toEqual([]);
  const { none, bad, demoted, ...over } = await refusalsOf(name, callerOf(name, people));
  const { access } = routeOf(name);
  if (access === "public") {
    // Whoever calls gets what everybody gets.
    expect([bad, over.expired, demoted]).toEqual([none, none, none]);
  } else if (access === "identity") {
    expect([bad, over.expired, demoted]).toEqual([401, 401, 401]);
  } else {
    expect([bad, demoted]).toEqual([403, 403]);
    expect([over.expired, over.ended, over.deleted]).toEqual([401, 401, 401]);
  }
});
