import { DatabaseUnreachable } from "./database/open.ts";
import { EmbeddedPostgresError } from "./database/postgres-programs.ts";
import { ConfigError } from "./environment.ts";

/** One readable line for what an operator can fix; the stack for anything else. */
export function explainFailure(error: unknown): unknown {
  const expected = [ConfigError, DatabaseUnreachable, EmbeddedPostgresError];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
    return `PORT: ${(error as Error).message}; another program listens there`;
  }
  return error;
}
