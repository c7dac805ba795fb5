import type { Reply } from "../../contract/route.ts";
import type { routes } from "../../contract/routes.ts";

export type OwnEvent = Reply<typeof routes.listOwnSecurityEvents>[number];
export type SecurityEvent = Reply<typeof routes.listSecurityEvents>[number];
