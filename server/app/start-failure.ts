import { OperatorError } from "../process/operator-error.ts";

/** PostgreSQL's code for a missing right. */
const NOT_ALLOWED = "42501";

/** Shows failures that an operator can fix as one line; all others keep their stack trace. */
export function explainFailure(error: unknown): unknown {
  if (error instanceof OperatorError) return error.message;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === "EADDRINUSE") {
    // Not the error's own message, which has fewer words in a worker.
    return `PORT: listen EADDRINUSE: address already in use ${address}:${port}; another program listens there`;
  }
  if (code === NOT_ALLOWED) {
    return `DATABASE_URL: its role lacks a right (${(error as Error).message}); name the role that owns the database and its tables, or make this one their owner.`;
  }
  // An option of a command that it does not know.
  if (code?.startsWith("ERR_PARSE_ARGS")) return (error as Error).message;
  return error;
}
