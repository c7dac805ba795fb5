import { setAsideReasons } from "#words/labels";
import { sayReason as say } from "../../words/say-result.ts";

/** Why a vote is set aside: what an admin wrote, or the site's own reason in words. */
export const sayReason = (reason: string) => say(setAsideReasons, reason);
