import type { paymentRoutes } from "../../contract/payments.ts";
import { eachPage } from "../database/keyset.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { fulfil, type PaymentDeps } from "./fulfil.ts";
import type { Intent } from "./gateway.ts";
import {
  claimRole,
  closeAttempt,
  findAttempt,
  findByTransaction,
  findPayment,
  listPayments,
  openAttempt,
  saveTransactionId,
} from "./queries.ts";
import { PAID_BEFORE, PRICE, whyNotPay } from "./rules.ts";

// The first attempt may have ended at the provider, and a parallel request may close the second.
const MAX_TRIES = 3;

const alreadyPaid = () =>
  new ProblemError("conflict", { detail: "You have paid already: you are a pro user." });
const somebodyElses = () =>
  new ProblemError("conflict", { detail: "This payment is somebody else's." });
const notPaid = (detail: string) => new ProblemError("payment_required", { detail });

export function paymentHandlers(deps: PaymentDeps): Handlers<typeof paymentRoutes> {
  const { db, gateway } = deps;

  /** The intent of the person's attempt; creates both if they are missing. Null if it has ended. */
  async function readAttempt(userId: string): Promise<Intent | null> {
    const attempt = await openAttempt(db, userId, gateway.kind);
    if (!attempt) {
      await claimRole(db, userId);
      throw alreadyPaid();
    }
    if (attempt.transactionId) {
      const intent = await gateway.getIntent(attempt.transactionId);
      if (!intent) await closeAttempt(db, attempt.id);
      return intent;
    }
    const intent = await gateway.createIntent({ key: attempt.id, userId, ...PRICE });
    return (await saveTransactionId(db, attempt.id, intent.id)) === "done" ? intent : null;
  }

  return {
    readGateway: () => gateway.publicConfig(),

    async createPaymentIntent({ viewer }) {
      const reason = whyNotPay(viewer);
      if (reason) throw new ProblemError("conflict", { detail: reason });
      for (let tried = 0; tried < MAX_TRIES; tried += 1) {
        const intent = await readAttempt(viewer.id);
        if (!intent) continue;
        const { kind } = await fulfil(deps, intent);
        if (kind === "open") return { clientSecret: intent.clientSecret };
        if (kind === "paid") throw alreadyPaid();
      }
      throw new ProblemError("unavailable", { retryAfterSeconds: 1 });
    },

    async recordPayment({ viewer, body: { transactionId } }) {
      const payment = await findByTransaction(db, transactionId);
      if (payment && payment.userId !== viewer.id) throw somebodyElses();
      if (payment && !payment.refundedAt) return { insertedId: payment.id };
      const intent = await gateway.getIntent(transactionId);
      if (!intent?.userId) throw notPaid("The payment provider knows no such payment.");
      if (intent.userId !== viewer.id) throw somebodyElses();
      const outcome = await fulfil(deps, intent);
      switch (outcome.kind) {
        case "paid":
          return { insertedId: outcome.paymentId };
        case "second":
          throw new ProblemError("conflict", { detail: PAID_BEFORE });
        case "open":
          throw notPaid("This payment has not been completed.");
        case "void":
          throw notPaid(
            "This payment does not count: it is not the full price, or was given back.",
          );
      }
    },

    async claimPro({ params, viewer }) {
      if (params.email !== viewer.email) throw new ProblemError("forbidden");
      if ((await claimRole(db, viewer.id)) === "done") return { matchedCount: 1 };
      const attempt = await findAttempt(db, viewer.id, gateway.kind);
      const intent = attempt?.transactionId ? await gateway.getIntent(attempt.transactionId) : null;
      const outcome = intent ? await fulfil(deps, intent) : null;
      if (outcome?.kind !== "paid") throw notPaid("You become a pro user by paying for it.");
      return { matchedCount: 1 };
    },

    async readReceipt({ viewer }) {
      const payment = await findPayment(db, viewer.id);
      if (!payment) throw new ProblemError("not_found", { detail: "You have not paid anything." });
      return payment;
    },

    listPayments: ({ query, page }) => listPayments(db, query.search, page),

    exportPayments: () => eachPage((page) => listPayments(db, undefined, page)),
  };
}
