import { z } from "zod";
import { displayName, emailAddress } from "../../contract/fields.ts";
import { wording } from "../../contract/wording.ts";
import { sayMinLength } from "./password-rules.ts";

/** The rules of the identity forms. An empty field is checked first: its message is specified. */
export const requiredEmail = z
  .string()
  .trim()
  .min(1, wording.required.email)
  .refine((value) => value === "" || emailAddress.safeParse(value).success, {
    error: "Must be an e-mail address, like name@example.org",
  })
  .toLowerCase();

export const requiredPassword = z.string().min(1, wording.required.password);

export function newPassword(minLength: number) {
  return requiredPassword.refine((value) => value === "" || value.length >= minLength, {
    error: sayMinLength(minLength),
  });
}

export const requiredDisplayName = z
  .string()
  .trim()
  .min(1, wording.required.displayName)
  .refine((value) => value === "" || displayName.safeParse(value).success, {
    error: "Must have at most 100 characters",
  });
