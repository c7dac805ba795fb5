import type { paymentRoutes } from "../../../contract/payments.ts";
import { eachPage } from "../../database/keyset.ts";
import type { Handlers } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
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
import { PRICE, whyNotPay } from "./rules.ts";

// The first attempt may have ended at the provider, and a parallel request may close the second.
const MAX_TRIES = 3;

export function paymentHandlers(deps: PaymentDeps): Handlers<typeof paymentRoutes> {
  const { db, gateway } = deps;

  /** The intent of the person's attempt; creates both if they are missing. Null if it has ended. */
  async function readAttempt(userId: string): Promise<Intent | null> {
    const attempt = await openAttempt(db, userId, gateway.kind);
    if (!attempt) {
      await claimRole(db, userId);
      throw new ProblemError("payment.paid-already");
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
      if (reason) throw new ProblemError(reason);
      for (let tried = 0; tried < MAX_TRIES; tried += 1) {
        const intent = await readAttempt(viewer.id);
        if (!intent) continue;
        const { kind } = await fulfil(deps, intent);
        if (kind === "open") return { clientSecret: intent.clientSecret };
        if (kind === "paid") throw new ProblemError("payment.paid-already");
      }
      throw new ProblemError("unavailable", { retryAfterSeconds: 1 });
    },

    async recordPayment({ viewer, body: { transactionId } }) {
      const payment = await findByTransaction(db, transactionId);
      if (payment && payment.userId !== viewer.id) throw new ProblemError("payment.somebody-elses");
      if (payment && !payment.refundedAt) return { insertedId: payment.id };
      const intent = await gateway.getIntent(transactionId);
      if (!intent?.userId) throw new ProblemError("payment.unknown");
      if (intent.userId !== viewer.id) throw new ProblemError("payment.somebody-elses");
      const outcome = await fulfil(deps, intent);
      switch (outcome.kind) {
        case "paid":
          return { insertedId: outcome.paymentId };
        case "second":
          throw new ProblemError("payment.second");
        case "open":
          throw new ProblemError("payment.not-completed");
        case "void":
          throw new ProblemError("payment.no-longer-counts");
      }
    },

    async claimPro({ params, viewer }) {
      if (params.email !== viewer.email) throw new ProblemError("forbidden");
      if ((await claimRole(db, viewer.id)) === "done") return { matchedCount: 1 };
      const attempt = await findAttempt(db, viewer.id, gateway.kind);
      const intent = attempt?.transactionId ? await gateway.getIntent(attempt.transactionId) : null;
      const outcome = intent ? await fulfil(deps, intent) : null;
      if (outcome?.kind !== "paid") throw new ProblemError("payment.needed");
      return { matchedCount: 1 };
    },

    async readReceipt({ viewer }) {
      const payment = await findPayment(db, viewer.id);
      if (!payment) throw new ProblemError("payment.none");
      return payment;
    },

    listPayments: ({ query, page }) => listPayments(db, query.search, page),

    exportPayments: () => eachPage((page) => listPayments(db, undefined, page)),
  };
}
