import type { Problem, Refused } from "../../contract/errors.ts";
import { sayFieldError, sayRefusal } from "../../contract/refusal-sentences.ts";

/**
 * What the server has refused, in the browser's own sentences. For codes that this version does not
 * know yet, the server's English stays.
 */
export function sayProblem({ refusal, params, detail, errors }: Partial<Problem>) {
  return {
    detail: (refusal && sayRefusal({ refused: refusal, params } as Refused)) ?? detail,
    errors: errors?.map((error) => ({ ...error, message: sayFieldError(error) ?? error.message })),
  };
}
