import Stripe from "stripe";
import { z } from "zod";
import { BadSignature, type Gateway, GatewayUnavailable, type Intent } from "./gateway.ts";

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Another address for Stripe's API: a proxy, or the simulated Stripe of the tests. */
  apiUrl?: string | undefined;
  timeoutMs?: number;
  siteName: () => Promise<string>;
}

// Three tries and the pauses between them are still shorter than the grace time of a stop.
const TIMEOUT_MS = 4_000;
const MAX_RETRIES = 2;

const intentId = /^pi_\w+$/;
const withCharge = { expand: ["latest_charge"] };

/** The fields of an answer that matter. An answer that does not match is an error. */
const answer = z.object({
  id: z.string().regex(intentId),
  client_secret: z.string().nullish(),
  status: z.string(),
  amount_received: z.int().min(0),
  currency: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  latest_charge: z
    .union([z.string(), z.object({ amount_refunded: z.int().min(0), disputed: z.boolean() })])
    .nullish(),
});

export function createStripeGateway(options: StripeOptions): Gateway {
  const stripe = new Stripe(options.secretKey, {
    // No `apiVersion`: the SDK sends the version that it was written for, and both change together.
    ...addressOf(options.apiUrl),
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
  });

  /** Null for what Stripe does not know; `GatewayUnavailable` if it does not answer. */
  async function ask(call: () => Promise<Stripe.PaymentIntent>): Promise<Intent | null> {
    try {
      const { disputed, ...intent } = toIntent(await call());
      // Whatever part of the price was disputed: banks convert, so the amounts may differ.
      const lost = disputed && (await lostDispute(intent.id));
      return lost ? { ...intent, refunded: intent.received } : intent;
    } catch (error) {
      if (hasCode(error, "resource_missing")) return null;
      const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
      const passing = [StripeConnectionError, StripeAPIError, StripeRateLimitError];
      if (passing.some((kind) => error instanceof kind)) throw new GatewayUnavailable(error);
      throw error;
    }
  }

  async function getIntent(id: string): Promise<Intent | null> {
    if (!intentId.test(id)) return null;
    return ask(() => stripe.paymentIntents.retrieve(id, withCharge));
  }

  /** Whether the bank has given the money back for good. Won or undecided ones change nothing. */
  async function lostDispute(payment_intent: string): Promise<boolean> {
    // More than a charge can have.
    const { data } = await stripe.disputes.list({ payment_intent, limit: 100 });
    return data.some(({ status }) => status === "lost");
  }

  return {
    kind: "stripe",
    publicConfig: () => ({ kind: "stripe", publishableKey: options.publishableKey }),
    getIntent,
    async createIntent({ key, userId, amount, currency }) {
      const site = await options.siteName();
      const intent = await ask(() =>
        stripe.paymentIntents.create(
          {
            amount,
            currency,
            allowed_payment_method_types: ["card"],
            description: `${site}: pro user`,
            metadata: { userId },
          },
          { idempotencyKey: key },
        ),
      );
      if (!intent) throw new GatewayUnavailable("a new payment was not found");
      return intent;
    },
    async cancelIntent(id) {
      try {
        return await ask(() => stripe.paymentIntents.cancel(id, withCharge));
      } catch (error) {
        // It was paid or cancelled meanwhile.
        if (hasCode(error, "payment_intent_unexpected_state")) return getIntent(id);
        throw error;
      }
    },
    readWebhook(body, headers) {
      const event = readEvent(body, headers["stripe-signature"]);
      switch (event.type) {
        case "payment_intent.succeeded":
          return event.data.object.id;
        case "charge.refunded":
        // Until it is closed, a dispute may still be won.
        case "charge.dispute.closed":
          return idOf(event.data.object.payment_intent);
        default:
          return null;
      }
    },
  };

  function readEvent(body: Buffer, signature: string | string[] | undefined): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(body, signature ?? "", options.webhookSecret);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new BadSignature();
      throw error;
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

function toIntent(answered: Stripe.PaymentIntent): Intent & { disputed: boolean } {
  const { data: intent, error } = answer.safeParse(answered);
  if (error) throw new GatewayUnavailable(error);
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? "",
    status:
      intent.status === "succeeded"
        ? "succeeded"
        : intent.status === "canceled"
          ? "cancelled"
          : "open",
    received: intent.amount_received,
    refunded: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    currency: intent.currency,
    // A Stripe account may have payments of other products.
    userId: z.uuid().safeParse(intent.metadata.userId).data ?? null,
  };
}

function addressOf(apiUrl: string | undefined) {
  if (!apiUrl) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const secure = protocol === "https:";
  return {
    protocol: secure ? ("https" as const) : ("http" as const),
    host: hostname,
    port: port || (secure ? 443 : 80),
  };
}
