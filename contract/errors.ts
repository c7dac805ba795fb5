import { z } from "zod";
import { type FieldCode, fieldCodes } from "./field-codes.ts";
import type { Step, SurveyStatus } from "./survey-status.ts";

/**
 * Every problem that the server may answer with, and the status of its answer. Clients depend on the
 * codes: they are stable. Group `problems` of the words has a title for each.
 */
export const problemStatuses = {
  bad_request: 400,
  unauthenticated: 401,
  payment_required: 402,
  card_declined: 402,
  forbidden: 403,
  two_factor_required: 403,
  fresh_sign_in_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  already_voted: 409,
  not_open: 409,
  closed: 409,
  text_changed: 409,
  /** The survey is answered with a ballot paper, not by name. */
  secret_ballot: 409,
  paper_not_ready: 409,
  wrong_paper: 422,
  papers_stopped: 403,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  proof_required: 428,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  format_not_offered: 501,
  unavailable: 503,
  read_only: 503,
  record_refused: 503,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof problemStatuses;

/**
 * Why exactly something is refused, where the problem's title does not say it, and the problem that
 * it is answered with. Group `refusals` of the words has a sentence for each.
 */
export const refusals = {
  "account.exists": "invalid",
  "account.last-way-in": "conflict",
  "account.locked": "forbidden",
  "account.log-in-first": "forbidden",
  "account.no-password": "conflict",
  "account.password-alone": "fresh_sign_in_required",
  "account.prove": "fresh_sign_in_required",
  "account.second-factor": "fresh_sign_in_required",
  "account.start-again": "unauthenticated",
  "account.unconfirmed": "forbidden",
  "account.wrong-log-in": "unauthenticated",
  "admin.last": "conflict",
  "admin.last-self": "conflict",
  "admin.no-longer": "conflict",
  "ballot.key-away": "unavailable",
  "card.bank-unsure": "card_declined",
  "card.declined": "card_declined",
  "card.expired": "card_declined",
  "card.expiry-past": "card_declined",
  "card.no-funds": "card_declined",
  "card.no-test-card": "card_declined",
  "card.suspicious": "card_declined",
  "card.wrong-code": "card_declined",
  "code.used": "invalid",
  "code.wrong": "invalid",
  "code.wrong-recovery": "invalid",
  "comment.answered": "conflict",
  "comment.own": "conflict",
  "comment.too-old": "conflict",
  "draft.changed": "conflict",
  "draft.too-many": "conflict",
  "email.not-yours": "forbidden",
  "finding.gone": "conflict",
  "follow.too-many": "conflict",
  "issuer.down": "unavailable",
  "link.old": "invalid",
  "log.not-ours": "record_refused",
  "passkey.broken": "bad_request",
  "passkey.not-proven": "unauthenticated",
  "passkey.too-many": "invalid",
  "passkey.unknown": "unauthenticated",
  "passkey.without-check": "bad_request",
  "password.guessable": "invalid",
  "password.needed": "invalid",
  "password.short": "invalid",
  "password.wrong": "invalid",
  "payment.bad-signature": "bad_request",
  "payment.ended": "conflict",
  "payment.needed": "payment_required",
  "payment.no-longer-counts": "payment_required",
  "payment.none": "not_found",
  "payment.not-asked": "conflict",
  "payment.not-completed": "payment_required",
  "payment.not-needed": "conflict",
  "payment.not-there": "not_found",
  "payment.paid-already": "conflict",
  "payment.pro-already": "conflict",
  "payment.provider-away": "unavailable",
  "payment.second": "conflict",
  "payment.somebody-elses": "conflict",
  "payment.unknown": "payment_required",
  "person.self": "conflict",
  "picture.pixels": "invalid",
  "picture.slow": "invalid",
  "picture.type": "invalid",
  "picture.unsafe": "invalid",
  "reaction.former": "conflict",
  "registration.busy": "proof_required",
  "request.open": "conflict",
  "results.not-yet": "forbidden",
  "role.changed": "conflict",
  "role.of-admin": "conflict",
  "role.own": "conflict",
  "role.paid": "conflict",
  "site.read-only": "read_only",
  "site.waiting": "unavailable",
  "survey.changed": "conflict",
  "survey.changed-since-read": "conflict",
  "survey.closed": "conflict",
  "survey.closed-for-good": "conflict",
  "survey.closes-first": "conflict",
  "survey.closing-passed": "conflict",
  "survey.just-closed": "conflict",
  "survey.not-open": "conflict",
  "survey.not-published": "conflict",
  "survey.over": "conflict",
  "survey.published": "conflict",
  "survey.secret-terms": "conflict",
  "survey.translates-itself": "conflict",
  "survey.voted-ballot": "conflict",
  "survey.voted-few": "conflict",
  "survey.voted-language": "conflict",
  "survey.voted-opening": "conflict",
  "survey.voted-question": "conflict",
  "survey.voted-translation": "conflict",
  "survey.voted-results": "conflict",
  "survey.wrong-step": "conflict",
  "token.in-address": "bad_request",
  "token.mistyped": "unauthenticated",
  "token.scope": "forbidden",
  "token.too-many": "conflict",
  "token.unknown": "unauthenticated",
  "two-factor.off": "conflict",
  "two-factor.on": "conflict",
  "two-factor.unreadable": "conflict",
  "votes.counting": "conflict",
  "votes.not-counting": "conflict",
  "webhook.too-many": "conflict",
} as const satisfies Record<string, ProblemCode>;

export type RefusalCode = keyof typeof refusals;

/** What the sentences of some refusals name. */
interface RefusalParams {
  "comment.too-old": { minutes: number };
  /** As ISO 8601. */
  "site.read-only": { until: string };
  "survey.wrong-step": { status: SurveyStatus; step: Step };
}

export type PlainCode = ProblemCode | Exclude<RefusalCode, keyof RefusalParams>;

/** Why something was not done, as rules and queries say it. */
export type Refused =
  | { refused: PlainCode; params?: undefined }
  | {
      [Code in keyof RefusalParams]: { refused: Code; params: RefusalParams[Code] };
    }[keyof RefusalParams];

const keysOf = <Key extends string>(table: Record<Key, unknown>) =>
  Object.keys(table) as [Key, ...Key[]];

/** What is wrong with one field of the input. `limit` and `advice` are parameters of its sentence. */
const fieldError = z.object({
  field: z.string(),
  code: z.enum<(FieldCode | RefusalCode)[]>([...fieldCodes, ...keysOf(refusals)]),
  limit: z.number().optional(),
  advice: z.string().optional(),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldError>;

/**
 * A problem document of RFC 9457. `errors` has one entry per wrong field. `refusal` says more than
 * `code`, and `params` is what its sentence names; `detail` is that sentence in English.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(keysOf(problemStatuses)),
  refusal: z.enum(keysOf(refusals)).optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  detail: z.string().optional(),
  requestId: z.string(),
  errors: z.array(fieldError).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

export const PROBLEM_MEDIA_TYPE = "application/problem+json";
