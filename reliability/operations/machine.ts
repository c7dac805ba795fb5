import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { type Lab, needed, say } from "../../bench/lab.ts";
import { projectRoot } from "../../server/process/project-root.ts";
import { openLog } from "../../server/testing/server-process.ts";
import { commandsOf } from "./documents.ts";

/** A Debian with a systemd, a network and a disk of its own. */
export interface Machine {
  name: string;
  address: string;
  /** Its root, seen from here. */
  directory: string;
  /** Runs commands there, as root unless told, and returns what they print. */
  run(commands: string, options?: Place): Promise<string>;
  /** Runs what a document says, and writes it into the transcript. */
  follow(document: string, heading: string, options?: Place): Promise<string>;
  /** Edits the settings as an administrator does, by hand. */
  set(settings: Record<string, string | undefined>): void;
}

interface Place {
  as?: string;
  /** Where the commands are run. */
  folder?: string;
  /** Their exit code is none of our business. */
  mayFail?: boolean;
}

/** The private network of the sample files. This machine is .254. */
export const NETWORK = "10.0.1";
const HOSTS = `${NETWORK}.1 polls.example.org\n${NETWORK}.2 backups.example.org\n`;
const BRIDGE = "survey-lan";
/** The authorities that this machine trusts, which may be more than Node does. */
export const TRUSTED = "etc/ssl/certs/ca-certificates.crt";
const SETTINGS = "etc/survey-website/env";
const PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates";

// A build on a busy machine. Some commands wait for a server, for as long as it takes.
const LONGEST_MS = 15 * 60_000;
// Of what a failed command has printed: packages print hundreds of lines.
const SHOWN = 3_000;

/** Runs a script of bash on this machine. */
export async function here(script: string): Promise<string> {
  const options = { maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], options);
  return stdout;
}

/** A minimal Debian in a folder, kept for the next run; and Node with npm, which it has too old a version of. */
export async function makeDebian(suite = "bookworm", packages = PACKAGES): Promise<string> {
  const folder = path.join(projectRoot, ".cache", `debian-${suite}-${packages.split(",")[0]}`);
  if (existsSync(folder)) return folder;
  const npm = path.dirname(path.dirname(process.env.npm_execpath ?? ""));
  await timed(`makes a Debian (debootstrap ${suite}, with this machine's Node and npm)`, () =>
    here(`
      debootstrap --variant=minbase --include=${packages} ${suite} ${folder}.part
      install -m 755 ${process.execPath} ${folder}.part/usr/bin/node
      mkdir -p ${folder}.part/usr/lib/node_modules
      cp -a ${npm} ${folder}.part/usr/lib/node_modules/npm
      ln -s ../lib/node_modules/npm/bin/npm-cli.js ${folder}.part/usr/bin/npm
      install -D -m 644 /${TRUSTED} ${folder}.part/${TRUSTED}
      mv ${folder}.part ${folder}`),
  );
  return folder;
}

/** A network between the machines and this one. */
export async function makeNetwork(lab: Lab): Promise<void> {
  lab.atEnd(() => here(`ip link delete ${BRIDGE}`));
  await here(`
    ip link add ${BRIDGE} type bridge
    ip address add ${NETWORK}.254/24 dev ${BRIDGE}
    ip link set ${BRIDGE} up`);
}

