import * as t from "#words/webhooks";
import type { Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";

export type Webhook = Reply<typeof routes.listWebhooks>[number];
type Delivery = Reply<typeof routes.listDeliveries>[number];

export const secretWords = { once: t.once, copy: t.copy, copied: t.copied, kept: t.kept };

export function sayState({ enabled, failingSince, ofSite }: Webhook): string {
  const state = !enabled ? t.isOff : failingSince ? t.isFailing : t.isOn;
  return ofSite ? t.ofSite({ state }) : state;
}

/** What a later version of this site sends is shown by its code. */
export function sayEvent(type: string): string {
  const events: Record<string, string> = t.events;
  return type === "webhook.test" ? t.test : (events[type] ?? type);
}

export function sayOutcome({ status, ms, tries, nextTry }: Delivery): string {
  if (tries === 0) return t.waits;
  const count = { status: String(status ?? ""), ms: ms ?? 0 };
  const outcome = status === null ? t.noAnswer(count) : t.answered(count);
  return nextTry === null ? outcome : t.triedAgain({ outcome });
}
