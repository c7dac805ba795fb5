import { existsSync } from "node:fs";
import path from "node:path";
import { type Config, readConfig } from "./config.ts";
import { projectRoot } from "./project-root.ts";

/** The settings of this process: its environment, and an .env file where the project has one. */
export function loadConfig(): Config {
  const file = path.join(projectRoot, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return readConfig(process.env);
}
