import type { sandboxRoutes } from "../../../contract/payments.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import { findSandboxIntent, moveSandboxIntent } from "./sandbox-gateway.ts";
import { judgeCard } from "./sandbox-rules.ts";

interface Deps {
  db: Database;
  /** Sends the success event to the webhook, as a real provider would. */
  announce: (intentId: string) => void;
}

/** The calls that the browser makes to a real provider's own servers. */
export function sandboxHandlers({ db, announce }: Deps): Handlers<typeof sandboxRoutes> {
  async function find(clientSecret: string) {
    const intent = await findSandboxIntent(db, clientSecret);
    if (!intent) throw new ProblemError("payment.not-there");
    return intent;
  }

  async function move(id: string, wanted: "succeeded" | "requires_action") {
    const status = await moveSandboxIntent(db, id, wanted);
    if (status === "succeeded") announce(id);
    else if (status !== "requires_action") {
      throw new ProblemError("payment.ended");
    }
    return { status, transactionId: id };
  }

  return {
    async confirmSandboxPayment({ body: { clientSecret, ...card } }) {
      const { id, status } = await find(clientSecret);
      if (status === "succeeded") return { status, transactionId: id };
      const verdict = judgeCard(card, new Date());
      if (verdict.kind === "declined") {
        await moveSandboxIntent(db, id, "requires_payment_method");
        throw new ProblemError(verdict.reason);
      }
      return move(id, verdict.kind === "asked" ? "requires_action" : "succeeded");
    },
    async authenticateSandboxPayment({ body: { clientSecret, approve } }) {
      const { id, status } = await find(clientSecret);
      if (status === "succeeded") return { status, transactionId: id };
      if (status !== "requires_action") {
        throw new ProblemError("payment.not-asked");
      }
      if (approve) return move(id, "succeeded");
      await moveSandboxIntent(db, id, "requires_payment_method");
      throw new ProblemError("card.bank-unsure");
    },
  };
}
