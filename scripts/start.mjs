import { markServing } from "../server/process/serving-mark.mjs";
import { ensureBuilt, ensureInstalled, root } from "./set-up.mjs";

if (process.env.npm_lifecycle_event === "start") endWithNpm();
// So that a second start does not install or build in the same folder.
markServing(root);
await ensureInstalled();
await ensureBuilt();
await import("../dist/server/app/main.js");

/** npm passes signals on, except when it is killed at once. Then this process gets a new parent. */
function endWithNpm() {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, "SIGTERM");
  }, 1_000);
  watch.unref();
}
