import type { IncomingHttpHeaders } from "node:http";
import type { GatewayKind, paymentRoutes } from "../../contract/payments.ts";
import type { Reply } from "../../contract/route.ts";
import { ProblemError } from "../http/problems.ts";

/** A payment as the provider knows it. Amounts are in the currency's smallest unit. */
export interface Intent {
  /** The transaction's id, told to whoever pays. */
  id: string;
  /** Lets the browser that holds it pay. */
  clientSecret: string;
  /** `open` until it is paid or can't be paid any more. A declined card leaves it open. */
  status: "open" | "succeeded" | "cancelled";
  received: number;
  refunded: number;
  currency: string;
  /** For whom it was opened; null if it wasn't by this product. */
  userId: string | null;
}

interface Order {
  /** The same key gives the same intent, however often it is asked for. */
  key: string;
  userId: string;
  amount: number;
  currency: string;
}

/** The payment provider, as far as the product knows it. */
export interface Gateway {
  kind: GatewayKind;
  publicConfig(): Reply<typeof paymentRoutes.readGateway>;
  createIntent(order: Order): Promise<Intent>;
  /** Null if the provider knows no such payment. */
  getIntent(id: string): Promise<Intent | null>;
  /** Ends a payment unless it was paid. Returns what has become of it. */
  cancelIntent(id: string): Promise<Intent | null>;
  /**
   * The id of the payment that an event is about, or null if the event is of no interest. Throws
   * `BadSignature` if the provider did not send it.
   */
  readWebhook(body: Buffer, headers: IncomingHttpHeaders): string | null;
}

// Long enough for a provider to recover from a hiccup, short enough that nobody leaves.
const RETRY_SECONDS = 5;

/** The provider did not answer, or not with an answer. */
export class GatewayUnavailable extends ProblemError {
  constructor(cause: unknown) {
    super("unavailable", {
      detail:
        "The payment provider is out of reach. Please try again in a moment: nothing is charged twice.",
      retryAfterSeconds: RETRY_SECONDS,
    });
    this.message = cause instanceof Error ? cause.message : String(cause);
  }
}

export class BadSignature extends ProblemError {
  constructor() {
    super("bad_request", { detail: "This event carries no valid signature." });
  }
}
