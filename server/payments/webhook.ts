import type { FastifyInstance } from "fastify";
import { withRetry } from "../database/retry.ts";
import { fulfil, type PaymentDeps } from "./fulfil.ts";

export const WEBHOOK_PATH = "/payment-webhook";

// Events are some kilobytes; this is the most that any provider says it sends.
const MAX_BYTES = 256 * 1024;

/**
 * Where the payment provider tells what happened. It sends no access token but signs the very bytes
 * of the body, so this is no route of the table. Any failure of ours is a 5xx: it will tell again.
 */
export function registerWebhook(app: FastifyInstance, deps: PaymentDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(WEBHOOK_PATH, { bodyLimit: MAX_BYTES }, async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const transactionId = deps.gateway.readWebhook(body, request.headers);
      // An event may be late or come twice: what counts is what the provider says now.
      const intent = transactionId && (await deps.gateway.getIntent(transactionId));
      if (intent) await withRetry(() => fulfil(deps, intent));
      return { received: true };
    });
  });
}
