import { sentences as fields } from "#words/fields";
import { sentences as refusals } from "#words/refusals";
import type { Problem, Refused } from "../../contract/errors.ts";
import { sayFieldError, sayRefusal } from "../../words/say-problem.ts";

/**
 * What the server has refused, in this language. For codes that this version does not know yet, the
 * server's sentence stays.
 */
export function sayProblem({ refusal, params, detail, errors }: Partial<Problem>) {
  return {
    detail: (refusal && sayRefusal(refusals, { refused: refusal, params } as Refused)) ?? detail,
    errors: errors?.map((error) => ({
      ...error,
      message: sayFieldError({ fields, refusals }, error) ?? error.message,
    })),
  };
}
