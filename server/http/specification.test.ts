import { expect, it } from "vitest";
import { z } from "zod";
import { pathParams, type Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { section7 } from "../testing/section-seven.ts";

const callOf = ({ method, path }: Route) => `${method} ${path}`;

/** The field names of an object, or of the items of an array. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

it.each(section7)("$call is as specified", (line) => {
  const { call, payload = [], added = [], reply, route: name } = line;
  const route: Route = routes[name];
  expect(callOf(route)).toBe(call);
  const taken: Record<string, z.ZodType> =
    route.body instanceof z.ZodObject ? route.body.shape : {};
  expect(Object.keys(taken).filter((field) => !added.includes(field))).toEqual(payload);
  for (const field of added) expect(taken[field]?.safeParse(undefined).success, field).toBe(true);
  if (reply === "text") expect(route.reply).toBeInstanceOf(z.ZodString);
  else expect(fieldsOf(route.reply)).toEqual(expect.arrayContaining(reply ?? []));
});

it("gives every route an access, a summary and parameters that are known", () => {
  for (const route of Object.values(routes) as Route[]) {
    expect(route.access).toBeTruthy();
    expect(route.summary).toBeTruthy();
    for (const [, name] of route.path.matchAll(/:(\w+)/g))
      expect(pathParams).toHaveProperty(name ?? "");
  }
});
