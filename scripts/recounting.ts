import { printable } from "../server/database/backup/printable.ts";
import type { Database } from "../server/database/connect.ts";
import type { Signer } from "../server/record/signing/signer.ts";
import {
  countPapers,
  findWrongRecord,
  listSurveysWithRecord,
} from "../server/record/survey-record/recount-queries.ts";
import {
  type Counts,
  findWrongTallies,
  fixTally,
} from "../server/surveys/votes/recount-queries.ts";

// A small answer, however many surveys there are.
const SURVEYS_AT_ONCE = 1_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Says of each tally that is wrong what it should be, and returns how many are. */
export async function recountTallies(db: Database, { fix }: { fix: boolean }): Promise<number> {
  const wrong = await findWrongTallies(db);
  for (const { surveyId, counted, actual } of wrong) {
    say(
      show(counted) === show(actual)
        ? `${surveyId}: counted right, but its copy of the survey's category or words is an old one`
        : `${surveyId}: counted ${show(counted)}, really ${show(actual)}`,
    );
    if (fix) await fixTally(db, surveyId);
  }
  if (wrong.length === 0) say("Every tally is right.");
  else say(`${wrong.length} tallies ${fix ? "fixed" : "are wrong; fix them with --fix"}.`);
  return wrong.length;
}

/**
 * Says of each record that is wrong what differs, and returns how many are. Nothing is fixed here:
 * people have seen the record, so it can't be changed unnoticed.
 */
export async function compareRecords(db: Database, signer?: Pick<Signer, "open">): Promise<number> {
  let wrong = 0;
  let ids: string[] = [];
  do {
    ids = await listSurveysWithRecord(db, ids.at(-1) ?? FIRST_ID, SURVEYS_AT_ONCE);
    for (const surveyId of ids) {
      const found = await findWrongRecord(db, surveyId, signer);
      for (const what of found) say(`${surveyId}: in the record, ${what}`);
      if (found.length > 0) wrong += 1;
      await sayPapers(db, surveyId);
    }
  } while (ids.length === SURVEYS_AT_ONCE);
  say(wrong === 0 ? "Every record has its votes." : `${wrong} records are wrong.`);
  return wrong;
}

/** No count can tell an added ballot from a cast one, so people see what there is to explain. */
async function sayPapers(db: Database, surveyId: string): Promise<void> {
  const papers = await countPapers(db, surveyId);
  if (!papers) return;
  const { issued, people, ballots } = papers;
  say(
    `${surveyId}: ${issued} ballot papers, ${people} of them of people who are here; ${ballots} ballots. ` +
      `${issued - people} papers are of people who are deleted by now, or of nobody.`,
  );
}

function show(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

/** Some of what is said was written by whoever wrote the database, or the backup that it comes from. */
export function say(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}
