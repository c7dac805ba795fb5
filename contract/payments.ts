import { z } from "zod";
import type { FieldCode } from "./field-codes.ts";
import { emailAddress, fileFormat, searchText } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";

/** The one-time price of becoming a pro user, in US dollars. */
export const PRO_PRICE = 100;

/** Who processes payments: Stripe, or a sandbox that moves no money. */
export const gatewayKinds = ["sandbox", "stripe"] as const;
export type GatewayKind = (typeof gatewayKinds)[number];

const paymentRecord = z.object({
  email: z.string(),
  name: z.string(),
  price: z.number(),
  transactionId: z.string(),
  status: z.literal("pro-user"),
  timestamp: z.string(),
});

/** The specified client sends these, but the gateway knows them better. Accepted and ignored. */
const claimed = z.string().max(500).optional();

export const paymentRoutes = {
  readGateway: route({
    method: "GET",
    path: "/payment-gateway",
    access: "signed-in",
    summary: "Which payment provider's client the browser has to load",
    reply: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("sandbox") }),
      z.object({ kind: z.literal("stripe"), publishableKey: z.string() }),
    ]),
  }),
  createPaymentIntent: route({
    method: "POST",
    path: "/create-payment-intent",
    // No permission is required: a person who is not a normal user gets 409 instead of 403.
    access: "signed-in",
    summary: "Open a payment, or return to the one that is open",
    limits: ["paymentIntents"],
    body: z.object({ price: z.literal(PRO_PRICE) }),
    problems: ["conflict"],
    reply: z.object({ clientSecret: z.string() }),
  }),
  recordPayment: route({
    method: "POST",
    path: "/payment-history",
    access: "signed-in",
    summary: "Record a payment that the provider confirms, and make the payer a pro user",
    limits: ["paymentRecords"],
    status: 201,
    body: z.object({
      email: emailAddress.optional(),
      name: claimed,
      price: z.literal(PRO_PRICE).optional(),
      // Longer than the ids of any provider.
      transactionId: z.string().min(1).max(255),
      status: z.literal("pro-user").optional(),
    }),
    problems: ["payment_required", "conflict"],
    reply: z.object({ insertedId: z.uuid() }),
  }),
  claimPro: route({
    method: "PATCH",
    path: "/pro/:email",
    access: "self",
    summary: "Become a pro user, having paid",
    limits: ["paymentRecords"],
    body: z.object({ role: z.literal("pro-user") }),
    problems: ["payment_required"],
    reply: z.object({ matchedCount: z.int() }),
  }),
  readReceipt: route({
    method: "GET",
    path: "/receipt",
    access: "signed-in",
    summary: "The caller's own payment",
    problems: ["not_found"],
    reply: paymentRecord.extend({ _id: z.uuid() }),
  }),
  listPayments: pageRoute({
    path: "/pro",
    access: "payment:read-all",
    summary: "Payments, newest first, page by page (the `Link` header names the next page)",
    query: { search: searchText },
    item: paymentRecord.extend({ _id: z.uuid() }),
  }),
  exportPayments: route({
    method: "GET",
    path: "/pro/export",
    access: "payment:read-all",
    summary: "All payments as a file",
    download: "payments",
    query: z.object({ format: fileFormat }),
    reply: paymentRecord,
  }),
};

/** A card as it is typed. The sandbox accepts test numbers only, so nothing here is a secret. */
const card = {
  // Card numbers have 12 to 19 digits; people type spaces between them.
  number: z
    .string()
    .max(50)
    .transform((typed) => typed.replaceAll(/[\s-]/g, ""))
    .pipe(z.string().regex(/^\d{12,19}$/, "card.number" satisfies FieldCode)),
  expiry: z
    .string()
    .trim()
    .regex(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/, "card.expiry" satisfies FieldCode),
  cvc: z
    .string()
    .trim()
    .regex(/^\d{3,4}$/, "card.code" satisfies FieldCode),
};

// From `createPaymentIntent`. Longer than those of any provider.
const clientSecret = z.string().min(1).max(255);
const confirmation = z.object({
  status: z.enum(["succeeded", "requires_action"]),
  transactionId: z.string(),
});

/** What a payment provider's own servers would answer. Served only while the sandbox is in use. */
export const sandboxRoutes = {
  confirmSandboxPayment: route({
    method: "POST",
    path: "/sandbox-gateway/confirm",
    access: "signed-in",
    summary: "Pay with a test card; no money moves",
    // No money moves.
    limits: [],
    body: z.object({ clientSecret, ...card }),
    problems: ["card_declined", "not_found", "conflict"],
    reply: confirmation,
  }),
  authenticateSandboxPayment: route({
    method: "POST",
    path: "/sandbox-gateway/authenticate",
    access: "signed-in",
    summary: "Pass or refuse the bank's question about a test card",
    limits: [],
    body: z.object({ clientSecret, approve: z.boolean() }),
    problems: ["card_declined", "not_found", "conflict"],
    reply: confirmation,
  }),
};
