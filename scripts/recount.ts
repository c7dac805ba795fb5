import { runCommand } from "../server/command.ts";
import type { Config } from "../server/config.ts";
import { createSigner } from "../server/record/signer.ts";
import { deriveKey, readSecret } from "../server/secret.ts";
import { compareRecords, recountTallies, say } from "./recounting.ts";

const fix = process.argv.includes("--fix");

await runCommand(async (db, _connection, config) => {
  const wrongTallies = await recountTallies(db, { fix });
  const wrongRecords = await compareRecords(db, await ownSigner(config));
  return (wrongTallies > 0 && !fix) || wrongRecords > 0 ? 1 : 0;
});

/** The site's own key, if its secret is here. */
async function ownSigner({ appSecret, appSecretBefore, recordKeyBefore, dataDir }: Config) {
  const keyOf = (from: string) => deriveKey(from, "public record");
  const secret = appSecret ?? (await readSecret(dataDir).catch(() => null));
  if (!secret) {
    say("The site's secret is not here: signatures are checked with the keys in the database.");
    return undefined;
  }
  const seed = appSecretBefore ? keyOf(appSecretBefore) : undefined;
  return createSigner(keyOf(secret), { seed, publicKey: recordKeyBefore });
}
