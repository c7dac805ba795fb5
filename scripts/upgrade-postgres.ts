import { runProgram } from "../server/app/command.ts";
import { upgradeCluster } from "../server/database/embedded/upgrade.ts";
import { OperatorError } from "../server/process/operator-error.ts";

// Brings the data of the embedded PostgreSQL to the major version that is installed now.

await runProgram(async ({ databaseUrl, dataDir }) => {
  if (databaseUrl) {
    throw new OperatorError("DATABASE_URL: is set; upgrade that PostgreSQL with its own tools");
  }
  await upgradeCluster(dataDir, (line) => process.stdout.write(`${line}\n`));
  return 0;
});
