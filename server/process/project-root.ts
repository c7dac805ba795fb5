import { existsSync } from "node:fs";
import path from "node:path";

/** The folder of package.json, the same for the sources and for the compiled `dist`. */
export const projectRoot = (function ascend(directory: string): string {
  if (existsSync(path.join(directory, "package.json"))) return directory;
  return ascend(path.dirname(directory));
})(import.meta.dirname);
