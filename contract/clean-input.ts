import type { Problem } from "./errors.ts";

type FieldError = NonNullable<Problem["errors"]>[number];

// Twice as deep as anything that a route or the identity provider takes, and far from the depth
// at which a program that calls itself runs out of stack.
const MAX_DEPTH = 10;
// Whoever has this many wrong fields needs no longer list.
const MAX_ERRORS = 20;

/**
 * Half of a character that takes two: no valid text, in UTF-8 or anywhere else. With the flag `u`
 * it never matches a half that has its other one beside it.
 */
const loneSurrogate = /\p{Surrogate}/u;

/** PostgreSQL stores no text with NUL, and no text that is not valid. */
function isClean(text: string): boolean {
  return !text.includes("\0") && !loneSurrogate.test(text);
}

/**
 * What no schema has to think of, in anything that came from outside: texts that can't be stored,
 * as values and as names, and values that are nested without end. Empty for good input.
 */
export function findUnclean(given: unknown): FieldError[] {
  const errors: FieldError[] = [];
  look(given, [], errors);
  return errors;
}

function look(value: unknown, path: string[], errors: FieldError[]): void {
  if (errors.length >= MAX_ERRORS) return;
  const complain = (message: string) => errors.push({ field: path.join("."), message });
  if (typeof value === "string" && !isClean(value)) complain("Has characters that can't be stored");
  if (typeof value !== "object" || value === null) return;
  if (path.length >= MAX_DEPTH) {
    complain("Is nested too deeply");
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!isClean(name)) complain("Has names with characters that can't be stored");
    look(inner, [...path, name], errors);
  }
}
