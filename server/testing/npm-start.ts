import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { projectRoot } from "../process/project-root.ts";
import { type BuiltServer, PATIENCE } from "./built-server.ts";

// For tests of `npm start`.

/** Otherwise `npm start` would install and build, and remove what other tests are running. */
export async function expectSetUp(): Promise<void> {
  const { isBuilt, isInstalled } = await import(path.join(projectRoot, "scripts/set-up.mjs"));
  if (!isInstalled() || !isBuilt()) throw new Error("First run `npm ci` and `npm run build`.");
}

export interface Site extends Record<string, string> {
  DATA_DIR: string;
}

/** The settings of a site without data. */
export async function newSite(): Promise<Site> {
  const directory = await mkdtemp(path.join(tmpdir(), "survey-start-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return { DATA_DIR: directory, DEMO: "off" };
}

/** It is there while PostgreSQL runs. */
export const lockOf = ({ DATA_DIR }: Site) => path.join(DATA_DIR, "postgres/postmaster.pid");

/** The group of npm, the server and its workers, as `kill` names it, and PostgreSQL. */
export function findProcesses({ process: npm }: BuiltServer, site: Site): number[] {
  return [-(npm.pid as number), postgresOf(site)];
}

export function postgresOf(site: Site): number {
  return Number.parseInt(readFileSync(lockOf(site), "utf8"), 10);
}

export async function expectEnd(processes: (number | undefined)[]): Promise<void> {
  await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), PATIENCE);
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}
