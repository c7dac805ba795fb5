import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { readOf } from "../../lib/route-queries.ts";

export type Transparency = Reply<typeof routes.readTransparency>;

export const transparencyQuery = readOf(routes.readTransparency);
