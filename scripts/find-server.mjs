import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";

// Plain JavaScript that needs only Node, like set-up.mjs.

const programs = [
  "dist/server/app/main.js",
  "dist/server/app/workers/worker.js",
  "scripts/start.mjs",
];

/** The id of a process that serves the site of this folder, or is about to. */
export function findServerOf(folder) {
  const root = realpathSync(folder);
  const isOurs = ({ words, cwd }) => {
    // The program comes first after the options of Node.
    const program = words.slice(1).find((word) => !word.startsWith("-"));
    if (!program || !programs.some((name) => program.endsWith(name))) return false;
    // Without a known place, a relative path may be ours.
    if (!cwd && !path.isAbsolute(program)) return true;
    const file = path.resolve(cwd ?? "/", program);
    return programs.some((name) => file === path.join(root, name));
  };
  return listProcesses().find((one) => one.pid !== process.pid && isOurs(one))?.pid;
}

/** Every process with the words of its command line and, where that is known, its directory. */
function listProcesses() {
  if (process.platform === "linux") return listByProc();
  const { stdout } = spawnSync("ps", ["-axo", "pid=,args="], { encoding: "utf8" });
  return (stdout ?? "").split("\n").map((line) => {
    const [pid, ...words] = line.trim().split(/\s+/);
    return { pid: Number(pid), words };
  });
}

/** Not by `ps`, which small containers don't have. */
function listByProc() {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      return [{ pid: Number(name), words, cwd: directoryOf(name) }];
    } catch {
      // It has just ended.
      return [];
    }
  });
}

/** Undefined for a process of somebody else. */
function directoryOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
