import type { Reply } from "../../contract/route.ts";
import type { settingsRoutes } from "../../contract/settings.ts";
import type { Handlers } from "../http/handlers.ts";

/** Takes the whole configuration; the reply schema lets only the public settings through. */
export function settingsHandlers(
  readSettings: () => Promise<Reply<typeof settingsRoutes.readSettings>>,
): Handlers<typeof settingsRoutes> {
  return { readSettings };
}
