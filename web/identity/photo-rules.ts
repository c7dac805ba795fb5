import { z } from "zod";
import { photoUrl } from "../../contract/photo-url.ts";
import { wording } from "../../contract/wording.ts";

// Apart from the other rules, so that only forms with a photo load what checks its address.

export const optionalPhotoUrl = z
  .string()
  .trim()
  .refine((value) => value === "" || photoUrl.safeParse(value).success, {
    // The contract's message says which of its rules was broken.
    error: ({ input }) => photoUrl.safeParse(input).error?.issues[0]?.message,
  });

export const requiredPhotoUrl = optionalPhotoUrl.min(1, wording.required.photoUrl);
