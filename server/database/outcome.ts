import type { PlainCode, Refused } from "../../contract/errors.ts";

/**
 * The result of a query that changes something. `refused` is the code of the reason, with what its
 * sentence names. `orProblem` in `server/http/problems.ts` answers `missing` and `refused`.
 */
export type Outcome<Done = "done"> = Done | "missing" | Refused;

/** Thrown by a query that must not go on, whoever asked. `message` is for the log alone. */
export class Refusal extends Error {
  readonly refused: PlainCode;

  constructor(refused: PlainCode, message: string) {
    super(message);
    this.refused = refused;
  }
}
