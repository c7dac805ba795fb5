import { runCommand } from "../server/command.ts";
import { type Counts, findWrongTallies, fixTally } from "../server/votes/recount-queries.ts";

const fix = process.argv.includes("--fix");

await runCommand(async (db) => {
  const wrong = await findWrongTallies(db);
  for (const { surveyId, counted, actual } of wrong) {
    process.stdout.write(`${surveyId}: counted ${show(counted)}, really ${show(actual)}\n`);
    if (fix) await fixTally(db, surveyId);
  }
  if (wrong.length === 0) process.stdout.write("Every tally is right.\n");
  else
    process.stdout.write(
      `${wrong.length} tallies ${fix ? "fixed" : "are wrong; fix them with --fix"}.\n`,
    );
  return wrong.length > 0 && !fix ? 1 : 0;
});

function show(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
