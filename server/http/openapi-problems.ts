import { PROBLEM_MEDIA_TYPE, type ProblemCode, problemStatuses } from "../../contract/errors.ts";
import { can } from "../../contract/permissions.ts";
import { isRefusedWhileReadOnly, paramNames, type Route } from "../../contract/route.ts";
import { words } from "../process/words.ts";

export interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: object }>;
  content: Record<string, { schema: object }>;
}

export interface Reference {
  $ref: string;
}

/** Problems of the request itself or of the server: every call may answer with them. */
const anywhere: ProblemCode[] = [
  "bad_request",
  "timed_out",
  "too_large",
  "unsupported_media_type",
  "headers_too_large",
  "internal",
];

/** One response for each status with which a route may refuse, and one for all others. */
export function problemResponses(route: Route): Record<string, Reference> {
  const refer = (codes: ProblemCode[]) => ({ $ref: `#/components/responses/${nameOf(codes)}` });
  const groups = groupByStatus(problemsOf(route));
  return {
    ...Object.fromEntries(groups.map(({ status, codes }) => [status, refer(codes)])),
    default: refer(anywhere),
  };
}

/** Every response to which these routes refer, described once. */
export function problemComponents(table: Record<string, Route>): Record<string, Response> {
  const groups = Object.values(table)
    .flatMap((route) => groupByStatus(problemsOf(route)))
    .map(({ codes }) => codes);
  return Object.fromEntries(
    [...groups, anywhere].map((codes) => [nameOf(codes), describeProblems(codes)]),
  );
}

/** Whether the document lists this problem for this call. */
export function isDocumented(code: ProblemCode, route: Route): boolean {
  return anywhere.includes(code) || problemsOf(route).includes(code);
}

function problemsOf(route: Route): ProblemCode[] {
  const { access } = route;
  const params = paramNames(route.path);
  const isGranted = access !== "public" && access !== "identity" && access !== "signed-in";
  // Admins without a second factor are refused what only admins may do.
  const isForAdmins =
    isGranted &&
    (access === "self" || params.includes("email") || can({ role: "user", admin: true }, access));
  const implied: [ProblemCode, boolean][] = [
    ["bad_request", route.body !== undefined],
    ["unauthenticated", access !== "public" || route.tokens === true],
    // Of a token, which is refused wherever somebody has to be known and it opens nothing.
    ["forbidden", isGranted || access === "signed-in" || route.tokens === true],
    ["two_factor_required", isForAdmins],
    ["fresh_sign_in_required", isForAdmins || route.fresh === true],
    // A parameter of the wrong form is 404 too.
    ["not_found", params.length > 0],
    ["too_large", route.body !== undefined],
    ["unsupported_media_type", route.body !== undefined],
    // Text that can't be stored is refused in every route.
    ["invalid", true],
    // Every call has a price, and every caller a budget.
    ["too_many_requests", true],
    ["unavailable", true],
    ["read_only", isRefusedWhileReadOnly(route)],
  ];
  const codes = implied.filter(([, applies]) => applies).map(([code]) => code);
  return [...new Set([...codes, ...(route.problems ?? [])])];
}

function groupByStatus(codes: ProblemCode[]): { status: number; codes: ProblemCode[] }[] {
  const statuses = [...new Set(codes.map((code) => problemStatuses[code]))];
  return statuses.map((status) => ({
    status,
    codes: codes.filter((code) => problemStatuses[code] === status),
  }));
}

function describeProblems(codes: ProblemCode[]): Response {
  const passes = codes.includes("too_many_requests") || codes.includes("unavailable");
  return {
    description: codes.map((code) => `\`${code}\`: ${words.en.problems.titles[code]}`).join(". "),
    ...(passes && { headers: { "Retry-After": retryAfter } }),
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            { type: "object", properties: { code: { type: "string", enum: codes } } },
          ],
        },
      },
    },
  };
}

const retryAfter = {
  description: "After how many seconds to try again",
  schema: { type: "integer" },
};

const nameOf = (codes: ProblemCode[]) => (codes === anywhere ? "anywhere" : codes.join("-"));
