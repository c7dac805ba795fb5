import { type ChildProcess, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import path from "node:path";
import type { Lab } from "../../bench/lab.ts";

export interface Programs {
  patroni: string;
  etcd: string;
  haproxy: string;
  /** The directory of PostgreSQL's programs. */
  postgresDir: string;
}

/** Where Debian puts them, newest version first: they are not in the PATH. */
const POSTGRES_ROOT = "/usr/lib/postgresql";

/** Finds the programs, and names the Debian packages of those that are not there. */
export function findPrograms(): Programs {
  // haproxy is in /usr/sbin, which is not in the PATH of ordinary users.
  const places = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"];
  const find = (name: string) =>
    places.map((place) => path.join(place, name)).find((file) => existsSync(file));
  const versions = existsSync(POSTGRES_ROOT) ? readdirSync(POSTGRES_ROOT) : [];
  const postgresDir = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(POSTGRES_ROOT, version, "bin"))
    .find((dir) => existsSync(path.join(dir, "pg_rewind")));
  const [patroni, etcd, haproxy] = ["patroni", "etcd", "haproxy"].map(find);
  if (patroni && etcd && haproxy && postgresDir) return { patroni, etcd, haproxy, postgresDir };
  const missing = [
    !patroni && "patroni",
    !etcd && "etcd-server",
    !haproxy && "haproxy",
    !postgresDir && "postgresql",
  ];
  throw new Error(
    `test:failover needs the Debian packages ${missing.filter(Boolean).join(", ")}, and installs nothing by itself`,
  );
}

/** Root runs the programs as the user that Debian's PostgreSQL has made: PostgreSQL refuses root. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8");
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  if (!uid || !gid) throw new Error("test:failover as root needs the user postgres");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Creates a directory that the programs may write to. */
export function createDirectory(lab: Lab, name: string): string {
  const directory = path.join(lab.directory, name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const owner = findOwner();
  for (const place of [lab.directory, directory]) {
    if (owner) chownSync(place, owner.uid, owner.gid);
  }
  return directory;
}

/** Runs a program until the end at most. What it prints is added to `<name>.log`. */
export function runProgram(
  lab: Lab,
  name: string,
  [program, ...args]: [program: string, ...args: string[]],
): ChildProcess {
  let child: ChildProcess | undefined;
  lab.atEnd(() => child && signalGroup(child, "SIGKILL"));
  const output = openSync(path.join(lab.logDir, `${name}.log`), "a");
  child = spawn(program, args, {
    cwd: "/",
    // Nothing else of this environment: PG… and PATRONI_… would change how they run.
    env: {
      PATH: process.env.PATH,
      LC_ALL: "C.UTF-8",
      // Without it Debian's etcd refuses to run on ARM.
      ...(process.arch === "arm64" && { ETCD_UNSUPPORTED_ARCH: "arm64" }),
    },
    stdio: ["ignore", output, output],
    // A group of its own: Ctrl-C is for this command, which then stops the programs in order.
    detached: true,
    ...findOwner(),
  });
  closeSync(output);
  return child;
}

/** To a program and all that it has started, except what has left its group. */
export function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid !== undefined) signal(-pid, name);
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}
