import * as t from "#words/common";
import { titles } from "#words/problems";
import { type CallArguments, callAddress } from "../../contract/call.ts";
import {
  type FieldError,
  type Problem,
  type ProblemCode,
  problemStatuses,
  type RefusalCode,
} from "../../contract/errors.ts";
import { TOKEN_HEADER, TOKEN_SCHEME } from "../../contract/identity.ts";
import { permissions } from "../../contract/permissions.ts";
import type { Reply, Route } from "../../contract/route.ts";
import { accessToken, hasNewToken, tokenHandler } from "./access-token.ts";
import { sayTooMuch, sayWhen } from "./format.ts";
import { ownLanguage } from "./language.ts";

/** The only kind of error that calls throw. Its message is shown to people. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: FieldError[];
  /** Seconds to wait before another try makes sense. */
  readonly retryAfter: number | null;
  /** Why exactly, where the code alone does not say it. */
  readonly refusal: RefusalCode | undefined;

  constructor(
    code: ProblemCode,
    more: Partial<Pick<Problem, "detail" | "errors" | "refusal">> & {
      retryAfter?: number | null;
    } = {},
  ) {
    super(more.detail ?? explain(code, more.retryAfter ?? 0));
    this.name = "ApiProblem";
    this.code = code;
    this.status = problemStatuses[code];
    this.errors = more.errors ?? [];
    this.retryAfter = more.retryAfter ?? null;
    this.refusal = more.refusal;
  }
}

/** Says how long to wait, or until when in the reader's own time. */
function explain(code: ProblemCode, wait: number): string {
  if (code === "read_only") {
    const until = new Date(Date.now() + wait * 1000);
    return t.readOnlyUntil({ time: sayWhen(until) });
  }
  if (code !== "too_many_requests") return titles[code];
  return sayTooMuch(wait);
}

/** What the browser may add to a call. */
interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** It arrives even if the page is left meanwhile; its body has at most 64 kB. */
  keepalive?: true;
  /** Without token and cookie: nothing may say who calls. */
  anonymous?: true;
}

export type Arguments<R extends Route> = CallArguments<R, CallOptions>;

/** Calls one route of the contract. Fails with an `ApiProblem` and nothing else. */
export async function callRoute<R extends Route>(
  route: R,
  ...[input]: Arguments<R>
): Promise<Reply<R>> {
  return readReply<R>(await fetchRoute(route, input));
}

interface LoadedPage<Items> {
  items: Items;
  /** Where the next page starts. */
  after: string | null;
  /** How many items the whole list has, if the server has counted them: `36`, or `1000+`. */
  total?: string | null;
}

/** One page of a list, and where the next one starts, if there is one. */
export async function callPage<R extends Route>(
  route: R,
  ...[input]: Arguments<R>
): Promise<LoadedPage<Reply<R>>> {
  const response = await fetchRoute(route, input);
  return {
    items: await readReply<R>(response),
    after: startOfNextPage(response),
    total: response.headers.get("total-count"),
  };
}

/** The response itself, for callers that stream it. */
export async function fetchRoute(route: Route, input?: LooseInput): Promise<Response> {
  const response = await withFreshSignIn(() => sendWithToken(route, input));
  if (!response.ok) throw await explained(route, await readProblem(response));
  return response;
}

/** The pages offer only what people may do, so a refusal often means that their role has changed. */
async function explained({ access }: Route, problem: ApiProblem): Promise<ApiProblem> {
  const needsPermission = permissions.some((permission) => permission === access);
  const handler = tokenHandler();
  if (problem.code !== "forbidden" || !needsPermission || !handler) return problem;
  const change = await handler.roleChange().catch(() => null);
  return change ? new ApiProblem("forbidden", { detail: change }) : problem;
}

async function sendWithToken(route: Route, input?: LooseInput): Promise<Response> {
  if (input?.anonymous) return send(route, input, null);
  const token = accessToken.read();
  const response = await send(route, input, token);
  if (response.status !== 401 || route.access === "identity") return response;
  const renewed = await hasNewToken(token);
  return renewed ? send(route, input, accessToken.read()) : response;
}

