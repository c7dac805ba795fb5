import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { projectRoot } from "../server/project-root.ts";
import { outputDir } from "./site.ts";

const name = "server.cpuprofile";

/** Options of Node that make it write a profile of the whole process when it ends. */
export const profiling = ["--cpu-prof", `--cpu-prof-dir=${outputDir}`, `--cpu-prof-name=${name}`];

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

// One screen; what comes after that is below one percent.
const SHOWN = 30;

/**
 * The functions in which the server itself spent most of its time, without those they called. What
 * happened in the first `startMs`, while it started, is left out.
 */
export async function topFunctions(startMs: number): Promise<string> {
  const file = path.join(outputDir, name);
  const profile = JSON.parse(await readFile(file, "utf8")) as CpuProfile;
  const labels = new Map(profile.nodes.map(({ id, callFrame }) => [id, labelOf(callFrame)]));
  const times = new Map<string, number>();
  let elapsed = 0;
  profile.samples.forEach((node, index) => {
    const label = labels.get(node) ?? "";
    const time = profile.timeDeltas[index] ?? 0;
    elapsed += time;
    // Times are in microseconds.
    if (label === "(idle)" || elapsed < startMs * 1000) return;
    times.set(label, (times.get(label) ?? 0) + time);
  });
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  const lines = [...times]
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN)
    .map(([label, time]) => `${((time / busy) * 100).toFixed(1).padStart(5)} %  ${label}`);
  const shown = path.relative(projectRoot, file);
  return `Own time of functions, without idle time; ${shown} has all:\n${lines.join("\n")}`;
}

function labelOf({ functionName, url, lineNumber }: CpuProfile["nodes"][number]["callFrame"]) {
  const called = functionName || "(anonymous)";
  if (!url) return called;
  const file = url.startsWith("file:") ? path.relative(projectRoot, fileURLToPath(url)) : url;
  return `${called}  ${file}:${lineNumber + 1}`;
}
