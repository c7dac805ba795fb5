import { z } from "zod";
import type { FieldCode } from "../../../contract/field-codes.ts";
import { DISPLAY_NAME_MAX, displayName, emailAddress } from "../../../contract/fields.ts";

/** The rules of the identity forms. An empty field is checked first: its message is specified. */
export const requiredEmail = z
  .string()
  .trim()
  .min(1, "email.required" satisfies FieldCode)
  .refine((value) => value === "" || emailAddress.safeParse(value).success, {
    error: "email" satisfies FieldCode,
  })
  .toLowerCase();

export const requiredPassword = z.string().min(1, "password.required" satisfies FieldCode);

export function newPassword(minLength: number) {
  return requiredPassword.refine((value) => value === "" || value.length >= minLength, {
    error: "too-short" satisfies FieldCode,
    params: { limit: minLength },
  });
}

export const requiredDisplayName = z
  .string()
  .trim()
  .min(1, "name.required" satisfies FieldCode)
  .refine((value) => value === "" || displayName.safeParse(value).success, {
    error: "too-long" satisfies FieldCode,
    params: { limit: DISPLAY_NAME_MAX },
  });
