import { sentences } from "#words/fields";

// Without Zod, which the security page would load for them alone.

/** The identity provider's default, until the server's settings are loaded. */
export const usualPasswordMinLength = 6;

export function sayMinLength(minLength: number): string {
  return sentences["too-short"]({ limit: minLength });
}
