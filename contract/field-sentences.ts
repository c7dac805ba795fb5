import type { z } from "zod";

/**
 * What can be wrong with a field, and its English sentence. Schemas name the code of what only they
 * know, as `.regex(pattern, "code.six-digits" satisfies FieldCode)`; `codeOf` names all others.
 */
export const fieldSentences = {
  required: "Must be filled in",
  "wrong-type": "Has the wrong type",
  "wrong-format": "Has the wrong format",
  "not-a-choice": "Must be one of the possible values",
  "unknown-field": "Has a field that is not known here",
  "too-short": "Must have at least {limit} characters",
  "too-long": "At most {limit} characters",
  "too-few": "Must have at least {limit} entries",
  "too-many": "At most {limit} entries",
  "too-low": "Must be at least {limit}",
  "too-high": "Must be at most {limit}",
  "card.code": "Your card's security code is incomplete.",
  "card.expiry": "Your card's expiration date is incomplete.",
  "card.number": "Your card number is incomplete.",
  "code.recovery": "Must look like aBc12-dEf34",
  "code.six-digits": "Must be the six digits that your app shows",
  email: "Must be an e-mail address, like name@example.org",
  "email.required": "Email Field is required",
  "input.names": "Has names with characters that can't be stored",
  "input.text": "Has characters that can't be stored",
  "input.too-deep": "Is nested too deeply",
  "list.end": "No list goes on from there",
  "message.required": "Message cannot be empty",
  "name.required": "Display name Field is required",
  "password.required": "Password Field is required",
  "photo.address": "Must be a web address that starts with http:// or https://",
  "photo.private": "Must be an address that others can reach too",
  "photo.required": "Photo Url Field is required",
  "receipt.digits": "A receipt has 32 digits from 0 to f",
  "return.elsewhere": "Must be a page of this site",
  "survey.options": "Must be yes, no",
  "survey.required": "Must provide a title",
  time: "Must be a day and a time",
  "time.order": "It must close after it opens",
  "time.past": "This time has passed",
  "time.too-early": "That is too long ago",
  "time.too-late": "At most {limit} years ahead",
  uuid: "Must be a UUID",
  "vote.required": "Please choose yes or no",
} as const satisfies Record<string, string>;

export type FieldCode = keyof typeof fieldSentences;

const formats: Partial<Record<string, FieldCode>> = {
  datetime: "time",
  email: "email",
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
