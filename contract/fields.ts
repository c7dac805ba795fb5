import { z } from "zod";

/** Lower-cased on the way in: one person is one address, however they typed it. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  // The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3).
  .max(254)
  .pipe(z.email());

/** Trimmed text of a bounded length. */
export function text(min: number, max: number) {
  return z.string().trim().min(min).max(max);
}

/** Longer than any real name we know of, short enough for every table and card. */
export const DISPLAY_NAME_MAX = 100;
export const displayName = text(1, DISPLAY_NAME_MAX);

/** Avatars that the site itself serves may be named by path; others are ordinary web addresses. */
export const photoUrl = z
  .string()
  .trim()
  // What every browser and proxy accepts as an address.
  .max(2048)
  .pipe(
    z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/avatars\/[\w-]+\.svg$/)], {
      error: "Must be a web address that starts with http:// or https://",
    }),
  );

/** Where a page of a list ended: the value it is sorted by, and the id that settles ties. */
export const pageEnd = z.string().regex(/^\d{1,16}_[0-9a-f-]{36}$/);

/** How many rows of a table one answer holds: a screenful by default, a heavy one at the most. */
export const pageLimit = z.coerce.number().int().min(1).max(100).default(25);

/** As much as anybody types into a search box. */
export const SEARCH_MAX = 100;
export const searchText = z.string().trim().max(SEARCH_MAX).optional();

export const fileFormats = ["csv", "json"] as const;
export type FileFormat = (typeof fileFormats)[number];
export const fileFormat = z.enum(fileFormats).default("csv");
