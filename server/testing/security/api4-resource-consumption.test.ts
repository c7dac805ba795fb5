import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { limitsOf } from "../../http/limits/limits.ts";
import { priceOfRoute } from "../../http/limits/prices.ts";
import { accountLimits } from "../../people/identity/better-auth/limits.ts";
import type { TestApp } from "../test-app.ts";
import {
  addThings,
  callerOf,
  createTestScene,
  goodCall,
  letsIn,
  type People,
  type RouteName,
  routeNames,
  routeOf,
  type Things,
} from "../test-scene.ts";

describe("every route that costs", () => {
  const writing = routeNames.filter((name) => routeOf(name).method !== "GET");
  const isForAdmins = (name: RouteName) =>
    !(["user", "pro-user", "surveyor"] as const).some((who) => letsIn(name, who, true));
  const files = routeNames.filter((name) => routeOf(name).download);

  it("says which limits it has, or that it needs none, unless it is for admins only", () => {
    const silent = writing.filter((name) => !routeOf(name).limits && !isForAdmins(name));
    expect(silent).toEqual([]);
  });

  it("counts among the exports if it is a file that not everybody gets", () => {
    const others = files.filter((name) => routeOf(name).access !== "public");
    for (const name of others) expect(limitsOf(routeOf(name)), name).toEqual(["exports"]);
  });

  it("is charged by its size if it sends a whole table", () => {
    expect(files.filter((name) => !priceOfRoute(routeOf(name)).perMegabyte)).toEqual([]);
  });

  it("is charged for searching if anybody may search by it", () => {
    const open = routeNames.filter((name) => {
      const { access, query } = routeOf(name);
      return access === "public" && query && "search" in query.shape;
    });
    expect(open.filter((name) => !priceOfRoute(routeOf(name)).search)).toEqual([]);
  });
});

describe("every call of the identity provider", () => {
  it("has a limit by account if it checks a password or a code, or sends a mail", () => {
    const proving = Object.values(identityCalls).filter(({ path, ...call }) => {
      const fields = "body" in call ? Object.keys(call.body.shape) : [];
      const proves = fields.some((field) => /^(password|currentPassword|code)$/.test(field));
      return proves || /send|request/.test(path);
    });
    // A new account has no wrong passwords to count, and a link in a mail is no password.
    const exempt: string[] = ["/sign-up/email", "/confirm-email"];
    const unlimited = proving
      .map(({ path }) => path)
      .filter((path) => !accountLimits[path] && !exempt.includes(path));
    expect(unlimited).toEqual([]);
  });
});

/** The places in a schema without a maximum length. */
function unboundedIn(schema: unknown, place: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((one) => unboundedIn(one, place));
  const part = schema as Record<string, unknown>;
  const fixed = "enum" in part || "const" in part || "format" in part || "pattern" in part;
  if (part.type === "string" && !fixed && !("maxLength" in part)) return [place];
  if (part.type === "array" && !("maxItems" in part) && !("prefixItems" in part)) return [place];
  return Object.entries(part).flatMap(([key, value]) => unboundedIn(value, `${place}.${key}`));
}

describe("every input", () => {
  // Accepts `true`, `no` and the like; no other text passes.
  const fewWords = [".properties.notVoted"];
  const tables = {
    ...identityCalls,
    ...Object.fromEntries(routeNames.map((n) => [n, routeOf(n)])),
  };

  it.each(Object.entries(tables))("of %s is bounded", (_name, call) => {
    const { query, body } = call as { query?: z.ZodObject; body?: z.ZodObject };
    for (const schema of [query, body]) {
      const described = z.toJSONSchema(schema ?? z.object({}), {
        io: "input",
        unrepresentable: "any",
      });
      const unbounded = unboundedIn(described, "").filter((place) => !fewWords.includes(place));
      expect(unbounded).toEqual([]);
    }
  });
});

describe("over HTTP", () => {
  let site: TestApp;
  let people: People;
  let things: Things;

  beforeAll(async () => {
    ({ site, people } = await createTestScene());
    things = { ...(await addThings(site, people.surveyor)), email: people.user.email };
  });

  it.each(routeNames.filter((name) => routeOf(name).body))(
    "%s takes no body over 64 kB",
    async (name) => {
      const call = goodCall(name, things, callerOf(name, people));
      const payload = { ...(call.payload as object), filler: "x".repeat(64 * 1024) };
      expect((await site.inject({ ...call, payload })).statusCode).toBe(413);
    },
  );

  it.each(routeNames.filter((name) => "limit" in (routeOf(name).query?.shape ?? {})))(
    "%s sends no more than a thousand",
    async (name) => {
      const person = callerOf(name, people);
      const call = goodCall(name, { ...things, email: person.email }, person);
      for (const limit of ["1001", "1000000", "-1", "1e9", "0x7ff", "all"]) {
        const answer = await site.inject({ ...call, url: `${call.url}?limit=${limit}` });
        expect(answer.statusCode, limit).toBe(422);
      }
    },
  );
});
