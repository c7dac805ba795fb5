import { settingsRoutes } from "../../../contract/settings.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { Config, OidcProvider } from "../../process/config.ts";

interface Deps {
  config: Config;
  readOnly: { shown(): Promise<Date | null> };
  brand: { read(): Promise<{ operator: Config["operator"]; footers: object }> };
  socialProviders: Pick<OidcProvider, "id" | "label">[];
}

/** Gives the whole configuration; the reply schema lets only the public settings through. */
export function settingsHandlers({ config, readOnly, brand, socialProviders }: Deps) {
  return {
    async readSettings() {
      const [until, shown] = await Promise.all([readOnly.shown(), brand.read()]);
      const readOnlyUntil = until?.toISOString() ?? null;
      const { operator, footers } = shown;
      return settingsRoutes.readSettings.reply.parse({
        ...config,
        socialProviders,
        readOnlyUntil,
        brand: shown,
        footers,
        operator,
      });
    },
  } satisfies Handlers<typeof settingsRoutes>;
}
