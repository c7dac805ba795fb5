import { runCommand } from "../server/app/command.ts";
import type { Config } from "../server/process/config.ts";
import { readSecret } from "../server/process/secret.ts";
import { createSiteSigner } from "../server/record/signing/signer.ts";
import { compareRecords, recountTallies, say } from "./recounting.ts";

const fix = process.argv.includes("--fix");

await runCommand(async (db, _connection, config) => {
  const wrongTallies = await recountTallies(db, { fix });
  const wrongRecords = await compareRecords(db, await ownSigner(config));
  return (wrongTallies > 0 && !fix) || wrongRecords > 0 ? 1 : 0;
});

/** The site's own key, if its secret is here. */
async function ownSigner(config: Config) {
  const secret = config.appSecret ?? (await readSecret(config.dataDir).catch(() => null));
  if (secret) return createSiteSigner(secret, config);
  say("The site's secret is not here: signatures are checked with the keys in the database.");
  return undefined;
}
