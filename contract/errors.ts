import { z } from "zod";
import { type FieldCode, fieldSentences } from "./field-sentences.ts";
import type { Step, SurveyStatus } from "./survey-status.ts";

/** Every problem that the server may answer with. Clients depend on the codes: they are stable. */
export const problems = {
  bad_request: { status: 400, title: "The request could not be read" },
  unauthenticated: { status: 401, title: "Please log in" },
  payment_required: { status: 402, title: "This has not been paid" },
  card_declined: { status: 402, title: "The card was declined" },
  forbidden: { status: 403, title: "You may not do this" },
  two_factor_required: { status: 403, title: "Please set up a second way to prove who you are" },
  fresh_sign_in_required: { status: 403, title: "Please confirm that it is you" },
  not_found: { status: 404, title: "There is nothing here" },
  method_not_allowed: { status: 405, title: "This address does not take that method" },
  timed_out: { status: 408, title: "The request took too long to arrive" },
  conflict: { status: 409, title: "That clashes with what is already there" },
  already_voted: { status: 409, title: "You have already voted on this survey" },
  not_open: { status: 409, title: "This survey is not open yet" },
  closed: { status: 409, title: "This survey is closed" },
  text_changed: { status: 409, title: "The text of this survey has changed, please read it again" },
  too_large: { status: 413, title: "The request is too large" },
  unsupported_media_type: { status: 415, title: "Only JSON is understood here" },
  invalid: { status: 422, title: "Some fields need another look" },
  proof_required: { status: 428, title: "Registering here takes a proof of work right now" },
  too_many_requests: { status: 429, title: "Too many attempts, please wait a moment" },
  headers_too_large: { status: 431, title: "The request's headers are too large" },
  internal: { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "The service is briefly out of reach" },
  read_only: { status: 503, title: "We are working on the site, so nothing can be changed" },
  record_refused: { status: 503, title: "This record is not what the site has signed" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/**
 * Why exactly something is refused, where the problem's title does not say it, and the problem that
 * it is answered with. `refusal-sentences.ts` has a sentence for each.
 */
export const refusals = {
  "account.exists": "invalid",
  "account.last-way-in": "conflict",
  "account.locked": "forbidden",
  "account.no-password": "conflict",
  "account.old-sign-in": "forbidden",
  "account.password-alone": "fresh_sign_in_required",
  "account.prove": "fresh_sign_in_required",
  "account.second-factor": "fresh_sign_in_required",
  "account.start-again": "unauthenticated",
  "account.unconfirmed": "forbidden",
  "account.wrong-log-in": "unauthenticated",
  "admin.last": "conflict",
  "admin.last-self": "conflict",
  "admin.no-longer": "conflict",
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
  "comment.too-old": "conflict",
  "email.not-yours": "forbidden",
  "finding.gone": "conflict",
  "issuer.down": "unavailable",
  "link.old": "invalid",
  "log.not-ours": "record_refused",
  "log.not-signed": "conflict",
  "log.other-past": "conflict",
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
  "promise.not-broken": "conflict",
  "question.for-voters": "forbidden",
  "reaction.former": "conflict",
  "receipt.not-yet": "not_found",
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
  "survey.voted-opening": "conflict",
  "survey.voted-question": "conflict",
  "survey.voted-results": "conflict",
  "survey.wrong-step": "conflict",
  "two-factor.off": "conflict",
  "two-factor.on": "conflict",
  "votes.counting": "conflict",
  "votes.not-counting": "conflict",
  "votes.withdrawn": "conflict",
} as const satisfies Record<string, ProblemCode>;

export type RefusalCode = keyof typeof refusals;

/** What the sentences of some refusals name. */
interface RefusalParams {
  "comment.too-old": { minutes: number };
  "log.other-past": { size: number };
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
  code: z.enum(keysOf<FieldCode | RefusalCode>({ ...fieldSentences, ...refusals })),
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
  code: z.enum(keysOf(problems)),
  refusal: z.enum(keysOf(refusals)).optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  detail: z.string().optional(),
  requestId: z.string(),
  errors: z.array(fieldError).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

export const PROBLEM_MEDIA_TYPE = "application/problem+json";
