import { expect, it } from "vitest";
import { codeOf, type FieldCode, fieldCodes } from "./field-codes.ts";
import { type IdentityCall, identityCalls } from "./identity-calls.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

const inputs = Object.entries<Route | IdentityCall>({ ...routes, ...identityCalls }).flatMap(
  ([name, { query, body }]) =>
    [query, body].flatMap((schema) => (schema ? [{ name, schema }] : [])),
);

const wrong = [undefined, null, "", "x", "x".repeat(30_000), -1, 1e12, [], ["x"], {}, { x: "x" }];

it.each(inputs)("$name names a code of ours for all that is wrong", ({ schema }) => {
  for (const value of wrong) {
    const given = Object.fromEntries(Object.keys(schema.shape).map((field) => [field, value]));
    const found = schema.safeParse(given, { error: codeOf }).error?.issues ?? [];
    const unknown = found.filter(({ message }) => !fieldCodes.includes(message as FieldCode));
    expect(unknown).toEqual([]);
  }
});
