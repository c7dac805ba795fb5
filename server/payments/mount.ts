import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { paymentRoutes, sandboxRoutes } from "../../contract/payments.ts";
import type { Database } from "../database/connect.ts";
import type { Authorise } from "../http/authorise.ts";
import { bindRoutes } from "../http/bind.ts";
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

/** Payments with the provider that was chosen: its calls, its webhook, its reconciliation. */
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
