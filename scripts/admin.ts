import { runCommand } from "../server/command.ts";
import type { Database } from "../server/database/connect.ts";
import type { Outcome } from "../server/database/outcome.ts";
import { dropSecondFactors, findAccountByEmail } from "../server/identity/queries.ts";
import { setAdmin } from "../server/users/queries.ts";

const actions = { grant, revoke, "forget-factors": forgetFactors };

const [action = "", email] = process.argv.slice(2);
const act = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : undefined;

if (!act || !email) {
  const usages = Object.keys(actions).map((name) => `npm run admin -- ${name} E-MAIL`);
  console.error(`Usage: ${usages.join("   or   ")}`);
  process.exit(2);
}

await runCommand((db) => act(db, email.toLowerCase()));

async function grant(db: Database, address: string) {
  return report(await setAdmin(db, address, true), address, "is now an admin");
}

async function revoke(db: Database, address: string) {
  return report(await setAdmin(db, address, false), address, "is no longer an admin");
}

/** For people who have lost their device and their recovery codes. */
async function forgetFactors(db: Database, address: string) {
  const account = await findAccountByEmail(db, address);
  if (account) await db.transaction().execute((trx) => dropSecondFactors(trx, account.id));
  return report(account ? "done" : "missing", address, "logs in with the password alone");
}

function report(outcome: Outcome, address: string, done: string): number {
  if (outcome === "missing") {
    console.error(`Nobody is registered as ${address}. They must register first.`);
    return 1;
  }
  if (outcome !== "done") {
    console.error(`${address} is the last admin. Grant it to somebody else first.`);
    return 1;
  }
  process.stdout.write(`${address} ${done}.\n`);
  return 0;
}
