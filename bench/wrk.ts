import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { outputDir } from "./site.ts";

// A second opinion on the generator of `load.ts`, which is written for this bench: wrk, where the
// machine has it.

export const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

export interface WrkLoad {
  port: number;
  connections: number;
  seconds: number;
  next: () => string;
}

// More than the limit server answers on two cores, so that no request is sent twice.
const MOST_PER_SECOND = 30_000;
/** Occurs in no request. */
const SEPARATOR = "\u0001";

/** Sends each request once. Returns the answers per second; one that is no success is a failure. */
export async function runWrk({ port, connections, seconds, next }: WrkLoad): Promise<number> {
  const script = path.join(outputDir, "wrk.lua");
  const requests = path.join(outputDir, "wrk-requests");
  await writeFile(script, luaScript(requests));
  const bytes = Array.from({ length: MOST_PER_SECOND * seconds }, next).join(SEPARATOR);
  await writeFile(requests, bytes, "latin1");
  const url = `http://127.0.0.1:${port}`;
  const options = ["-t1", `-c${connections}`, `-d${seconds}s`, "-s", script, url];
  const { stdout } = await promisify(execFile)("wrk", options);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk was refused: ${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

function luaScript(requests: string): string {
  return `local requests, turn = {}, 0
for one in io.open("${requests}", "rb"):read("*a"):gmatch("[^\\1]+") do
  requests[#requests + 1] = one
end
request = function()
  turn = turn + 1
  return requests[turn]
end
`;
}
