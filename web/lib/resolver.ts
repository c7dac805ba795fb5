import { toNestErrors } from "@hookform/resolvers";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { sentences } from "#words/fields";
import { codeOf, type FieldCode, limitOf } from "../../contract/field-codes.ts";
import { fill } from "../../words/say-problem.ts";

/** Checks a form by its schema. `error` may have words of the form's own for what Zod finds. */
export function resolverOf<Values extends FieldValues, Sent>(
  schema: z.ZodType<Sent, Values>,
  error: z.core.$ZodErrorMap = codeOf,
): Resolver<Values, unknown, Sent> {
  return (values, _context, options) => {
    const read = schema.safeParse(values, { error });
    if (read.success) return { values: read.data, errors: {} };
    const found: Record<string, { type: string; message: string }> = {};
    for (const issue of read.error.issues) {
      found[issue.path.join(".")] ??= { type: issue.code, message: sayIssue(issue) };
    }
    return { values: {}, errors: toNestErrors(found as FieldErrors<Values>, options) };
  };
}

/** Schemas name the codes of sentences; a form may also have its own. */
export function sayIssue(issue: z.core.$ZodIssue): string {
  return fill(sentences[issue.message as FieldCode], limitOf(issue)) ?? issue.message;
}
