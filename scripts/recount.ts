import { runCommand } from "../server/command.ts";
import { compareRecords, recountTallies } from "./recounting.ts";

const fix = process.argv.includes("--fix");

await runCommand(async (db) => {
  const wrongTallies = await recountTallies(db, { fix });
  const wrongRecords = await compareRecords(db);
  return (wrongTallies > 0 && !fix) || wrongRecords > 0 ? 1 : 0;
});
