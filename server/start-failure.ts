import { NotDistributable } from "./database/distribute.ts";
import { EmbeddedPostgresError } from "./database/embedded/programs.ts";
import { DatabaseUnreachable } from "./database/open.ts";
import { ConfigError } from "./environment.ts";

/** Shows failures that an operator can fix as one line; all others keep their stack trace. */
export function explainFailure(error: unknown): unknown {
  const expected = [ConfigError, DatabaseUnreachable, EmbeddedPostgresError, NotDistributable];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
    return `PORT: ${(error as Error).message}; another program listens there`;
  }
  return error;
}
