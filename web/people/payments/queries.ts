import { queryOptions } from "@tanstack/react-query";
import { PRO_PRICE } from "../../../contract/payments.ts";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { callRoute } from "../../lib/api.ts";
import { readOf } from "../../lib/route-queries.ts";

export type Payment = Reply<typeof routes.listPayments>[number];

export const gatewayQuery = {
  ...readOf(routes.readGateway),
  // It changes only when the server restarts.
  staleTime: "static",
} as const;

/** A query although it writes: the same call again, after a reload, finds the same open payment. */
export const paymentIntentQuery = queryOptions({
  queryKey: ["payment-intent"],
  queryFn: () => callRoute(routes.createPaymentIntent, { body: { price: PRO_PRICE } }),
  // After a declined card, the same payment is tried again.
  staleTime: Number.POSITIVE_INFINITY,
  // People who come back to the page may have paid in another tab.
  gcTime: 0,
});

export interface Charge {
  email: string;
  name: string;
  transactionId: string;
}

/** Tells the server about a charge. It may be called again for the same charge. */
export async function sendCharge({ email, name, transactionId }: Charge): Promise<void> {
  const status = "pro-user";
  await callRoute(routes.recordPayment, {
    body: { email, name, price: PRO_PRICE, transactionId, status },
  });
  await callRoute(routes.claimPro, { params: { email }, body: { role: status } });
}
