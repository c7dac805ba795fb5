import { z } from "zod";
import type { FieldCode } from "../../../contract/field-codes.ts";
import { photoUrl } from "../../../contract/photo-url.ts";

// Apart from the other rules, so that only forms with a photo load what checks its address.

export const optionalPhotoUrl = z
  .string()
  .trim()
  .refine((value) => value === "" || photoUrl.safeParse(value).success, {
    // The contract's code says which of its rules was broken.
    error: ({ input }) => photoUrl.safeParse(input).error?.issues[0]?.message,
  });

export const requiredPhotoUrl = optionalPhotoUrl.min(1, "photo.required" satisfies FieldCode);
