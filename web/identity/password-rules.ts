import { fieldSentences } from "../../contract/field-sentences.ts";
import { fill } from "../../contract/fill.ts";

// Without Zod, which the security page would load for them alone.

/** The identity provider's default, until the server's settings are loaded. */
export const usualPasswordMinLength = 6;

export function sayMinLength(minLength: number): string {
  return fill(fieldSentences["too-short"], { limit: minLength });
}
