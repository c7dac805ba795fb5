import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import { type ReadOnlyUntil, refuseIfReadOnly } from "../../http/read-only.ts";
import type { Every } from "../../process/every.ts";
import { fulfil, type PaymentDeps } from "./fulfil.ts";
import type { Gateway } from "./gateway.ts";
import { paymentHandlers } from "./handlers.ts";
import { startReconciling } from "./reconcile.ts";
import { createSandboxGateway, sandboxEvent } from "./sandbox-gateway.ts";
import { sandboxHandlers } from "./sandbox-handlers.ts";
import type { StripeOptions } from "./stripe-gateway.ts";

const WEBHOOK_PATH = "/payment-webhook";

// Events have a few kB; no provider sends more than this.
const MAX_WEBHOOK_BYTES = 256 * 1024;

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  settings: { kind: "sandbox" } | ({ kind: "stripe" } & Omit<StripeOptions, "siteName">);
  brand: { read(): Promise<{ name: string }> };
  /** Signs the sandbox's events. */
  sandboxKey: Buffer;
  onReconciled: () => void;
  every: Every;
  readOnlyUntil: ReadOnlyUntil;
}

/** Registers the provider's webhook and reconciliation, and returns the handlers of its routes. */
export async function mountPayments(app: FastifyInstance, deps: Deps) {
  const { db, log, settings, brand, sandboxKey, onReconciled, every, readOnlyUntil } = deps;
  const gateway =
    settings.kind === "stripe"
      ? await openStripe({ ...settings, siteName: async () => (await brand.read()).name })
      : createSandboxGateway({ db, key: sandboxKey });
  registerWebhook(app, { db, gateway, log, readOnlyUntil });

  app.addHook("onListen", async () => {
    startReconciling({ db, gateway, log, onReconciled, every });
  });

  function announce(intentId: string): void {
    const { body, headers } = sandboxEvent(sandboxKey, "intent.succeeded", intentId);
    app.inject({ method: "POST", url: WEBHOOK_PATH, payload: body, headers }).catch((error) => {
      log.warn({ err: error }, "the sandbox's event was not delivered");
    });
  }
  return { ...paymentHandlers({ db, gateway, log }), ...sandboxHandlers({ db, announce }) };
}

/** Stripe's library is a sixth of all files that a start loads, so only who uses it loads it. */
async function openStripe(options: StripeOptions): Promise<Gateway> {
  const { createStripeGateway } = await import("./stripe-gateway.ts");
  return createStripeGateway(options);
}

/**
 * The payment provider sends its events here. It has no access token but signs the bytes of the
 * body, so this is not a route of the table. After a 5xx it sends the event again.
 */
function registerWebhook(
  app: FastifyInstance,
  deps: PaymentDeps & { readOnlyUntil: ReadOnlyUntil },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(WEBHOOK_PATH, { bodyLimit: MAX_WEBHOOK_BYTES }, async (request) => {
      await refuseIfReadOnly(deps.readOnlyUntil);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const transactionId = deps.gateway.readWebhook(body, request.headers);
      // An event may be late or come twice, so the intent is read as it is now.
      const intent = transactionId && (await deps.gateway.getIntent(transactionId));
      if (intent) await withRetry(() => fulfil(deps, intent));
      return { received: true };
    });
  });
}
