import { parseArgs } from "node:util";
import { OperatorError } from "../server/process/operator-error.ts";

const flag = { type: "boolean", default: false } as const;

/** What follows `npm run backup --` and `npm run restore --`. Anything else is answered with the usage. */
export function readBackupArguments(usage: string, { mayCheck = false } = {}) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "with-secret": flag, ...(mayCheck ? { check: flag } : {}) },
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new OperatorError(usage);
  return { file, withSecret: values["with-secret"], check: values.check ?? false };
}
