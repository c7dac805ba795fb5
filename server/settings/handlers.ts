import type { Reply } from "../../contract/route.ts";
import type { settingsRoutes } from "../../contract/settings.ts";
import type { Handlers } from "../http/handlers.ts";

/** Gets the whole configuration; what the reply's schema does not name never leaves. */
export function settingsHandlers(
  settings: Reply<typeof settingsRoutes.readSettings>,
): Handlers<typeof settingsRoutes> {
  return { readSettings: () => settings };
}
