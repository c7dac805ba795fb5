import { runCommand } from "../server/command.ts";
import type { Database } from "../server/database/connect.ts";
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
  return told(await setAdmin(db, address, true), address, "is now an admin");
}

async function revoke(db: Database, address: string) {
  return told(await setAdmin(db, address, false), address, "is no longer an admin");
}

/** For somebody who has lost their device and their recovery codes. */
async function forgetFactors(db: Database, address: string) {
  const account = await findAccountByEmail(db, address);
  if (account) await db.transaction().execute((trx) => dropSecondFactors(trx, account.id));
  return told(account ? "done" : "unknown", address, "logs in with the password alone");
}

function told(outcome: "done" | "unknown" | "last", address: string, done: string): number {
  if (outcome === "unknown") {
    console.error(`Nobody is registered as ${address}. They must register first.`);
    return 1;
  }
  if (outcome === "last") {
    console.error(`${address} is the last admin. Grant it to somebody else first.`);
    return 1;
  }
  process.stdout.write(`${address} ${done}.\n`);
  return 0;
}
