import { z } from "zod";
import type { FieldCode } from "./field-codes.ts";
import { isPublicAddress } from "./public-address.ts";

/** A path for avatars that this site serves, otherwise a public web address. */
export const photoUrl = z
  .string()
  .trim()
  // The longest address that every browser and proxy accepts.
  .max(2048)
  .pipe(
    z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/avatars\/[\w-]+\.svg$/)], {
      error: "photo.address" satisfies FieldCode,
    }),
  )
  .refine((url) => url.startsWith("/") || isPublicAddress(url), {
    error: "photo.private" satisfies FieldCode,
  });
