import type { FastifyRequest } from "fastify";
import { type Problem, problemStatuses } from "../../contract/errors.ts";
import { escapeHtml } from "../../contract/escape-html.ts";
import { type Language, languages } from "../../words/generated/languages.ts";
import { words } from "../process/words.ts";

/**
 * Whether a person who follows a link would see this problem instead of a page, and can do nothing
 * but come back later. Calls of the site's own script don't ask for HTML.
 */
export function needsPage({ method, headers }: FastifyRequest, { status }: Problem): boolean {
  // A format that is not offered will not be offered later either.
  const { too_many_requests, format_not_offered } = problemStatuses;
  const passes = status === too_many_requests || (status >= 500 && status !== format_not_offered);
  return passes && method === "GET" && headers.accept?.includes("text/html") === true;
}

/** A problem as a small page that needs nothing else, because nothing else may be sent either. */
export function renderProblem({ title, detail }: Problem, language: Language, seconds = 0): string {
  const { tryAgainIn, tryAgainSoon, tryAgain } = words[language].pages;
  const when = seconds > 1 ? tryAgainIn({ seconds }) : tryAgainSoon;
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${escapeHtml(title)}</title>
  <link rel="stylesheet" href="/docs/style.css">
</head>
<body>
  <main>
    <h1>${escapeHtml(title)}</h1>
    <p>${detail ? `${escapeHtml(detail)} ` : ""}${escapeHtml(when)}</p>
    <p><a href="">${escapeHtml(tryAgain)}</a></p>
  </main>
</body>
</html>`;
}
