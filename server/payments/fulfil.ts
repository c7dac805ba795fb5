import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../database/connect.ts";
import type { Gateway, Intent } from "./gateway.ts";
import { closeTransaction, undoPayment, writePayment } from "./queries.ts";
import { isGivenBack, judge } from "./rules.ts";

export interface PaymentDeps {
  db: Database;
  gateway: Gateway;
  log: FastifyBaseLogger;
}

/**
 * `open`: may still be paid. `paid`: recorded, now or earlier. `void`: never will count.
 * `second`: the person had paid before, and this money has to be given back.
 */
export type Outcome = { kind: "paid"; paymentId: string } | { kind: "open" | "void" | "second" };

/**
 * The one way by which money becomes a role. Browser, webhook and reconciliation all come here,
 * with what the provider itself has just said, as often as they like.
 */
export async function fulfil(deps: PaymentDeps, intent: Intent): Promise<Outcome> {
  const { db, gateway, log } = deps;
  const { id: transactionId, userId } = intent;
  const verdict = judge(intent);
  if (!userId) return { kind: "void" };
  if (verdict === "open") return { kind: "open" };
  if (verdict === "void") {
    await closeTransaction(db, transactionId);
    if (isGivenBack(intent) && (await undoPayment(db, userId, transactionId))) {
      log.info({ transactionId, userId }, "payment given back, the role with it");
    }
    return { kind: "void" };
  }
  const written = await writePayment(db, {
    userId,
    transactionId,
    gateway: gateway.kind,
    amount: intent.received,
    currency: intent.currency,
  });
  if (written === "unknown") {
    // Two installations may share an account at the provider.
    log.warn({ transactionId, userId }, "a payment of nobody we know");
    return { kind: "void" };
  }
  if (written === "second") {
    log.error({ transactionId, userId }, "somebody paid twice; this payment has to be refunded");
    return { kind: "second" };
  }
  if (!written.pro) {
    log.warn({ transactionId, userId }, "paid, but no longer a normal user: the role stays");
  }
  return { kind: "paid", paymentId: written.id };
}
