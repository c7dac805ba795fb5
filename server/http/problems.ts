import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { DatabaseError } from "pg";
import {
  type FieldError,
  type PlainCode,
  PROBLEM_MEDIA_TYPE,
  type Problem,
  type ProblemCode,
  problemStatuses,
  type RefusalCode,
  type Refused,
  refusals,
} from "../../contract/errors.ts";
import type { Language } from "../../words/generated/languages.ts";
import { sayFieldError, sayRefusal } from "../../words/say-problem.ts";
import { type Outcome, Refusal } from "../database/outcome.ts";
import { isOwnFailure } from "../database/retry.ts";
import { preferredLanguage, words } from "../process/words.ts";
import { varyBy } from "./files.ts";
import { needsPage, renderProblem } from "./problem-page.ts";

/** What is wrong with a field. Its message is added when it is sent. */
export type WrongField = Omit<FieldError, "message">;

interface ProblemDetails {
  errors?: WrongField[];
  retryAfterSeconds?: number;
}

/** Thrown by a handler to answer with a problem document. */
export class ProblemError extends Error {
  readonly why: Refused;
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(why: PlainCode | Refused, details: ProblemDetails = {}) {
    const refused: Refused = typeof why === "string" ? { refused: why } : why;
    const code = problemOf(refused);
    super(words.en.problems.titles[code]);
    this.why = refused;
    this.code = code;
    this.details = details;
  }
}

function problemOf({ refused }: Refused): ProblemCode {
  return isRefusal(refused) ? refusals[refused] : refused;
}

function isRefusal(code: ProblemCode | RefusalCode): code is RefusalCode {
  return code in refusals;
}

/** Returns the result of a query, or throws the problem that it stands for. */
export function orProblem<Done>(outcome: Outcome<Done>): Done {
  if (outcome === "missing") throw new ProblemError("not_found");
  if (isRefused(outcome)) throw new ProblemError(outcome);
  return outcome as Done;
}

function isRefused(outcome: unknown): outcome is Refused {
  return typeof outcome === "object" && outcome !== null && "refused" in outcome;
}

// PostgreSQL's code for a second row with the same key, for example two different calls with the
// same Idempotency-Key.
const UNIQUE_VIOLATION = "23505";

const DISK_FULL = "53100";

function isDiskFull(error: Error): boolean {
  return "code" in error && error.code === DISK_FULL;
}

// Long enough for a database to restart, short enough that people wait.
const UNAVAILABLE_RETRY_SECONDS = 2;

/**
 * Answers every failure with a problem document, or a page for people, without stack traces, SQL or
 * driver messages.
 */
export function answerProblem(
  error: FastifyError | ProblemError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = error instanceof ProblemError ? error : translate(error);
  const status = problemStatuses[problem.code];
  const { id: requestId, log } = request;
  if (status === 500) log.error({ requestId, err: withoutRow(error) }, "request failed");
  else if (!(error instanceof ProblemError) && status === 409) {
    log.warn({ requestId, err: withoutRow(error) }, "clash in the database");
  } else if (isDiskFull(error)) {
    log.error(
      { requestId, reason: error.message },
      "the database's disk is full: nothing is stored",
    );
  } else if (status === 503) log.warn({ requestId, reason: error.message }, "out of reach");
  const { errors, retryAfterSeconds } = problem.details;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  const language = preferredLanguage(request.headers["accept-language"]);
  varyBy(reply, "accept-language");
  const body = problemDocument(problem.why, requestId, { errors, language });
  if (needsPage(request, body)) {
    const page = renderProblem(body, language, retryAfterSeconds);
    return reply
      .code(status)
      .header("content-language", language)
      .type("text/html; charset=utf-8")
      .send(page);
  }
  // A buffer, because Fastify would serialise an object with the route's own serializer.
  return reply
    .code(status)
    .header("content-language", language)
    .type(PROBLEM_MEDIA_TYPE)
    .send(Buffer.from(JSON.stringify(body)));
}

interface Said {
  language: Language;
  errors?: WrongField[] | undefined;
}

export function problemDocument(
  why: Refused,
  requestId: string,
  { language, errors }: Said,
): Problem {
  const { refused, params } = why;
  const code = problemOf(why);
  const { problems, refusals, fields } = words[language];
  const tables = { fields: fields.sentences, refusals: refusals.sentences };
  return {
    type: `/docs#problem-${code}`,
    title: problems.titles[code],
    status: problemStatuses[code],
    code,
    refusal: isRefusal(refused) ? refused : undefined,
    params,
    detail: sayRefusal(tables.refusals, why),
    requestId,
    errors: errors?.map((error) => ({ ...error, message: sayFieldError(tables, error) ?? "" })),
  };
}

/** PostgreSQL quotes the row in `detail` and `where`, including its e-mail. */
function withoutRow(error: Error): object {
  const { name: type, message, stack } = error;
  const { code, table, constraint } = error as Partial<DatabaseError>;
  return { type, message, stack, code, table, constraint };
}

function translate(error: FastifyError | Error): ProblemError {
  if (error instanceof Refusal) return new ProblemError(error.refused);
  if (isOwnFailure(error)) {
    return new ProblemError("unavailable", { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });
  }
  if ("code" in error && error.code === UNIQUE_VIOLATION) return new ProblemError("conflict");
  const status = ("statusCode" in error && error.statusCode) || 500;
  switch (status) {
    case 400:
      return new ProblemError("bad_request");
    // The URL is longer than any parameter may be, so it can't name anything that exists.
    case 414:
      return new ProblemError("not_found");
    case 413:
      return new ProblemError("too_large");
    case 415:
      return new ProblemError("unsupported_media_type");
    default:
      // Anything else that a library refuses, for example a range that a file does not have.
      return new ProblemError(status >= 400 && status < 500 ? "bad_request" : "internal");
  }
}
