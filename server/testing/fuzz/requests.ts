import { z } from "zod";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import { pages } from "../../../contract/pages.ts";
import { can, permissions } from "../../../contract/permissions.ts";
import type { Route } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { brokenBodies, oddContentTypes, oddHeaders, oddTexts, oddValue } from "./odd-values.ts";
import { createRandom, type Random } from "./random.ts";
import { rawTarget } from "./raw-targets.ts";
import { type Role, standings, type World } from "./world.ts";

export interface FuzzRequest {
  index: number;
  /** The name in the route table, or the address if it has none. */
  target: string;
  who: Role;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Sent as bytes, because no client library would send such an address. */
  raw?: true;
}

type Target = Pick<Route, "query" | "body"> & {
  name: string;
  method: string;
  path: string;
  access?: Route["access"];
};

const identityTargets: Target[] = Object.entries<IdentityCall>(identityCalls).map(
  ([name, call]) => ({
    name: `identity ${name}`,
    ...call,
    path: IDENTITY_PATH + call.path,
  }),
);

/** What is served besides the tables, and addresses that are not served. */
const otherTargets: Target[] = [
  ...["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/nothing", "/assets/x.js"],
  ...["/demo-issuer/authorize", "/demo-issuer/choose", "/avatars/:id"],
  ...Object.values(pages),
  ...["/nothing", "/ok", "/error", "/admin/list-users", "/callback/x", "/sign-in/:id"].map(
    (path) => IDENTITY_PATH + path,
  ),
]
  .map((path) => ({ name: path, method: "GET", path }))
  .concat(
    ["/payment-webhook", "/mcp", "/demo-issuer/token", `${IDENTITY_PATH}/delete-user`].map(
      (path) => ({
        name: path,
        method: "POST",
        path,
      }),
    ),
  );

const tableTargets: Target[] = Object.entries<Route>(routes).map(([name, route]) => ({
  name,
  ...route,
}));

// Enough to try each beginning with most kinds of ends in a long run.
const RAW_SHARE = 0.05;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

/** The request with this number: the same for the same seed, whatever came before. */
export function createRequests(seed: string, world: World): (index: number) => FuzzRequest {
  return (index) => {
    const random = createRandom(`${seed}:${index}`);
    if (random.chance(RAW_SHARE)) return rawRequest(index, random, world);
    const target = pickTarget(random);
    const who = pickRole(target, random, world);
    const method = random.chance(0.04) ? random.pick(methods) : target.method;
    const body =
      method === "GET" || method === "HEAD" ? undefined : writeBody(target, random, world);
    return {
      index,
      target: target.name,
      who,
      method,
      url: writePath(target, random, world) + writeQuery(target, random, world),
      headers: writeHeaders(random, body !== undefined),
      ...(body !== undefined && { body }),
    };
  };
}

function rawRequest(index: number, random: Random, { roles }: World): FuzzRequest {
  return {
    index,
    target: "raw target",
    who: random.pick(roles),
    method: random.chance(0.8) ? "GET" : random.pick(methods),
    url: rawTarget(random),
    headers: { accept: random.pick(["text/html", "text/html", "*/*", "application/json"]) },
    raw: true,
  };
}

function pickTarget(random: Random): Target {
  const share = random.below(100);
  if (share < 82) return random.pick(tableTargets);
  return random.pick(share < 94 ? identityTargets : otherTargets);
}

/** Everybody calls everything, but more often those who may. */
function pickRole({ access }: Target, random: Random, { roles }: World): Role {
  const granted = permissions.find((permission) => permission === access);
  if (!granted || random.chance(0.4)) return random.pick(roles);
  return random.pick(roles.filter((role) => role !== "visitor" && can(standings[role], granted)));
}

function writePath({ path }: Target, random: Random, world: World): string {
  return path.replace(/:(\w+)/g, (_, param: string) => {
    if (random.chance(0.12)) return encode(random.pick(oddTexts));
    if (param === "email") return encode(random.pick(world.emails));
    if (param === "provider") return random.pick(["demo", "google", "x"]);
    return random.pick(path.startsWith("/users") ? world.userIds : world.surveyIds);
  });
}