/** Boots a new machine, whose systemd is started by systemd-nspawn. Needs root. */
export async function bootMachine(lab: Lab, name: string, number: number): Promise<Machine> {
  const space = `survey-${name}`;
  const address = `${NETWORK}.${number}`;
  const directory = path.join(lab.directory, name);
  await here(`cp -a --reflink=auto ${await makeDebian()} ${directory}`);
  const files = {
    // Debian's installer writes these; the addresses stand for a DNS of one's own.
    hosts: `127.0.0.1 localhost\n${address} ${name}\n${HOSTS}`,
    hostname: `${name}\n`,
    "resolv.conf": "nameserver 10.0.2.3\n",
  };
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(path.join(directory, "etc", file), text);
  }
  lab.atEnd(() => here(`ip link delete v-${name}; ip netns delete ${space}`));
  await here(`
    ip netns add ${space}
    ip link add v-${name} type veth peer name lan netns ${space}
    ip link set v-${name} master ${BRIDGE} up
    ip -n ${space} address add ${address}/24 dev lan
    ip -n ${space} link set lan up
    ip -n ${space} link set lo up`);
  const log = openLog(path.join(lab.logDir, `${name}.log`));
  const stdio = ["ignore", log, log] as const;
  // The way to package registries, without a rule in this machine's firewall. 10.0.2.2 is this machine.
  const internet = spawn(
    "slirp4netns",
    ["--configure", "--netns-type=path", `/run/netns/${space}`, "inet"],
    { stdio: [...stdio] },
  );
  lab.atEnd(() => internet.kill());
  const boot = `
    for at in /sys/fs/cgroup/*/; do
      if mkdir -p $at/${space}; then echo $$ > $at/${space}/cgroup.procs; fi
    done 2> /dev/null
    exec systemd-nspawn --directory=${directory} --boot --register=no --keep-unit --quiet --suppress-sync=yes \\
      --network-namespace-path=/run/netns/${space} --hostname=${name} --resolv-conf=off --timezone=off`;
  const container = spawn("bash", ["-c", boot], { stdio: [...stdio], detached: true });
  lab.atEnd(() => endMachine(container, space));
  const leader = await needed("first process", 30, () => findChild(container));
  const machine = describeMachine({ name, address, directory }, leader);
  const state = () => machine.run("systemctl is-system-running || true");
  await needed(`running ${name}`, 60, async () => /running|degraded/.test(await state()));
  return machine;
}

function describeMachine(
  place: Pick<Machine, "name" | "address" | "directory">,
  leader: string,
): Machine {
  const run: Machine["run"] = async (commands, { as = "root", folder = "/", mayFail } = {}) => {
    const home = as === "root" ? "/root" : `/home/${as}`;
    const environment = [
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      `HOME=${home}`,
      "DEBIAN_FRONTEND=noninteractive",
      `NODE_EXTRA_CA_CERTS=/${TRUSTED}`,
    ];
    const inside = ["--target", leader, "--all", "--", "env", "-i", ...environment];
    const shell = ["runuser", "-u", as, "--", "bash", "--norc", "-euo", "pipefail", "-c"];
    const done = promisify(execFile)(
      "nsenter",
      [...inside, ...shell, `cd ${folder}\n${commands}`],
      { maxBuffer: 2 ** 26, timeout: LONGEST_MS },
    );
    const { stdout, stderr, code, signal } = await done.catch((error) => error);
    if ((code || signal) && !mayFail)
      throw new Error(`${place.name}: ${commands}\n${`${stdout}${stderr}`.slice(-SHOWN)}`);
    return stdout;
  };
  return {
    ...place,
    run,
    async follow(document, heading, options = {}) {
      const commands = commandsOf(document, heading);
      const prompt = `${options.as ?? "root"}@${place.name}:${options.folder ?? "/"}`;
      say(`\n${prompt}   (${document}, "${heading}")\n${commands.replaceAll(/^/gm, "    ")}`);
      return timed("done", () => run(commands, options));
    },
    set(settings) {
      const file = path.join(place.directory, SETTINGS);
      let text = readFileSync(file, "utf8");
      for (const [name, value] of Object.entries(settings)) {
        text = text.replaceAll(new RegExp(`^${name}=.*\\n`, "gm"), "");
        if (value !== undefined) text += `${name}=${value}\n`;
      }
      writeFileSync(file, text);
      say(`\n${place.name}: /${SETTINGS} edited: ${Object.keys(settings).join(", ")}`);
    },
  };
}

/** systemd-nspawn's child, once it is the machine's first process. */
function findChild({ pid }: ChildProcess): string | undefined {
  try {
    const child = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return readFileSync(`/proc/${child}/comm`, "utf8") === "systemd\n" ? child : undefined;
  } catch {
    // It has none yet.
    return undefined;
  }
}

async function endMachine(container: ChildProcess, space: string): Promise<void> {
  container.kill("SIGTERM");
  const isOver = () => container.exitCode !== null || container.signalCode !== null;
  await needed("end of a machine", 40, isOver).catch(() => container.kill("SIGKILL"));
  // What is left of a machine that ended while it booted.
  await here(`
    find /sys/fs/cgroup/*/${space} -name cgroup.procs -exec cat {} + | sort -u | xargs -r kill -9 || true
    sleep 1
    find /sys/fs/cgroup/*/${space} -depth -type d -exec rmdir {} + || true`);
}

/** Says what was done and how long it took. */
export async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  say(`  ${what}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  return result;
}
