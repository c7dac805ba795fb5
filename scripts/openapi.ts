import { writeFileSync } from "node:fs";
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { routes } from "../contract/routes.ts";
import { DEFAULT_SITE_NAME } from "../contract/site.ts";
import { describeRoutes } from "../server/http/openapi.ts";
import { projectRoot } from "../server/process/project-root.ts";

// The OpenAPI document and the types generated from it, for `npm test` to check.
const document = JSON.stringify(describeRoutes(routes, "/", DEFAULT_SITE_NAME));
writeFileSync(path.join(projectRoot, "dist/openapi.json"), document);
writeFileSync(path.join(projectRoot, "dist/openapi.d.ts"), astToString(await openapiTS(document)));
