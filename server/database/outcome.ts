/**
 * The result of a query that changes something. `refused` is the reason, in words for the caller.
 * `orProblem` in `server/http/problems.ts` turns `missing` and `refused` into 404 and 409.
 */
export type Outcome<Done = "done"> = Done | "missing" | { refused: string };