/** If a call needs a fresh sign-in, asks for that and then repeats the call. */
export async function withFreshSignIn(call: () => Promise<Response>): Promise<Response> {
  const response = await call();
  const handler = tokenHandler();
  if (response.status !== 403 || !handler) return response;
  const { code } = await readProblem(response.clone());
  if (code === "two_factor_required") handler.secondFactorNeeded();
  const again = code === "fresh_sign_in_required" && (await handler.signInFreshly());
  return again ? call() : response;
}

interface LooseInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

async function send(
  route: Route,
  input: LooseInput | undefined,
  token: string | null,
): Promise<Response> {
  const headers = new Headers(input?.headers);
  if (token) headers.set(TOKEN_HEADER, `${TOKEN_SCHEME} ${token}`);
  if (input?.body !== undefined) headers.set("content-type", "application/json");
  return reach(callAddress(route.path, input), {
    method: route.method,
    headers,
    body: input?.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input?.signal,
    keepalive: input?.keepalive,
    ...(input?.anonymous && { credentials: "omit" }),
  });
}

/**
 * `fetch`, except that a failed connection is an `ApiProblem` too, and that a call which is refused
 * for a moment is repeated once: nobody should have to press a button again because the server was
 * late for a second. Writes carry their key along, so that they are done once in any case.
 */
export async function reach(address: string, request: RequestInit): Promise<Response> {
  const response = await connect(address, request);
  const wait = retryAfter(response);
  const isRefusal = response.status === 429 || response.status === 503;
  if (!isRefusal || wait === null || wait > LONGEST_QUIET_WAIT) return response;
  await pause(wait, request.signal);
  return connect(address, request);
}

// Seconds. The longest that a late server asks for (server/http/load-shedding.ts), and about as long
// as people watch a progress bar before they wonder. Longer waits are told to them at once.
const LONGEST_QUIET_WAIT = 5;

/** Ends early when the call is given up: repeated, it fails at once as one that is given up. */
function pause(seconds: number, signal: RequestInit["signal"]): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => resolve());
  });
}

async function connect(address: string, request: RequestInit): Promise<Response> {
  const headers = new Headers(request.headers);
  // The page's own, whatever the browser is set to: mails that answer a call are written in it.
  headers.set("accept-language", ownLanguage);
  try {
    return await fetch(address, { credentials: "same-origin", ...request, headers });
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ApiProblem("unavailable", { detail: t.serverUnreachable });
  }
}

async function readReply<R extends Route>(response: Response): Promise<Reply<R>> {
  const isJson = response.headers.get("content-type")?.includes("json");
  return (isJson ? response.json() : response.text()) as Promise<Reply<R>>;
}

/** Parses `Link: </list?…&after=…>; rel="next"`. */
function startOfNextPage(response: Response): string | null {
  const [, address] = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
  return address ? new URL(address, "http://any.where").searchParams.get("after") : null;
}

export async function readProblem(response: Response): Promise<ApiProblem> {
  const problem: Partial<Problem> = await response.json().catch(() => ({}));
  const known = problem.code !== undefined && problem.code in problemStatuses;
  const isReadOnly = problem.code === "read_only";
  if (isReadOnly) tokenHandler()?.readOnly();
  const { detail, errors } = await inOwnWords(problem);
  return new ApiProblem(known && problem.code ? problem.code : codeOfStatus(response.status), {
    // That names the time in UTC.
    detail: isReadOnly ? undefined : detail,
    errors,
    refusal: problem.refusal,
    retryAfter: retryAfter(response),
  });
}

/** Loads the sentences when they are needed. The server's English stands in if that fails. */
async function inOwnWords(problem: Partial<Problem>): Promise<Partial<Problem>> {
  if (!problem.refusal && !problem.errors) return problem;
  const words = await import("./problem-words.ts").catch(() => null);
  return words ? words.sayProblem(problem) : problem;
}

/** For answers that are not ours, such as a proxy's error page. */
function codeOfStatus(status: number): ProblemCode {
  const codes = Object.keys(problemStatuses) as ProblemCode[];
  const exact = codes.find((code) => problemStatuses[code] === status);
  return exact ?? (status >= 500 ? "unavailable" : "bad_request");
}

function retryAfter(response: Response): number | null {
  const header = response.headers.get("retry-after");
  const seconds = Number.parseInt(header ?? "", 10);
  return Number.isNaN(seconds) ? null : seconds;
}
