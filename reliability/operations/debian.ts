import {
  type ChildProcess,
  type ExecFileSyncOptions,
  execFileSync,
  spawn,
} from "node:child_process";
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import type { Lab } from "../../bench/lab.ts";
import { projectRoot } from "../../server/process/project-root.ts";

// Bare Debians, as folders in which commands run as on a machine of their own. They need root, and
// Debian's packages debootstrap and systemd-container.

const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";
const MIRROR = "http://deb.debian.org/debian";

/** A new Debian of debootstrap's smallest variant, with these packages and what they depend on. */
export function makeDebian({ directory }: Lab, suite: string, packages: string[]): string {
  const root = path.join(directory, suite);
  execFileSync("cp", ["--archive", "--reflink=auto", baseOf(suite, packages), root]);
  return root;
}

/** Kept in `.cache/`, because it takes minutes. */
function baseOf(suite: string, packages: string[]): string {
  const base = path.join(projectRoot, ".cache/debian", [suite, ...packages].join("-"));
  if (existsSync(base)) return base;
  const unfinished = `${base}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const options: ExecFileSyncOptions = { stdio: ["ignore", "ignore", "inherit"] };
  execFileSync("debootstrap", ["--variant=minbase", suite, unfinished, MIRROR], options);
  const install = ["apt-get", "install", "--yes", "--no-install-recommends", ...packages];
  execFileSync("chroot", [unfinished, ...install], {
    ...options,
    env: { PATH: process.env.PATH, DEBIAN_FRONTEND: "noninteractive" },
  });
  // The authorities that this machine trusts: its network may have one of its own.
  copyFileSync(AUTHORITIES, path.join(unfinished, AUTHORITIES));
  renameSync(unfinished, base);
  return base;
}

/** Runs a shell's command in a Debian, as one of its users. It shares the network with this machine. */
export function runIn(root: string, user: string, command: string): ChildProcess {
  const nspawn = ["--quiet", "--register=no", "--keep-unit", "--as-pid2", `--directory=${root}`];
  return spawn("systemd-nspawn", [...nspawn, "su", "--login", user, "--command", command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}
