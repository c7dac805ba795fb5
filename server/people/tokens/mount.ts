import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { TokenScope } from "../../../contract/tokens.ts";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import type { SignedIn } from "../../http/authorise.ts";
import { shortAddress } from "../../http/client-words.ts";
import { ProblemError } from "../../http/problems.ts";
import type { ReadOnlyUntil } from "../../http/read-only.ts";
import type { Every } from "../../process/every.ts";
import { tokenHandlers } from "./handlers.ts";
import { findOwner, noteUse, warnOfEnds } from "./queries.ts";
import { hashToken, isTokenForm } from "./token-text.ts";

// A mail a week before an end may come an hour later.
const WARN_EVERY_MS = 3_600_000;

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  readOnlyUntil: ReadOnlyUntil;
  every: Every;
}

/** Warns of ends, and finds the owners of tokens for `authorise.ts`. */
export function mountTokens(app: FastifyInstance, deps: Deps) {
  const { db, log, readOnlyUntil, every } = deps;
  app.addHook("onListen", async () => {
    every(WARN_EVERY_MS, () => warnOfEnds(db), {
      name: "tokens that end",
      failure: "nobody was told of tokens that end, will be retried",
      atOnce: true,
    });
  });

  /** A call must not fail because its time can't be noted. */
  async function note(tokenId: string, address: string): Promise<void> {
    if (await readOnlyUntil()) return;
    await noteUse(db, tokenId, shortAddress(address)).catch((error: unknown) =>
      log.warn({ err: error }, "the use of a token was not noted"),
    );
  }

  return {
    handlers: tokenHandlers(deps),
    async findOwner(token: string, address: string): Promise<SignedIn> {
      if (!isTokenForm(token)) throw new ProblemError("token.mistyped");
      const found = await withRetry(() => findOwner(db, hashToken(token)));
      if (!found) throw new ProblemError("token.unknown");
      const { tokenId, scopes, secondFactor, isUseNews, ...viewer } = found;
      if (isUseNews) await note(tokenId, address);
      return {
        viewer,
        identity: null,
        credential: {
          kind: "token",
          id: tokenId,
          scopes: scopes as TokenScope[],
          secondFactor,
          // Nobody signs in with a token: it opens nothing that asks for it.
          signedInAt: new Date(0),
        },
      };
    },
  };
}
