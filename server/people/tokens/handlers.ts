import type { tokenRoutes } from "../../../contract/tokens.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { orProblem } from "../../http/problems.ts";
import { addToken, endAnyToken, endToken, listOwnTokens, listTokens } from "./queries.ts";
import { hashToken, makeToken } from "./token-text.ts";

export function tokenHandlers({ db }: { db: Database }): Handlers<typeof tokenRoutes> {
  return {
    listOwnTokens: ({ viewer, page }) => listOwnTokens(db, viewer.id, page),
    async createToken({ viewer, body, key, credential }) {
      const token = makeToken();
      const owner = { userId: viewer.id, tokenVersion: viewer.tokenVersion };
      const { secondFactor } = credential;
      const made = { id: key, hash: hashToken(token), secondFactor, ...body };
      const { expiresAt } = orProblem(await addToken(db, owner, made));
      return { id: key, token, expiresAt: expiresAt.toISOString() };
    },
    async endToken({ params, viewer }) {
      orProblem(await endToken(db, params.id, viewer.id));
      return { deletedCount: 1 };
    },
    listTokens: ({ page }) => listTokens(db, page),
    async endAnyToken({ params, viewer, key }) {
      orProblem(await endAnyToken(db, { key, actorId: viewer.id, id: params.id }));
      return { deletedCount: 1 };
    },
  };
}
