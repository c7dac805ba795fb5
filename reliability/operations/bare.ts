import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Lab, say } from "../../bench/lab.ts";
import { projectRoot } from "../../server/process/project-root.ts";
import { here, makeDebian } from "./machine.ts";

// `npm run test:operations -- bare`: the two commands of README, where only Node and npm are installed.

const PORT = 3900;

/**
 * In one bare Debian `npm start` and then `npm test`, as an ordinary user in a copy with the repository,
 * and as root in one without. Beside each, somebody else's site runs, started by the same command.
 */
export async function tryBareMachine(lab: Lab): Promise<boolean> {
  const root = path.join(lab.directory, "bare");
  await here(`
    cp -a --reflink=auto ${await makeDebian("trixie", "ca-certificates")} ${root}
    rm -r ${root}/usr/bin/node ${root}/usr/bin/npm ${root}/usr/lib/node_modules
    chroot ${root} apt-get install --quiet=2 --yes --no-install-recommends nodejs npm`);
  for (const user of ["newcomer", "neighbour"]) {
    execFileSync("chroot", [root, "useradd", "--create-home", user]);
  }
  for (const user of ["newcomer", "neighbour", "root"]) await copyProject(root, user);
  let isGood = true;
  for (const user of ["newcomer", "root"]) {
    const log = createWriteStream(path.join(lab.logDir, `bare-${user}.log`));
    // It shares the network with this machine.
    const nspawn = ["--quiet", "--register=no", "--keep-unit", "--as-pid2", `--directory=${root}`];
    const child = spawn("systemd-nspawn", [...nspawn, "bash", "-c", script(user)], {
      // Not in memory, as systemd-nspawn has it otherwise: tests fill gigabytes.
      env: { ...process.env, SYSTEMD_NSPAWN_TMPFS_TMP: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.pipe(log, { end: false });
      stream.on("data", (text: Buffer) => report(user, text.toString()));
    }
    const [code] = await once(child, "exit");
    if (code === 0) continue;
    say(`as ${user}: exit ${code}; see ${log.path}`);
    isGood = false;
  }
  return isGood;
}

const homeOf = (user: string) => (user === "root" ? "/root" : `/home/${user}`);

/** The last commit. Only the newcomer has the repository too, though no git. */
async function copyProject(root: string, user: string): Promise<void> {
  const home = path.join(root, homeOf(user));
  const copy = path.join(home, "survey-website");
  if (user === "newcomer") {
    execFileSync("git", ["clone", "--quiet", "--no-hardlinks", projectRoot, copy]);
  } else {
    await mkdir(copy);
    const archive = execFileSync("git", ["archive", "HEAD"], {
      cwd: projectRoot,
      maxBuffer: 64 * 1024 * 1024,
    });
    execFileSync("tar", ["-x", "-C", copy], { input: archive });
  }
  execFileSync("chroot", [
    root,
    "chown",
    "-R",
    `${user}:`,
    path.join(homeOf(user), path.basename(copy)),
  ]);
}

/** What is done as this user. Sites are stopped by SIGTERM to `npm start`. */
function script(user: string): string {
  const as = (who: string, command: string) =>
    `su --login ${who} --command 'cd ${homeOf(who)}/survey-website && ${command}'`;
  return `
    set -e
    ready() { for n in $(seq 900); do grep -q 'is ready at' $1 && return; kill -0 $2 || break; sleep 1; done; cat $1; exit 1; }
    began() { date +%s > /tmp/began; }
    export HOME=/root
    touch /tmp/neighbour /tmp/own
    took() { echo "TOOK $1: $(( $(date +%s) - $(cat /tmp/began) )) s"; }
    if command -v git || command -v ps; then exit 1; fi
    began
    ${as("neighbour", `PORT=${PORT} exec npm start`)} > /tmp/neighbour 2>&1 & neighbour=$!
    ready /tmp/neighbour $neighbour
    took 'npm start of somebody else'
    began
    ${as(user, `PORT=${PORT + 1} exec npm start`)} > /tmp/own 2>&1 & own=$!
    ready /tmp/own $own
    took 'npm start'
    cat /tmp/own
    kill $own; wait $own || true
    began
    ${as(user, "npm test")}
    took 'npm test'
    kill $neighbour; wait $neighbour || true
  `;
}

/** What came of it: times, and the last line of `npm test`. */
function report(user: string, text: string): void {
  for (const line of text.split("\n")) {
    if (/^TOOK |^✗ |^\d+ passed/.test(line)) say(`${user}: ${line}`);
  }
}
