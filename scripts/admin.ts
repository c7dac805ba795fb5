import { runCommand } from "../server/command.ts";
import { setAdmin } from "../server/users/queries.ts";

const [action, email] = process.argv.slice(2);

if ((action !== "grant" && action !== "revoke") || !email) {
  console.error("Usage: npm run admin -- grant E-MAIL   or   npm run admin -- revoke E-MAIL");
  process.exit(2);
}

await runCommand(async (db) => {
  const address = email.toLowerCase();
  const outcome = await setAdmin(db, address, action === "grant");
  if (outcome === "unknown") {
    console.error(`Nobody is registered as ${address}. They must register first.`);
    return 1;
  }
  if (outcome === "last") {
    console.error(`${address} is the last admin. Grant it to somebody else first.`);
    return 1;
  }
  process.stdout.write(`${address} is ${action === "grant" ? "now" : "no longer"} an admin.\n`);
  return 0;
});
