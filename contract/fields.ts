import { z } from "zod";
import { isPublicAddress } from "./public-address.ts";

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

/** Long enough for `Work laptop, fingerprint`. */
export const PASSKEY_NAME_MAX = 60;

/** Longer than any real name we know of, short enough for every table and card. */
export const DISPLAY_NAME_MAX = 100;
export const displayName = text(1, DISPLAY_NAME_MAX);

/**
 * Avatars that the site itself serves may be named by path; others are ordinary web addresses that
 * everybody can reach.
 */
export const photoUrl = z
  .string()
  .trim()
  // What every browser and proxy accepts as an address.
  .max(2048)
  .pipe(
    z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/avatars\/[\w-]+\.svg$/)], {
      error: "Must be a web address that starts with http:// or https://",
    }),
  )
  .refine((url) => url.startsWith("/") || isPublicAddress(url), {
    error: "Must be an address that others can reach too",
  });

/** The last moment of the year 9999: what every program and every column of times can hold. */
const LAST_TIME = 253_402_300_799_999;
/** What a column of counts can hold. */
const HIGHEST_COUNT = 2_147_483_647;

const endPattern = /^(\d{1,16})_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function endWithin(max: number) {
  return z
    .string()
    .regex(endPattern, { abort: true })
    .refine((end) => Number.parseInt(end, 10) <= max, {
      error: "No list goes on from there",
      abort: true,
    });
}

/** Where a page of a list ended: the time it is sorted by, and the id that settles ties. */
export const pageEnd = endWithin(LAST_TIME);

/** The same of a list that is sorted by a count. */
export const countPageEnd = endWithin(HIGHEST_COUNT);

/** As much as anybody types into a search box. */
export const SEARCH_MAX = 100;
export const searchText = z.string().trim().max(SEARCH_MAX).optional();

export const fileFormats = ["csv", "json"] as const;
export type FileFormat = (typeof fileFormats)[number];
export const fileFormat = z.enum(fileFormats).default("csv");
