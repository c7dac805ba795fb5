import { identityRoutes } from "./identity.ts";
import { settingsRoutes } from "./settings.ts";
import { userRoutes } from "./users.ts";

/** Every endpoint of the product: read by the server's binder, the browser's client and OpenAPI. */
export const routes = {
  ...settingsRoutes,
  ...identityRoutes,
  ...userRoutes,
};
