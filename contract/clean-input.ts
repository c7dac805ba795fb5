import type { FieldCode } from "./field-codes.ts";

interface Unclean {
  field: string;
  code: FieldCode;
}

// Twice as deep as any valid input, and far too shallow to overflow the stack of the recursion.
const MAX_DEPTH = 10;
// A form with this many wrong fields needs no longer list.
const MAX_ERRORS = 20;

/**
 * Half of a character that takes two UTF-16 units, which is invalid text in any encoding. With the
 * flag `u` it does not match a half that is next to its other half.
 */
const loneSurrogate = /\p{Surrogate}/u;

/** PostgreSQL can't store text with NUL or invalid characters. */
function isClean(text: string): boolean {
  return !text.includes("\0") && !loneSurrogate.test(text);
}

/**
 * Finds what is wrong in any input, so that no schema has to check it: text that can't be stored,
 * in values and in names, and values that are nested too deeply. Empty for good input.
 */
export function findUnclean(...given: unknown[]): Unclean[] {
  const errors: Unclean[] = [];
  for (const value of given) look(value, "", 0, errors);
  return errors;
}

function look(value: unknown, field: string, depth: number, errors: Unclean[]): void {
  if (errors.length >= MAX_ERRORS) return;
  if (typeof value === "string" && !isClean(value)) errors.push({ field, code: "input.text" });
  if (typeof value !== "object" || value === null) return;
  if (depth >= MAX_DEPTH) {
    errors.push({ field, code: "input.too-deep" });
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!isClean(name)) errors.push({ field, code: "input.names" });
    look(inner, depth === 0 ? name : `${field}.${name}`, depth + 1, errors);
  }
}
