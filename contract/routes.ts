import { commentRoutes } from "./comments.ts";
import { contactRoutes } from "./contact.ts";
import { identityRoutes } from "./identity.ts";
import { reactionRoutes } from "./reactions.ts";
import { settingsRoutes } from "./settings.ts";
import { surveyRoutes } from "./surveys.ts";
import { userRoutes } from "./users.ts";
import { voteRoutes } from "./votes.ts";

/** Every endpoint of the product: read by the server's binder, the browser's client and OpenAPI. */
export const routes = {
  ...settingsRoutes,
  ...identityRoutes,
  ...userRoutes,
  ...surveyRoutes,
  ...voteRoutes,
  ...reactionRoutes,
  ...commentRoutes,
  ...contactRoutes,
};
