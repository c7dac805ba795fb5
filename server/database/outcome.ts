import type { ProblemCode } from "../../contract/errors.ts";

/**
 * The result of a query that changes something. `refused` is the reason, in words for the caller.
 * `orProblem` in `server/http/problems.ts` turns `missing` and `refused` into 404 and 409.
 */
export type Outcome<Done = "done"> = Done | "missing" | { refused: string };

/** Thrown by a query that must not go on, whoever asked. It is answered with this problem. */
export class Refusal extends Error {
  readonly problem: ProblemCode;

  constructor(problem: ProblemCode, message: string) {
    super(message);
    this.problem = problem;
  }
}
