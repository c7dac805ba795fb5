import { z } from "zod";
import { languageIds } from "../words/generated/languages.ts";
import type { FieldCode } from "./field-codes.ts";
import { fileFormats } from "./file-formats.ts";
import { isOneLine, isVisible } from "./visible-text.ts";

/** Lower-cased, so that an address is the same however it was typed. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  // The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3).
  .max(254)
  .pipe(z.email());

/**
 * The id of something in a call. Lower-cased, as the database writes it, so that it is the same in
 * what is remembered and in what is signed, however it was written.
 */
export const givenId = z.uuid().toLowerCase();

/** Trimmed text with a length between `min` and `max`, in which nothing is hidden. */
export function text(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine(isVisible, "text.hidden" satisfies FieldCode);
}

/** The same in one line. */
export function line(min: number, max: number) {
  return text(min, max).refine(isOneLine, "text.one-line" satisfies FieldCode);
}

/** One of those that the site is translated into. */
export const language = z.enum(languageIds);

// All of them, with room for some more.
const LANGUAGES_LENGTH = 100;

/** Some of them, separated by commas. Sorted, so that the same ones are the same list. */
export const someLanguages = z
  .string()
  .max(LANGUAGES_LENGTH)
  .transform((ids) => [...new Set(ids.split(","))].sort())
  .pipe(z.array(language))
  .optional();

/** Long enough for `Work laptop, fingerprint`. */
export const PASSKEY_NAME_MAX = 60;

/** Longer than any real name that we know of, short enough for every table and card. */
export const DISPLAY_NAME_MAX = 100;
export const displayName = line(1, DISPLAY_NAME_MAX);

/** The end of the year 9999: every program and every timestamp column can hold it. */
const LAST_TIME = 253_402_300_799_999;
/** The highest value of a column of counts. */
const HIGHEST_COUNT = 2_147_483_647;

const endPattern = /^(\d{1,16})_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function endWithin(max: number) {
  return z
    .string()
    .regex(endPattern, { abort: true })
    .refine((end) => Number.parseInt(end, 10) <= max, {
      error: "list.end" satisfies FieldCode,
      abort: true,
    });
}

/** Where a page of a list ended: the time that the list is sorted by, and an id for equal times. */
export const pageEnd = endWithin(LAST_TIME);

/** The same for a list that is sorted by a count. */
export const countPageEnd = endWithin(HIGHEST_COUNT);

/** More than people type into a search box. */
export const SEARCH_MAX = 100;
export const searchText = z.string().trim().max(SEARCH_MAX).optional();

export const fileFormat = z.enum(fileFormats).default("csv");
