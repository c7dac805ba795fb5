/**
 * What a query answers that changes something. `refused` says why in words for the person who
 * asked. `orProblem` of `server/http/problems.ts` turns `missing` and `refused` into 404 and 409.
 */
export type Outcome<Done = "done"> = Done | "missing" | { refused: string };
