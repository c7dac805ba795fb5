import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { problemSchema } from "../../contract/errors.ts";
import { TOKEN_HEADER } from "../../contract/identity.ts";
import { paramNames, pathParams, type Route } from "../../contract/route.ts";
import { tags } from "../../contract/routes.ts";
import { opensFor, tokenScopes } from "../../contract/tokens.ts";
import { projectRoot } from "../process/project-root.ts";
import {
  problemComponents,
  problemResponses,
  type Reference,
  type Response,
} from "./openapi-problems.ts";

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: object;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, Response | Reference>;
  "x-access": string;
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string; license: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response>; schemas: object; securitySchemes: object };
}

const { license } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));

/** The OpenAPI document of this site at this address, generated from the route table. */
export function describeRoutes(
  table: Record<string, Route>,
  siteUrl: string,
  title: string,
): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const [name, route] of Object.entries(table)) {
    const shownPath = openApiPath(route.path, Object.keys(paths));
    paths[shownPath] = {
      ...paths[shownPath],
      [route.method.toLowerCase()]: describeRoute(name, route, shownPath),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      description:
        "Log in at the identity provider, exchange its proof at POST /jwt for an access token, and send it with every call as `validation: bearer <token>`. Programs send a token from /profile/tokens as `Authorization: Bearer <token>`.",
      license: { name: license, identifier: license },
    },
    servers: [{ url: siteUrl }],
    tags: Object.entries(tags)
      .filter(([, { routes }]) => Object.keys(routes).some((name) => name in table))
      .map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      responses: problemComponents(table),
      schemas: { Problem: toJsonSchema(problemSchema) },
      securitySchemes: {
        accessToken: {
          type: "apiKey",
          in: "header",
          name: TOKEN_HEADER,
          description: "`bearer` and the token of POST /jwt",
        },
        identitySession: {
          type: "apiKey",
          in: "cookie",
          name: "survey.session_token",
          description: "The identity provider's session",
        },
        programToken: {
          type: "http",
          scheme: "bearer",
          description:
            "A token for programs, which people make at /profile/tokens. It needs one of the scopes that the call names",
        },
        identityToken: {
          type: "http",
          scheme: "bearer",
          description: "The identity provider's ID token",
        },
      },
    },
  };
}

/** In OpenAPI, paths that differ only in a parameter's name are one; the first name is used. */
function openApiPath(path: string, known: string[]): string {
  const own = path.replace(/:(\w+)/g, "{$1}");
  const shape = (candidate: string) => candidate.replace(/\{\w+\}/g, "{}");
  return known.find((candidate) => shape(candidate) === shape(own)) ?? own;
}

function describeRoute(name: string, route: Route, shownPath: string): Operation {
  const operation: Operation = {
    operationId: name,
    summary: route.summary,
    tags: Object.entries(tags)
      .filter(([, { routes }]) => name in routes)
      .map(([tag]) => tag),
    security: securityOf(route),
    parameters: [
      ...describePathParams(route, shownPath),
      ...describeQuery(route),
      ...(route.method === "GET" ? [] : [idempotencyKey]),
    ],
    responses: {
      [route.status ?? 200]: {
        description: "Done",
        ...(route.page && { headers: { Link: nextPage, "Total-Count": totalCount } }),
        content: describeReply(route),
      },
      ...problemResponses(route),
    },
    "x-access": route.access,
  };
  if (route.body) {
    operation.requestBody = {
      required: !route.body.safeParse({}).success,
      content: { "application/json": { schema: toJsonSchema(route.body, "input") } },
    };
  }
  return operation;
}

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same call sent again with the same key is done once",
  schema: { type: "string", format: "uuid" },
};

const nextPage = {
  description: 'The next page, if there is one, as `<address>; rel="next"` (RFC 8288)',
  schema: { type: "string" },
};

const totalCount = {
  description:
    "On the first page of some lists: the number of items, or `1000+` for more than 1000",
  schema: { type: "string" },
};

function describePathParams(route: Route, shownPath: string): Parameter[] {
  const shownNames = Array.from(shownPath.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? "");
  return paramNames(route.path).map((name, index) => ({
    name: shownNames[index] ?? name,
    in: "path",
    required: true,
    description: `${name} of what the call is about`,
    schema: toJsonSchema(pathParams[name], "input"),
  }));
}

function describeQuery(route: Route): Parameter[] {
  return Object.entries(route.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: !(schema as z.ZodType).safeParse(undefined).success,
    schema: toJsonSchema(schema as z.ZodType, "input"),
  }));
}

function securityOf(route: Route): Operation["security"] {
  const programs = route.tokens ? [{ programToken: scopesOf(route) }] : [];
  if (route.access === "public") return programs.length > 0 ? [{}, ...programs] : [];
  if (route.access === "identity") return [{ identitySession: [] }, { identityToken: [] }];
  return [{ accessToken: [] }, ...programs];
}

/** Of which a token needs one. */
function scopesOf(route: Route): string[] {
  return tokenScopes.filter((scope) => opensFor([scope], route));
}

function describeReply(route: Route): Response["content"] {
  const schema = toJsonSchema(route.reply);
  if (route.live) return { "text/event-stream": { schema } };
  if (!route.download) {
    return { [route.reply instanceof z.ZodString ? "text/plain" : "application/json"]: { schema } };
  }
  return {
    "text/csv": { schema: { type: "string" } },
    "application/json": { schema: { type: "array", items: schema } },
  };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output" = "output"): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
  });
  return described;
}
