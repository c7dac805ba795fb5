import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

// Plain JavaScript that needs only Node: scripts use it before anything is installed.

/** Each process that serves from a folder leaves an empty file here, named by its id and its start. */
const marksOf = (folder) => path.join(folder, ".cache/serving");

/** Notes that this process serves from `folder`, or is about to. */
export function markServing(folder) {
  const mark = path.join(marksOf(folder), nameOf(process.pid));
  try {
    mkdirSync(marksOf(folder), { recursive: true });
    writeFileSync(mark, "");
  } catch {
    // A server serves all the same from a folder where it may not write, and on a full disk. Whoever
    // owns such a folder replaces it as a whole: docs/operations/run.md.
    return;
  }
  process.once("exit", () => remove(mark));
}

/** The id of another process that serves from `folder`, or is about to. */
export function findServer(folder) {
  for (const name of marksIn(folder)) {
    const pid = Number.parseInt(name, 10);
    if (pid === process.pid) continue;
    if (name === nameOf(pid)) return pid;
    // Left by a process that was killed.
    remove(path.join(marksOf(folder), name));
  }
}

function marksIn(folder) {
  try {
    return readdirSync(marksOf(folder));
  } catch {
    return [];
  }
}

function remove(mark) {
  try {
    rmSync(mark);
  } catch {
    // It is gone already, or somebody else's.
  }
}

/** The start tells a process from a later one with the same id. */
const nameOf = (pid) => `${pid}-${startOf(pid)}`;

/** When a process was started, or "gone". */
function startOf(pid) {
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return stdout?.trim().replace(/\W+/g, "-") || "gone";
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // proc(5): after the name in brackets, which may contain anything, the state is the first field and
    // the start, in ticks since the machine was started, the twentieth.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "gone" : fields[19];
  } catch {
    return "gone";
  }
}
