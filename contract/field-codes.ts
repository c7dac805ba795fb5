import type { z } from "zod";

/**
 * What can be wrong with a field; group `fields` of the words has a sentence for each. Schemas name
 * the code of what only they know, as `.regex(pattern, "code.six-digits" satisfies FieldCode)`;
 * `codeOf` names all others.
 */
export const fieldCodes = [
  "required",
  "wrong-type",
  "wrong-format",
  "not-a-choice",
  "unknown-field",
  "too-short",
  "too-long",
  "too-few",
  "too-many",
  "too-low",
  "too-high",
  "card.code",
  "card.expiry",
  "card.number",
  "code.recovery",
  "code.six-digits",
  "colour.grey",
  "email",
  "email.required",
  "input.names",
  "input.text",
  "input.too-deep",
  "list.end",
  "message.required",
  "name.required",
  "password.required",
  "photo.address",
  "photo.private",
  "photo.required",
  "return.elsewhere",
  "survey.options",
  "survey.required",
  "text.hidden",
  "text.one-line",
  "time",
  "time.order",
  "time.past",
  "time.secret",
  "time.too-early",
  "time.too-late",
  "translation.own",
  "translation.twice",
  "uuid",
  "vote.required",
  "webhook.address",
] as const;

export type FieldCode = (typeof fieldCodes)[number];

const formats: Partial<Record<string, FieldCode>> = {
  datetime: "time",
  email: "email",
  guid: "uuid",
  uuid: "uuid",
};

const bounds = {
  string: ["too-short", "too-long"],
  array: ["too-few", "too-many"],
  number: ["too-low", "too-high"],
} as const;

/** Given to Zod as `error`, so that its own English reaches nobody. */
export function codeOf(issue: z.core.$ZodRawIssue): FieldCode {
  if (issue.input === undefined) return "required";
  switch (issue.code) {
    case "too_small":
    case "too_big": {
      if (issue.origin === "string" && issue.minimum === 1) return "required";
      const [low, high] = bounds[issue.origin as keyof typeof bounds] ?? bounds.number;
      return issue.code === "too_small" ? low : high;
    }
    case "invalid_format":
      return formats[issue.format] ?? "wrong-format";
    case "invalid_value":
      return "not-a-choice";
    case "unrecognized_keys":
      return "unknown-field";
    default:
      return issue.code === "invalid_type" ? "wrong-type" : "wrong-format";
  }
}

interface Bounded {
  minimum?: number;
  maximum?: number;
  params?: { limit?: number };
}

/** The number that the sentence names, if there is one. */
export function limitOf(issue: z.core.$ZodIssue): { limit?: number } {
  const { minimum, maximum, params } = issue as Bounded;
  const limit = maximum ?? minimum ?? params?.limit;
  return limit === undefined ? {} : { limit };
}
