import { z } from "zod";
import { displayName, emailAddress, photoUrl } from "../../contract/fields.ts";
import { wording } from "../../contract/wording.ts";

/** What the identity forms ask of each field. Empty comes first: it has a specified message. */
export const requiredEmail = z
  .string()
  .trim()
  .min(1, wording.required.email)
  .refine((value) => value === "" || emailAddress.safeParse(value).success, {
    error: "Must be an e-mail address, like name@example.org",
  })
  .toLowerCase();

export const requiredPassword = z.string().min(1, wording.required.password);

/** Until the server has told its own; the identity provider's default. */
export const usualPasswordMinLength = 6;

export function newPassword(minLength: number) {
  return requiredPassword.refine((value) => value === "" || value.length >= minLength, {
    error: `Must have at least ${minLength} characters`,
  });
}

export const requiredDisplayName = z
  .string()
  .trim()
  .min(1, wording.required.displayName)
  .refine((value) => value === "" || displayName.safeParse(value).success, {
    error: "Must have at most 100 characters",
  });

export const optionalPhotoUrl = z
  .string()
  .trim()
  .refine((value) => value === "" || photoUrl.safeParse(value).success, {
    // The contract's own words say which rule it was.
    error: ({ input }) => photoUrl.safeParse(input).error?.issues[0]?.message,
  });

export const requiredPhotoUrl = optionalPhotoUrl.min(1, wording.required.photoUrl);
