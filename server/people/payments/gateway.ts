import type { IncomingHttpHeaders } from "node:http";
import type { GatewayKind, paymentRoutes } from "../../../contract/payments.ts";
import type { Reply } from "../../../contract/route.ts";
import { ProblemError } from "../../http/problems.ts";

/*
 * The words of payments, each with one meaning:
 * - attempt: a person has started to pay, and it is not settled yet; a row of `payment_attempts`
 * - intent: the payment provider's own record of an attempt, with its status and its amounts
 * - transaction id: the id of an intent, under the name that the specification gives it
 * - payment: money that has arrived and has made a person a pro user; a row of `payments`
 * - charge: Stripe's word for money taken from a card; only `stripe-gateway.ts` uses it
 */

/** What the provider says about an attempt. Amounts are in the currency's smallest unit. */
export interface Intent {
  /** The contract calls it `transactionId`. */
  id: string;
  /** A browser needs it to pay. */
  clientSecret: string;
  /** `open` until it is paid or cancelled. A declined card leaves it open. */
  status: "open" | "succeeded" | "cancelled";
  received: number;
  /** What went back to whoever paid. All of it, if they disputed the charge at their bank and won. */
  refunded: number;
  currency: string;
  /** Who pays; null for an intent that this product has not created. */
  userId: string | null;
}

interface Order {
  /** Calls with the same key create one intent. */
  key: string;
  userId: string;
  amount: number;
  currency: string;
}

/** What the product needs of a payment provider. */
export interface Gateway {
  kind: GatewayKind;
  publicConfig(): Reply<typeof paymentRoutes.readGateway>;
  createIntent(order: Order): Promise<Intent>;
  /** Null if the provider has no such intent. */
  getIntent(id: string): Promise<Intent | null>;
  /** Cancels an intent unless it is paid. Returns it as it is afterwards. */
  cancelIntent(id: string): Promise<Intent | null>;
  /**
   * The id of the intent that an event is about, or null for an event that changes nothing here.
   * Throws `BadSignature` if the provider did not send it.
   */
  readWebhook(body: Buffer, headers: IncomingHttpHeaders): string | null;
}

// Long enough for a provider to recover from a short failure, short enough that people wait.
const RETRY_SECONDS = 5;

/** The provider did not answer, or its answer made no sense. */
export class GatewayUnavailable extends ProblemError {
  constructor(cause: unknown) {
    super("payment.provider-away", { retryAfterSeconds: RETRY_SECONDS });
    this.message = cause instanceof Error ? cause.message : String(cause);
  }
}

export class BadSignature extends ProblemError {
  constructor() {
    super("payment.bad-signature");
  }
}
