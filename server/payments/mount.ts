import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Database } from "../database/connect.ts";
import { paymentHandlers } from "./handlers.ts";
import { startReconciling } from "./reconcile.ts";
import { createSandboxGateway, sandboxEvent } from "./sandbox-gateway.ts";
import { sandboxHandlers } from "./sandbox-handlers.ts";
import { createStripeGateway, type StripeOptions } from "./stripe-gateway.ts";
import { registerWebhook, WEBHOOK_PATH } from "./webhook.ts";

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  settings: { kind: "sandbox" } | ({ kind: "stripe" } & StripeOptions);
  /** Signs the sandbox's events. */
  sandboxKey: Buffer;
}

/** Registers the chosen provider's webhook and reconciliation, and returns who answers its calls. */
export function mountPayments(app: FastifyInstance, deps: Deps) {
  const { db, log, settings, sandboxKey } = deps;
  const gateway =
    settings.kind === "stripe"
      ? createStripeGateway(settings)
      : createSandboxGateway({ db, key: sandboxKey });
  registerWebhook(app, { db, gateway, log });

  let stop = async () => {};
  app.addHook("onListen", async () => {
    stop = startReconciling({ db, gateway, log });
  });
  app.addHook("preClose", () => stop());

  function announce(intentId: string): void {
    const { body, headers } = sandboxEvent(sandboxKey, "intent.succeeded", intentId);
    app.inject({ method: "POST", url: WEBHOOK_PATH, payload: body, headers }).catch((error) => {
      log.warn({ err: error }, "the sandbox's event did not arrive");
    });
  }
  return { ...paymentHandlers({ db, gateway, log }), ...sandboxHandlers({ db, announce }) };
}