/** A lone surrogate can't be URL-encoded, but its bytes can be written anyway. */
function encode(text: string): string {
  return /\p{Surrogate}/u.test(text) ? "%ED%A0%80" : encodeURIComponent(text);
}

function writeQuery(target: Target, random: Random, world: World): string {
  const parts: string[] = [];
  for (const [name, schema] of Object.entries(target.query?.shape ?? {})) {
    if (random.chance(0.4)) continue;
    const good = () =>
      String(JSON.parse(sample(name, describe(schema as z.ZodType), random, world)));
    const times = random.chance(0.05) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const value = random.chance(0.3) ? random.pick(oddTexts) : good();
      parts.push(`${name}${random.chance(0.03) ? "[]" : ""}=${encode(value)}`);
    }
  }
  if (random.chance(0.1))
    parts.push(`${encode(random.pick(oddTexts))}=${encode(random.pick(oddTexts))}`);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

function writeHeaders(random: Random, hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = hasBody ? { "content-type": "application/json" } : {};
  if (hasBody && random.chance(0.05)) headers["content-type"] = random.pick(oddContentTypes);
  if (random.chance(0.3)) {
    headers["idempotency-key"] = random.pick(oddHeaders["idempotency-key"] ?? []);
  }
  if (random.chance(0.15)) {
    const name = random.pick(Object.keys(oddHeaders));
    headers[name] = random.pick(oddHeaders[name] ?? []);
  }
  return headers;
}

/** A good body with some fields made odd, or something else entirely. Often no body. */
function writeBody(target: Target, random: Random, world: World): string | undefined {
  if (random.chance(0.05)) return random.pick(brokenBodies);
  if (random.chance(0.05)) return oddValue(random);
  if (!target.body) return random.chance(0.2) ? oddValue(random) : undefined;
  const fields = Object.entries(target.body.shape).map(([name, schema]) => ({
    name,
    value: sample(name, describe(schema as z.ZodType), random, world),
  }));
  // One wrong field gets further than many at once.
  for (let changes = random.pick([0, 0, 1, 1, 1, 2, 4]); changes > 0; changes -= 1) {
    if (fields.length === 0) break;
    const field = random.pick(fields);
    if (random.chance(0.2)) fields.splice(fields.indexOf(field), 1);
    else field.value = oddValue(random);
  }
  if (random.chance(0.08)) {
    const name = random.pick(["__proto__", "constructor", "role", "admin", "id", "\0", "\ud800"]);
    fields.push({ name, value: oddValue(random) });
  }
  return `{${fields.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
}

const described = new WeakMap<z.ZodType, JsonSchema>();

function describe(schema: z.ZodType): JsonSchema {
  const known = described.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  described.set(schema, made);
  return made;
}

/** A value that the schema probably accepts, as JSON. */
function sample(name: string, schema: JsonSchema, random: Random, world: World): string {
  const known = world.values[name];
  if (known && random.chance(0.9)) return JSON.stringify(random.pick(known));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return JSON.stringify(random.pick(schema.enum));
  if (schema.anyOf) return sample(name, random.pick(schema.anyOf), random, world);
  switch (schema.type) {
    case "boolean":
      return String(random.chance(0.5));
    case "integer":
    case "number":
      return String(
        Math.min(schema.maximum ?? 50, Math.max(schema.minimum ?? 0, random.below(50))),
      );
    case "array": {
      const items = schema.prefixItems ?? [schema.items ?? {}];
      return `[${items.map((item) => sample("", item, random, world)).join()}]`;
    }
    case "string":
      return JSON.stringify(sampleText(schema, random, world));
    default:
      return "null";
  }
}

function sampleText(
  { format, minLength = 0, maxLength = 200 }: JsonSchema,
  random: Random,
  world: World,
) {
  if (format === "uuid") return random.pick([...world.surveyIds, random.uuid()]);
  if (format === "email") return random.pick(world.emails);
  if (format === "date-time") return "2026-11-15T12:00:00.000Z";
  const words = random.pick(["Well said", "Žluťoučký kůň", "a;=1+1", "👩‍👧 and 日本語", "x"]);
  return words.padEnd(minLength, ".").slice(0, maxLength);
}
