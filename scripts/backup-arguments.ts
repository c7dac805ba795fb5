import { parseArgs } from "node:util";
import { ConfigError } from "../server/environment.ts";

/** What follows `npm run backup --` and `npm run restore --`. Anything else is answered with the usage. */
export function readBackupArguments(usage: string): { file: string; withSecret: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "with-secret": { type: "boolean", default: false } },
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new ConfigError(usage);
  return { file, withSecret: values["with-secret"] };
}
