import { runCommand } from "../server/app/command.ts";
import { checkCoordinator, distribute } from "../server/database/distribute.ts";

await runCommand(async (_db, connection) => {
  for (const line of await distribute(connection)) process.stdout.write(`${line}\n`);
  return 0;
}, checkCoordinator);
