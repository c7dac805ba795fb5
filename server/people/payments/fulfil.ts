import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../database/connect.ts";
import type { Gateway, Intent } from "./gateway.ts";
import { closeAttemptOf, savePayment, undoPayment } from "./queries.ts";
import { isRefunded, judge } from "./rules.ts";

export interface PaymentDeps {
  db: Database;
  gateway: Gateway;
  log: FastifyBaseLogger;
}

/**
 * `open`: it may still be paid. `paid`: the payment is stored, now or earlier. `void`: it will
 * never count. `second`: the person has paid before, so this money must be refunded.
 */
type Fulfilment = { kind: "paid"; paymentId: string } | { kind: "open" | "void" | "second" };

/**
 * The only place where money turns into a role. The browser, the webhook and the reconciliation all
 * call it, any number of times, each with the intent that the provider has just returned.
 */
export async function fulfil(deps: PaymentDeps, intent: Intent): Promise<Fulfilment> {
  const { db, gateway, log } = deps;
  const { id: transactionId, userId } = intent;
  const verdict = judge(intent);
  if (!userId) return { kind: "void" };
  if (verdict === "open") return { kind: "open" };
  if (verdict === "void") {
    await closeAttemptOf(db, transactionId);
    if (isRefunded(intent) && (await undoPayment(db, userId, transactionId)) === "done") {
      log.info(
        { transactionId, userId },
        "payment refunded, or lost to a dispute, and pro role removed",
      );
    }
    return { kind: "void" };
  }
  const saved = await savePayment(db, {
    userId,
    transactionId,
    gateway: gateway.kind,
    amount: intent.received,
    currency: intent.currency,
  });
  if (saved === "missing") {
    // Two installations may share one account at the provider.
    log.warn({ transactionId, userId }, "payment for an unknown person");
    return { kind: "void" };
  }
  if ("refused" in saved) {
    log.error({ transactionId, userId }, "paid twice: this payment must be refunded");
    return { kind: "second" };
  }
  if (!saved.pro) {
    log.warn({ transactionId, userId }, "paid, but not a normal user: the role is unchanged");
  }
  return { kind: "paid", paymentId: saved.id };
}
