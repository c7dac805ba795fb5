import type { FastifyInstance } from "fastify";
import {
  type ProblemCode,
  problemStatuses,
  type RefusalCode,
  refusals,
} from "../../contract/errors.ts";
import { escapeHtml } from "../../contract/escape-html.ts";
import { fieldCodes } from "../../contract/field-codes.ts";
import type { Route } from "../../contract/route.ts";
import { fill } from "../../words/say-problem.ts";
import { createShortMemory } from "../database/short-memory.ts";
import { words } from "../process/words.ts";
import { describeRoutes, type OpenApiDocument, type Operation } from "./openapi.ts";
import type { Reference, Response } from "./openapi-problems.ts";
import { renderTry, tokenField, tryScript } from "./reference-try.ts";

/** Serves the OpenAPI document, and a page for people, on which calls can be tried. */
export function registerReference(
  app: FastifyInstance,
  served: Record<string, Route>,
  siteUrl: string,
  siteName: () => Promise<string>,
): void {
  // Made when somebody asks for them first: few do, and they would be a twentieth of each start.
  const made = createShortMemory({
    load: async (title: string) => {
      const document = describeRoutes(served, siteUrl, title);
      return { document, page: renderReference(document) };
    },
    maxItems: 1,
  });
  const read = async () => made.read(await siteName());
  app.get("/openapi.json", async () => (await read()).document);
  app.get("/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send((await read()).page),
  );
  app.get("/docs/try.js", (_request, reply) => reply.type("text/javascript").send(tryScript));
  app.get("/docs/style.css", (_request, reply) => reply.type("text/css").send(styles));
}

function renderReference(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const contents = operations.map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}"><code>${method.toUpperCase()} ${escapeHtml(path)}</code></a></li>`,
  );
  const { titles } = words.en.problems;
  const codes = Object.entries(problemStatuses).map(([code, status]) =>
    row(`problem-${code}`, code, String(status), titles[code as ProblemCode]),
  );
  const reasons = Object.entries(refusals).map(([code, problem]) =>
    row(
      `refusal-${code}`,
      code,
      problem,
      example(words.en.refusals.sentences, code as RefusalCode),
    ),
  );
  const fields = fieldCodes.map((code) =>
    row(`field-${code}`, code, "invalid", example(words.en.fields.sentences, code)),
  );
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(document.info.title)}: API reference</title>
  <link rel="stylesheet" href="/docs/style.css">
  <script type="module" src="/docs/try.js"></script>
</head>
<body>
  <main>
    <h1>${escapeHtml(document.info.title)}: API reference</h1>
    <p>${code(document.info.description)}</p>
    <p>The same for machines: <a href="/openapi.json">OpenAPI 3.1</a>. <a href="/">Back to the site</a>.</p>
    ${tokenField}
    <nav aria-label="Calls"><ul>${contents.join("")}</ul></nav>
    ${operations.map(({ path, method, operation }) => renderOperation(path, method, operation)).join("")}
    <h2 id="problems">Problems</h2>
    <p>Every failure is <code>application/problem+json</code> (RFC 9457) with one of these codes.</p>
    ${table("Status", codes)}
    <h2 id="refusals">Refusals</h2>
    <p>Where more can be said than the code does, <code>refusal</code> is one of these, <code>params</code> has what its sentence names, and <code>detail</code> is that sentence in English.</p>
    ${table("Code of the problem", reasons)}
    <h2 id="fields">Wrong fields</h2>
    <p>Each of <code>errors</code> has one of these codes, or a refusal's, with the <code>limit</code> that its sentence names; <code>message</code> is that sentence in English.</p>
    ${table("Code of the problem", fields)}
  </main>
</body>
</html>`;
}

/** What the sentences name, for example. */
const examples = {
  advice: "usual",
  limit: 8,
  minutes: 15,
  size: 7,
  status: "pending",
  step: "resend",
  until: "2026-11-17T14:30:00Z",
};

function example<Code extends string>(
  sentences: Record<Code, Parameters<typeof fill>[0]>,
  code: Code,
): string {
  return fill(sentences[code], examples) ?? "";
}

function table(middle: string, rows: string[]): string {
  return `<table>
      <thead><tr><th scope="col">Code</th><th scope="col">${middle}</th><th scope="col">Meaning</th></tr></thead>
      <tbody>${rows.join("")}</tbody>
    </table>`;
}

function row(id: string, name: string, middle: string, meaning: string): string {
  return `<tr id="${id}"><td><code>${name}</code></td><td>${middle}</td><td>${escapeHtml(meaning)}</td></tr>`;
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const scopes = operation.security.flatMap(({ programToken = [] }) => programToken);
  const body = operation.requestBody?.content["application/json"]?.schema;
  return `<section id="${operation.operationId}">
    <h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
    <p>${escapeHtml(operation.summary)}. Who may call it: <strong>${escapeHtml(operation["x-access"])}</strong>.${scopes.length > 0 ? ` A token needs <code>${scopes.join("</code> or <code>")}</code>.` : ""}</p>
    ${renderTry(path, method, operation)}
    ${operation.parameters.map((parameter) => renderSchema(`${parameter.in} parameter ${parameter.name}`, parameter.schema)).join("")}
    ${body ? renderSchema("Body", body) : ""}
    ${Object.entries(operation.responses).map(renderResponse).join("")}
  </section>`;
}

function renderResponse([status, response]: [string, Response | Reference]): string {
  if (!("$ref" in response)) {
    const [first] = Object.values(response.content);
    const mediaTypes = Object.keys(response.content).join();
    return renderSchema(`Answer ${status}, ${mediaTypes}`, first?.schema ?? {});
  }
  // The table at the end of the page lists the problems of every call.
  if (status === "default") return "";
  const codes = response.$ref.slice(response.$ref.lastIndexOf("/") + 1).split("-");
  const links = codes.map((code) => `<a href="#problem-${code}"><code>${code}</code></a>`);
  return `<p>Problem ${status}: ${links.join(", ")}</p>`;
}

function renderSchema(label: string, schema: object): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2));
  return `<h3>${escapeHtml(label)}</h3><pre tabindex="0">${text}</pre>`;
}

function code(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

const styles = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; font-family: system-ui, sans-serif; line-height: 1.55 }
main { max-width: 52rem; margin: 2rem auto; padding: 0 1.25rem }
nav ul { columns: 18rem; padding-left: 1.2rem }
section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); margin-top: 2rem }
h2 { font-size: 1.2rem; overflow-wrap: anywhere }
h3 { font-size: .9rem; margin-bottom: .25rem }
code { overflow-wrap: anywhere }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end }
form pre { flex-basis: 100%; max-height: 30rem }
textarea { font-family: monospace; width: 100% }
input, textarea, button { font-size: 1rem; max-width: 100% }
pre { overflow-x: auto; padding: .75rem 1rem; border-radius: .5rem; font-size: .85rem;
  background: color-mix(in srgb, currentColor 7%, transparent) }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; overflow-wrap: anywhere; padding: .35rem .75rem .35rem 0; vertical-align: top }
:target { outline: 2px solid; outline-offset: .5rem }
`;
