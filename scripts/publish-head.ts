import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../server/command.ts";
import { readForElsewhere } from "../server/site-log/published-queries.ts";
import { words } from "../server/words.ts";
import { sayRefusal } from "../words/say-problem.ts";

const usage = `Writes the head of the site's log into a directory, one file for each day.

  npm run publish-head -- DIRECTORY

Publish the files where you can't change them any more: in a git repository that others have, in a
newspaper. Ends with 1 if the log does not go on from the newest file that is there.`;

const [directory] = process.argv.slice(2);
if (!directory) {
  console.error(usage);
  process.exit(2);
}

await runCommand(async (db) => {
  const files = readdirSync(directory).filter((name) => /^\d{4}-\d{2}-\d{2}\.txt$/.test(name));
  const newest = files.sort().at(-1);
  const earlier = newest ? readFileSync(path.join(directory, newest), "utf8") : null;
  const head = await readForElsewhere(db, earlier);
  if (head === "missing") {
    console.error("The log has not begun: start the site and wait for a minute.");
    return 1;
  }
  if (typeof head === "object") {
    console.error(sayRefusal(words.en.refusals.sentences, head));
    return 1;
  }
  const file = path.join(directory, `${new Date().toISOString().slice(0, 10)}.txt`);
  // One for each day: what was published is not changed.
  if (existsSync(file)) {
    process.stdout.write(`${file} is there already\n`);
    return 0;
  }
  writeFileSync(`${file}.draft`, head, { flush: true });
  renameSync(`${file}.draft`, file);
  process.stdout.write(`${file}\n`);
  return 0;
});
