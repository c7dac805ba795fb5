import type { PlainCode } from "../../../contract/errors.ts";
import { PRO_PRICE } from "../../../contract/payments.ts";
import { isNormalUser, isProUser, type Standing } from "../../../contract/permissions.ts";
import type { Intent } from "./gateway.ts";

/** The price that the provider charges and that has to arrive. */
export const PRICE = { amount: PRO_PRICE * 100, currency: "usd" };

/** Whether an intent may still be paid, was paid in full, or will never count. */
export function judge(intent: Intent): "open" | "paid" | "void" {
  if (intent.status === "open") return "open";
  const kept = intent.received - intent.refunded;
  const paid = intent.status === "succeeded" && kept === PRICE.amount;
  return paid && intent.currency === PRICE.currency ? "paid" : "void";
}

export function isRefunded({ status, received, refunded }: Intent): boolean {
  return status === "succeeded" && refunded >= received;
}

/** Why a person can't pay, or null if they can. */
export function whyNotPay(who: Standing): PlainCode | null {
  if (isNormalUser(who)) return null;
  return isProUser(who) ? "payment.pro-already" : "payment.not-needed";
}
