import type { sandboxRoutes } from "../../contract/payments.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { findSandboxIntent, moveSandboxIntent } from "./sandbox-gateway.ts";
import { judgeCard } from "./sandbox-rules.ts";

interface Deps {
  db: Database;
  /** Sends an event about a success to the webhook, as a real provider does. */
  announce: (intentId: string) => void;
}

/** The calls that the browser makes to a real provider's own servers. */
export function sandboxHandlers({ db, announce }: Deps): Handlers<typeof sandboxRoutes> {
  async function find(clientSecret: string) {
    const intent = await findSandboxIntent(db, clientSecret);
    if (!intent) throw new ProblemError("not_found", { detail: "There is no such payment." });
    return intent;
  }

  async function move(id: string, wanted: "succeeded" | "requires_action") {
    const status = await moveSandboxIntent(db, id, wanted);
    if (status === "succeeded") announce(id);
    else if (status !== "requires_action") {
      throw new ProblemError("conflict", {
        detail: "This payment is no longer open. Please reload the page.",
      });
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
        throw new ProblemError("card_declined", { detail: verdict.reason });
      }
      return move(id, verdict.kind === "asked" ? "requires_action" : "succeeded");
    },
    async authenticateSandboxPayment({ body: { clientSecret, approve } }) {
      const { id, status } = await find(clientSecret);
      if (status === "succeeded") return { status, transactionId: id };
      if (status !== "requires_action") {
        throw new ProblemError("conflict", { detail: "Nobody asked about this payment." });
      }
      if (approve) return move(id, "succeeded");
      await moveSandboxIntent(db, id, "requires_payment_method");
      throw new ProblemError("card_declined", {
        detail:
          "Your bank could not confirm that it was you. Please try again or use another card.",
      });
    },
  };
}
