import { endQuietlyWithReader } from "../server/app/command.ts";
import { examine } from "../server/app/doctor/examine.ts";

// Changes nothing: it doesn't even migrate. `--mail ADDRESS` sends one mail, `--json` is for programs.
endQuietlyWithReader();
const [, , ...given] = process.argv;
const mailTo = given[given.indexOf("--mail") + 1];
const reports = await examine({ mailTo: given.includes("--mail") ? mailTo : undefined });

if (given.includes("--json")) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
else {
  for (const { level, check, text } of reports) {
    process.stdout.write(`${level.padEnd(8)} ${check.padEnd(10)} ${text}\n`);
  }
}
process.exitCode = reports.some(({ level }) => level === "problem") ? 1 : 0;
