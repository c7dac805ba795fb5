import type { BetterAuthPlugin } from "better-auth";
import { before } from "./hook-context.ts";

/** What a new passkey or a new entry in an authenticator app is named after. */
const naming = ["/passkey/generate-register-options", "/two-factor/enable"];

/** The library reads the name once; admins can change it at any time. */
export function nameOfSite(siteName: () => Promise<string>): BetterAuthPlugin {
  return {
    id: "name-of-site",
    hooks: before(naming, async () => ({
      context: { context: { appName: await siteName() } },
    })),
  };
}
