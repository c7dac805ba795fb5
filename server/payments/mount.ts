import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { paymentRoutes, sandboxRoutes } from "../../contract/payments.ts";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import type { Authorise } from "../http/authorise.ts";
import { bindRoutes } from "../http/bind.ts";
import { fulfil, type PaymentDeps } from "./fulfil.ts";
import { paymentHandlers } from "./handlers.ts";
import { startReconciling } from "./reconcile.ts";
import { createSandboxGateway, sandboxEvent } from "./sandbox-gateway.ts";
import { sandboxHandlers } from "./sandbox-handlers.ts";
import { createStripeGateway, type StripeOptions } from "./stripe-gateway.ts";

const WEBHOOK_PATH = "/payment-webhook";

// Events have a few kilobytes; this is the most that any provider says it sends.
const MAX_WEBHOOK_BYTES = 256 * 1024;

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  settings: { kind: "sandbox" } | ({ kind: "stripe" } & StripeOptions);
  /** Signs the sandbox's events. */
  sandboxKey: Buffer;
}

/** Everything of payments with the configured provider: routes, webhook and reconciliation. */
export function mountPayments(app: FastifyInstance, authorise: Authorise, deps: Deps): void {
  const { db, log, settings, sandboxKey } = deps;
  const gateway =
    settings.kind === "stripe"
      ? createStripeGateway(settings)
      : createSandboxGateway({ db, key: sandboxKey });
  bindRoutes(app, authorise, paymentRoutes, paymentHandlers({ db, gateway, log }));
  registerWebhook(app, { db, gateway, log });

  if (settings.kind === "sandbox") {
    const announce = (intentId: string) => {
      const { body, headers } = sandboxEvent(sandboxKey, "intent.succeeded", intentId);
      app.inject({ method: "POST", url: WEBHOOK_PATH, payload: body, headers }).catch((error) => {
        log.warn({ err: error }, "the sandbox's event did not arrive");
      });
    };
    bindRoutes(app, authorise, sandboxRoutes, sandboxHandlers({ db, announce }));
  }

  let stop = async () => {};
  app.addHook("onListen", async () => {
    stop = startReconciling({ db, gateway, log });
  });
  app.addHook("preClose", () => stop());
}

/**
 * The payment provider sends its events here. It has no access token but signs the bytes of the
 * body, so this is not a route of the table. After a 5xx it sends the event again.
 */
function registerWebhook(app: FastifyInstance, deps: PaymentDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(WEBHOOK_PATH, { bodyLimit: MAX_WEBHOOK_BYTES }, async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const transactionId = deps.gateway.readWebhook(body, request.headers);
      // An event may be late or come twice, so the intent is read as it is now.
      const intent = transactionId && (await deps.gateway.getIntent(transactionId));
      if (intent) await withRetry(() => fulfil(deps, intent));
      return { received: true };
    });
  });
}
