import { setTimeout as wait } from "node:timers/promises";
import { usualLimits } from "../record/bounded-fetch.ts";
import { runVerify } from "./verify-command.ts";

// Node 20 warns that signatures by Ed25519 are new in it. Nobody who verifies can do about it.
process.removeAllListeners("warning");
process.exitCode = await runVerify(process.argv.slice(2), {
  token: process.env.VERIFY_TOKEN,
  fetch,
  wait,
  limits: usualLimits,
  say: (line) => process.stdout.write(`${line}\n`),
});
