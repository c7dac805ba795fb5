import { pages } from "../contract/pages.ts";
import { runCommand } from "../server/app/command.ts";
import type { Database } from "../server/database/connect.ts";
import type { Outcome } from "../server/database/outcome.ts";
import { endReadOnly, startReadOnly } from "../server/operations/maintenance/queries.ts";
import { endOf, readDuration } from "../server/operations/maintenance/rules.ts";
import { forgetFactors, resetAccess, setLocked } from "../server/people/users/operator-queries.ts";
import { createHashAddress } from "../server/people/users/queries.ts";
import { removeByAddress } from "../server/people/users/removal-queries.ts";
import { setAdmin } from "../server/people/users/standing-queries.ts";
import type { Config } from "../server/process/config.ts";
import { readSecret } from "../server/process/secret.ts";
import { giveUpBallots } from "../server/surveys/ballots/give-up-queries.ts";

type Action = (db: Database, address: string, config: Config) => Promise<number>;

const FORGET_FACTORS = "--forget-factors";
const YES = "--yes";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What follows the name of an action. Options are in brackets unless they are required. */
const E_MAIL = "E-MAIL";
const actions: Record<string, { takes: string; run: Action }> = {
  grant: { takes: E_MAIL, run: (db, email) => admin(db, email, true) },
  revoke: { takes: E_MAIL, run: (db, email) => admin(db, email, false) },
  reset: { takes: `${E_MAIL} [${FORGET_FACTORS}]`, run: reset },
  "forget-factors": { takes: E_MAIL, run: forget },
  lock: { takes: E_MAIL, run: (db, email, config) => lock(db, email, true, config) },
  unlock: { takes: E_MAIL, run: (db, email, config) => lock(db, email, false, config) },
  delete: { takes: `${E_MAIL} ${YES}`, run: remove },
  "give-up-ballots": { takes: `SURVEY-ID ${YES}`, run: giveUp },
  "read-only": { takes: "30m|2h|1d|off", run: readOnly },
};

const words = process.argv.slice(2);
const options = words.filter((word) => word.startsWith("--"));
const [name = "", subject, ...rest] = words.filter((word) => !word.startsWith("--"));
const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
const unknown = options.find((option) => !action?.takes.includes(option));

if (!action || !subject || rest.length > 0 || unknown) {
  const usages = Object.entries(actions).map(
    ([key, { takes }]) => `npm run admin -- ${key} ${takes}`,
  );
  console.error(`Usage: ${usages.join("\n       ")}`);
  process.exit(2);
}

await runCommand((db, _connection, config) => action.run(db, subject.toLowerCase(), config));

async function admin(db: Database, email: string, isAdmin: boolean) {
  const done = isAdmin ? "is now an admin" : "is no longer an admin";
  return report(await setAdmin(db, email, isAdmin), email, done);
}

/** Prints the link: the operator decides how it gets to the person. */
async function reset(db: Database, email: string, { publicUrl, port }: Config) {
  const forgets = options.includes(FORGET_FACTORS);
  const outcome = await resetAccess(db, email, { forgetFactors: forgets });
  if (outcome === "missing" || "refused" in outcome) return report(outcome, email, "");
  const link = new URL(pages.resetPassword, publicUrl ?? `http://localhost:${port}`);
  link.searchParams.set("token", outcome.token);
  const factors = forgets ? ", and second factors are removed" : "";
  say(`The password and all sessions of ${email} have ended${factors}.`);
  const left = forgets
    ? "Connected accounts of other sites go on working."
    : `Passkeys go on working, and so do codes and connected accounts of other sites. If others may have a passkey or code, add ${FORGET_FACTORS}.`;
  say(left);
  say(`With this link they choose a new password, within the hour: ${link.href}`);
  return 0;
}

async function forget(db: Database, email: string) {
  return report(await forgetFactors(db, email), email, "logs in with the password alone");
}

async function lock(db: Database, email: string, locked: boolean, config: Config) {
  const done = locked ? "is locked out, and every session has ended" : "can log in again";
  return report(await setLocked(db, email, locked, await hashWith(config)), email, done);
}

async function hashWith({ appSecret, dataDir }: Config) {
  return createHashAddress(appSecret ?? (await readSecret(dataDir)));
}

async function remove(db: Database, email: string, config: Config) {
  if (!options.includes(YES)) {
    console.error(
      `This deletes ${email} for good; votes stay, without a name. Add ${YES} to do it.`,
    );
    return 2;
  }
  const outcome = await removeByAddress(db, email, { ownWish: false }, await hashWith(config));
  return report(outcome, email, "is deleted");
}

async function giveUp(db: Database, surveyId: string) {
  if (!options.includes(YES)) {
    console.error(
      `Ballots of ${surveyId} that wait can't be opened once they are given up, and the record says so. First bring the key back: start every server that had a part in it, each with its own DATA_DIR. Add ${YES} to give them up.`,
    );
    return 2;
  }
  const given = UUID.test(surveyId) ? await giveUpBallots(db, surveyId) : null;
  if (given === null) {
    console.error(`${surveyId} is no survey whose ballots wait for its closing.`);
    return 1;
  }
  say(`${given} ballots are given up, and the survey's record says so. The others are counted.`);
  return 0;
}

async function readOnly(db: Database, time: string) {
  if (time === "off") {
    await endReadOnly(db);
    say("People can change things again, within a second or two.");
    return 0;
  }
  const ms = readDuration(time);
  if (ms === null) {
    console.error(`${time} is no time from 1m to 7d. Minutes are 30m, hours 2h, days 1d.`);
    return 2;
  }
  const until = endOf(ms);
  await startReadOnly(db, until);
  say(`Read-only until ${until.toISOString()}, on every server within a second or two.`);
  say("Calls that are under way are still finished. `read-only off` ends it earlier.");
  return 0;
}

function report(outcome: Outcome<unknown>, email: string, done: string): number {
  if (outcome === "missing") {
    console.error(`Nobody is registered as ${email}. They must register first.`);
    return 1;
  }
  if (outcome !== "done") {
    console.error(`${email} is the last admin who can log in. Grant it to somebody else first.`);
    return 1;
  }
  say(`${email} ${done}.`);
  return 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
