import { z } from "zod";
import type { FieldCode } from "./field-codes.ts";
import { text } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";

/** What a webhook can be told. None says what anybody voted: the receiver reads results with a token. */
export const webhookEvents = [
  "survey.published",
  "survey.rejected",
  "survey.closing_soon",
  "survey.closed",
  "result.changed",
  "vote.set_aside",
  "comment.added",
  "record.checkpoint",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Standard Webhooks 1.0: a secret that both sides know, or a key pair of which the receiver has the public half. */
export const signatureKinds = ["v1", "v1a"] as const;
export type SignatureKind = (typeof signatureKinds)[number];

/** Longer than any that we have seen, with room for a token of the receiver's own. */
export const WEBHOOK_URL_MAX = 500;
export const WEBHOOK_TEXT_MAX = 200;

// Which hosts may be called, only the sender can tell: it looks them up.
const address = z
  .string()
  .trim()
  .max(WEBHOOK_URL_MAX)
  .refine((given) => {
    if (!URL.canParse(given)) return false;
    const { protocol, username, password, hash } = new URL(given);
    return /^https?:$/.test(protocol) && !username && !password && !hash;
  }, "webhook.address" satisfies FieldCode);

const settings = {
  url: address,
  description: text(0, WEBHOOK_TEXT_MAX),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
};

/** Made of what happened by a hash, so that it need not have the digits by which uuids tell their version. */
const deliveryId = z.guid();

const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  /** Also those that only a later version knows. */
  events: z.array(z.string()),
  /** It is told of every survey, as long as its owner is an admin; otherwise of the owner's own. */
  ofSite: z.boolean(),
  enabled: z.boolean(),
  signature: z.enum(signatureKinds),
  /** Since when no delivery has succeeded; null if the last one has. */
  failingSince: z.string().nullable(),
  timestamp: z.string(),
});

const shownOnce = z.object({ id: z.uuid(), secret: z.string() });
const access = "webhook:manage";

export const webhookRoutes = {
  listWebhooks: route({
    method: "GET",
    path: "/webhooks",
    access,
    summary: "The caller's webhooks, newest first",
    reply: z.array(webhook),
  }),
  createWebhook: route({
    method: "POST",
    path: "/webhooks",
    access,
    fresh: true,
    summary: "Have events sent to an address. This answer is the only one that has its secret",
    // Each has ten at most, and it asks for a fresh sign-in.
    limits: [],
    body: z.object({
      ...settings,
      ofSite: z.boolean().default(false),
      signature: z.enum(signatureKinds).default("v1"),
    }),
    problems: ["conflict"],
    reply: shownOnce,
  }),
  changeWebhook: route({
    method: "PUT",
    path: "/webhooks/:id",
    access,
    fresh: true,
    summary: "Change where events go and which, or switch it on or off",
    // One row of the caller's own.
    limits: [],
    body: z.object({ ...settings, enabled: z.boolean() }),
    reply: z.object({ matchedCount: z.int() }),
  }),
  deleteWebhook: route({
    method: "DELETE",
    path: "/webhooks/:id",
    access,
    summary: "Delete a webhook and its deliveries",
    // One row of the caller's own.
    limits: [],
    reply: z.object({ deletedCount: z.int() }),
  }),
  rotateSecret: route({
    method: "POST",
    path: "/webhooks/:id/secret",
    access,
    fresh: true,
    summary: "A new secret; for 24 hours, deliveries are signed with the old one too",
    // One row of the caller's own.
    limits: [],
    reply: shownOnce,
  }),
  testWebhook: route({
    method: "POST",
    path: "/webhooks/:id/test",
    access,
    summary: "Send a test",
    limits: ["webhookTries"],
    reply: z.object({ matchedCount: z.int() }),
  }),
  replayDelivery: route({
    method: "POST",
    path: "/webhooks/:id/replay",
    access,
    summary: "Send a delivery once more, under its own id",
    limits: ["webhookTries"],
    body: z.object({ deliveryId }),
    reply: z.object({ matchedCount: z.int() }),
  }),
  listDeliveries: pageRoute({
    path: "/webhooks/:id/deliveries",
    access,
    summary: "What was sent in the last 30 days, newest first, page by page",
    item: z.object({
      id: deliveryId,
      type: z.string(),
      surveyId: z.uuid().nullable(),
      timestamp: z.string(),
      tries: z.int(),
      /** When it is tried next; null if it has arrived or was given up. */
      nextTry: z.string().nullable(),
      /** Of the last try: the status of its answer, how long it took, and the first kB. */
      status: z.int().nullable(),
      ms: z.int().nullable(),
      answer: z.string().nullable(),
    }),
  }),
};
