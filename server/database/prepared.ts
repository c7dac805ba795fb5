import { createHash } from "node:crypto";
import { sql } from "kysely";

const MARK = "/* prepared */";

/**
 * The end of a statement that each connection prepares once, so that it is not planned for each call.
 * For what is called often and has one good plan, whatever its parameters are: lists and searches
 * have not, and no statement may have more than a few different texts.
 */
export const prepared = sql.raw(MARK);

const names = new Map<string, string>();

/** What the driver is given for a statement: with a name, if it is to be prepared. */
export function named(args: unknown[]): unknown[] {
  const [text, values] = args;
  if (typeof text !== "string" || !text.trimEnd().endsWith(MARK)) return args;
  const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return [{ name, text, values }];
}
