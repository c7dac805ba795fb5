import { auditRoutes } from "./audit.ts";
import { commentRoutes } from "./comments.ts";
import { contactRoutes } from "./contact.ts";
import { identityRoutes } from "./identity.ts";
import { noticeRoutes } from "./notices.ts";
import { overviewRoutes } from "./overview.ts";
import { paymentRoutes, sandboxRoutes } from "./payments.ts";
import { personalDataRoutes } from "./personal-data.ts";
import { publicationRoutes } from "./publication.ts";
import { reactionRoutes } from "./reactions.ts";
import { reportRoutes } from "./reports.ts";
import { responseRoutes } from "./responses.ts";
import { securityEventRoutes } from "./security-events.ts";
import { settingsRoutes } from "./settings.ts";
import { surveyRoutes } from "./surveys.ts";
import { userRoutes } from "./users.ts";
import { voteRoutes } from "./votes.ts";

/** Every endpoint of the product: read by the server, the browser, OpenAPI and the tests. */
export const routes = {
  ...settingsRoutes,
  ...identityRoutes,
  ...userRoutes,
  ...surveyRoutes,
  ...voteRoutes,
  ...reactionRoutes,
  ...commentRoutes,
  ...contactRoutes,
  ...publicationRoutes,
  ...responseRoutes,
  ...reportRoutes,
  ...noticeRoutes,
  ...auditRoutes,
  ...securityEventRoutes,
  ...personalDataRoutes,
  ...overviewRoutes,
  ...paymentRoutes,
  ...sandboxRoutes,
};
