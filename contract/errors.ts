import { z } from "zod";

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

/** A problem document of RFC 9457. `errors` has one entry per wrong field. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  detail: z.string().optional(),
  requestId: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

export const PROBLEM_MEDIA_TYPE = "application/problem+json";
