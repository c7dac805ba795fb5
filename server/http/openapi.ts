import { z } from "zod";
import { PROBLEM_MEDIA_TYPE, problemSchema } from "../../contract/errors.ts";
import { TOKEN_HEADER } from "../../contract/identity.ts";
import { paramNames, pathParams, type Route } from "../../contract/route.ts";

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: "path" | "query"; required: boolean; schema: object }[];
  requestBody?: { required: true; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
  "x-access": string;
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

/** The OpenAPI document, written from the route table alone. */
export function describeRoutes(table: Record<string, Route>): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const [name, route] of Object.entries(table)) {
    const path = openApiPath(route.path, Object.keys(paths));
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeRoute(name, route, path),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Survey Website",
      version: "1",
      description:
        "Log in at the identity provider, exchange its proof at POST /jwt for an access token, and send it with every call as `validation: bearer <token>`.",
    },
    paths,
    components: {
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
        identityToken: {
          type: "http",
          scheme: "bearer",
          description: "The identity provider's ID token",
        },
      },
    },
  };
}

/** Paths that differ only in a parameter's name are one path in OpenAPI; the first name stays. */
function openApiPath(path: string, known: string[]): string {
  const own = path.replace(/:(\w+)/g, "{$1}");
  const shape = (candidate: string) => candidate.replace(/\{\w+\}/g, "{}");
  return known.find((candidate) => shape(candidate) === shape(own)) ?? own;
}

function describeRoute(name: string, route: Route, path: string): Operation {
  const problem = { $ref: "#/components/schemas/Problem" };
  const operation: Operation = {
    operationId: name,
    summary: route.summary,
    tags: [path.split("/")[1] ?? ""],
    security: securityOf(route),
    parameters: [...describePathParams(route, path), ...describeQuery(route)],
    responses: {
      [route.status ?? 200]: {
        description: "Done",
        content: describeReply(route),
      },
      default: {
        description: "A problem (RFC 9457)",
        content: { [PROBLEM_MEDIA_TYPE]: { schema: problem } },
      },
    },
    "x-access": route.access,
  };
  if (route.body) {
    operation.requestBody = {
      required: true,
      content: { "application/json": { schema: toJsonSchema(route.body, "input") } },
    };
  }
  return operation;
}

function describePathParams(route: Route, path: string): Operation["parameters"] {
  const shownNames = Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? "");
  return paramNames(route.path).map((name, index) => ({
    name: shownNames[index] ?? name,
    in: "path",
    required: true,
    schema: toJsonSchema(pathParams[name], "input"),
  }));
}

function describeQuery(route: Route): Operation["parameters"] {
  return Object.entries(route.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: !(schema as z.ZodType).safeParse(undefined).success,
    schema: toJsonSchema(schema as z.ZodType, "input"),
  }));
}

function securityOf(route: Route): Operation["security"] {
  if (route.access === "public") return [];
  if (route.access === "identity") return [{ identitySession: [] }, { identityToken: [] }];
  return [{ accessToken: [] }];
}

function describeReply(route: Route): Record<string, { schema: object }> {
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
