import { setAsideReasons } from "#words/labels";
import type { OwnReason } from "../../contract/set-aside-reasons.ts";

/** Why a vote is set aside: what an admin wrote, or the site's own reason in words. */
export function sayReason(reason: string): string {
  const own: Record<OwnReason, string> = setAsideReasons;
  return own[reason as OwnReason] ?? reason;
}
