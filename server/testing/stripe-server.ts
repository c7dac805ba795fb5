import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

// Long enough for all requests of a race to arrive.
const SLOW_MS = 150;

/**
 * - `well`: normal
 * - `slow`: answers late, and refuses a key that it is still processing
 * - `failing`: 500 for everything
 * - `silent`: takes the request and never answers
 * - `forgetful`: does what it is asked, but closes the connection without answering
 */
type Mood = "well" | "slow" | "failing" | "silent" | "forgetful";

interface StripeIntent {
  id: string;
  object: "payment_intent";
  client_secret: string;
  amount: number;
  amount_received: number;
  currency: string;
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  metadata: Record<string, string>;
  latest_charge: string | object | null;
}

export interface StripeServer {
  url: string;
  webhookSecret: string;
  /** Every payment that was opened here. */
  intents: Map<string, StripeIntent>;
  /** Method and path of every request, in order. */
  requests: string[];
  mood: Mood;
  /** What a card does in the browser, and an employee in Stripe's dashboard. */
  pay(id: string, amount?: number): void;
  decline(id: string): void;
  cancel(id: string): void;
  refund(id: string, amount?: number): void;
  /** What the payer's bank does; Stripe's words for how it stands. */
  dispute(id: string, status: string): void;
  /** An event as Stripe sends it: the bytes of the body, and the headers with its signature. */
  event(type: string, id: string): { payload: string; headers: Record<string, string> };
  close(): Promise<void>;
}

/** A local server with Stripe's wire format for payment intents and their events. */
export async function startStripeServer(): Promise<StripeServer> {
  const intents = new Map<string, StripeIntent>();
  const refunds = new Map<string, number>();
  const disputes = new Map<string, string>();
  const answered = new Map<string, string>();
  const webhookSecret = `whsec_${randomBytes(16).toString("hex")}`;
  const requests: string[] = [];
  const busyKeys = new Set<string>();

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = "" } = request;
    requests.push(`${method} ${url}`);
    const body = new URLSearchParams(await text(request));
    if (stand.mood === "silent") return;
    if (stand.mood === "failing") {
      return send(response, 500, problem("api_error", "api_error", "Stripe is unwell."));
    }
    if (!request.headers.authorization?.startsWith("Bearer sk_test_")) {
      return send(response, 401, problem("invalid_request_error", "", "Invalid API Key provided."));
    }
    const key = String(request.headers["idempotency-key"]);
    if (stand.mood === "slow" && !answered.has(key)) {
      if (busyKeys.has(key)) {
        return send(response, 409, problem("idempotency_error", "idempotency_key_in_use", "Busy."));
      }
      if (method === "POST") busyKeys.add(key);
      await wait(SLOW_MS);
      busyKeys.delete(key);
    }
    const [status, answer] = act(method ?? "", new URL(url, "http://x"), body, key);
    if (stand.mood === "forgetful") {
      response.destroy();
      return;
    }
    send(response, status, answer);
  }

  function act(
    method: string,
    { pathname, searchParams }: URL,
    body: URLSearchParams,
    key: string,
  ): [status: number, answer: object] {
    const expanded = [...body.values(), ...searchParams.values()].includes("latest_charge");
    if (method === "POST" && pathname === "/v1/payment_intents") {
      return [200, create(body, key)];
    }
    if (pathname === "/v1/disputes") {
      const dispute = disputeOf(searchParams.get("payment_intent") ?? "");
      return [200, { object: "list", has_more: false, data: dispute ? [dispute] : [] }];
    }
    if (pathname === "/v1/payment_intents") return [200, { object: "list", data: [] }];
    const [, id = "", action] = pathname.match(/^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/) ?? [];
    const intent = intents.get(id);
    if (!intent) {
      return [404, problem("invalid_request_error", "resource_missing", "No such payment_intent")];
    }
    if (action === "cancel") {
      if (intent.status === "succeeded" || intent.status === "canceled") {
        const code = "payment_intent_unexpected_state";
        return [
          400,
          problem("invalid_request_error", code, "You cannot cancel this PaymentIntent"),
        ];
      }
      intent.status = "canceled";
    }
    return [200, expanded ? { ...intent, latest_charge: chargeOf(intent) } : intent];
  }

  /** The same key gets the same answer, without a second payment. */
  function create(body: URLSearchParams, key: string): StripeIntent {
    const earlier = intents.get(answered.get(key) ?? "");
    if (earlier) return earlier;
    const id = `pi_${randomBytes(12).toString("hex")}`;
    const metadata = [...body].flatMap(([name, value]) => {
      const field = name.match(/^metadata\[(\w+)\]$/)?.[1];
      return field ? [[field, value]] : [];
    });
    const intent: StripeIntent = {
      id,
      object: "payment_intent",
      client_secret: `${id}_secret_${randomBytes(12).toString("hex")}`,
      amount: Number(body.get("amount")),
      amount_received: 0,
      currency: body.get("currency") ?? "",
      status: "requires_payment_method",
      metadata: Object.fromEntries(metadata),
      latest_charge: null,
    };
    intents.set(id, intent);
    answered.set(key, id);
    return intent;
  }

  function chargeOf(intent: StripeIntent) {
    if (!intent.latest_charge) return null;
    const amount_refunded = refunds.get(intent.id) ?? 0;
    return {
      id: intent.latest_charge,
      object: "charge",
      amount: intent.amount_received,
      amount_refunded,
      refunded: amount_refunded === intent.amount_received,
      disputed: disputes.has(intent.id),
      payment_intent: intent.id,
    };
  }

  /** In another currency, as banks may do it. */
  function disputeOf(id: string) {
    const status = disputes.get(id);
    if (!status) return null;
    const amount = 9_123;
    return { id: "dp_1", object: "dispute", amount, currency: "eur", status, payment_intent: id };
  }

  function find(id: string): StripeIntent {
    const intent = intents.get(id);
    if (!intent) throw new Error(`No such payment here: ${id}`);
    return intent;
  }

  const stand: StripeServer = {
    url: `http://127.0.0.1:${port}`,
    webhookSecret,
    intents,
    requests,
    mood: "well",
    pay(id, amount) {
      const intent = find(id);
      intent.status = "succeeded";
      intent.amount_received = amount ?? intent.amount;
      intent.latest_charge = `ch_${randomBytes(12).toString("hex")}`;
    },
    decline(id) {
      find(id).status = "requires_payment_method";
    },
    cancel(id) {
      find(id).status = "canceled";
    },
    refund(id, amount) {
      refunds.set(id, amount ?? find(id).amount_received);
    },
    dispute(id, status) {
      disputes.set(find(id).id, status);
    },
    event(type, id) {
      const intent = find(id);
      const charge = type.startsWith("charge.dispute.") ? disputeOf : () => chargeOf(intent);
      const object = type.startsWith("charge.") ? charge(id) : intent;
      const payload = JSON.stringify({
        id: `evt_${randomBytes(12).toString("hex")}`,
        object: "event",
        type,
        data: { object },
      });
      return { payload, headers: signed(payload, webhookSecret) };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return stand;
}

/** Stripe's scheme: HMAC-SHA256 of the time and the exact bytes of the body. */
export function signed(payload: string, secret: string, at = Date.now()): Record<string, string> {
  const seconds = Math.floor(at / 1000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex");
  return {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": `t=${seconds},v1=${signature}`,
  };
}

function problem(type: string, code: string, message: string) {
  return { error: { type, code, message } };
}

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(answer));
}
