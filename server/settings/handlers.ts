import { settingsRoutes } from "../../contract/settings.ts";
import type { Config, OidcProvider } from "../config.ts";
import type { Handlers } from "../http/handlers.ts";

interface Deps {
  config: Config;
  readOnly: { shown(): Promise<Date | null> };
  socialProviders: Pick<OidcProvider, "id" | "label">[];
}

/** Gives the whole configuration; the reply schema lets only the public settings through. */
export function settingsHandlers({ config, readOnly, socialProviders }: Deps) {
  return {
    async readSettings() {
      const until = await readOnly.shown();
      const readOnlyUntil = until?.toISOString() ?? null;
      return settingsRoutes.readSettings.reply.parse({ ...config, socialProviders, readOnlyUntil });
    },
  } satisfies Handlers<typeof settingsRoutes>;
}
