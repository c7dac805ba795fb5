import type { FieldError, RefusalCode, Refused } from "../contract/errors.ts";
import type { FieldCode } from "../contract/field-codes.ts";
import type * as fields from "./generated/en/fields.ts";
import type * as refusals from "./generated/en/refusals.ts";

type Sentence = string | ((named: never) => string);
/** A sentence for each code, and none without a code: otherwise it does not compile. */
type For<Code extends string, Table> = [keyof Table] extends [Code]
  ? Record<Code, Sentence>
  : never;

export type RefusalTable = For<RefusalCode, typeof refusals.sentences>;
export type FieldTable = For<FieldCode, typeof fields.sentences>;

/** Undefined for a problem whose title says it all, and for a code that this version does not know. */
export function sayRefusal(table: RefusalTable, { refused, params }: Refused): string | undefined {
  return fill(table[refused as RefusalCode], params);
}

/** Undefined for a code that this version does not know. */
export function sayFieldError(
  { fields, refusals }: { fields: FieldTable; refusals: RefusalTable },
  { field: _field, code, ...named }: Omit<FieldError, "message">,
): string | undefined {
  return fill(fields[code as FieldCode] ?? refusals[code as RefusalCode], named);
}

export function fill(sentence: Sentence | undefined, named: object = {}): string | undefined {
  return typeof sentence === "function" ? sentence(named as never) : sentence;
}
