import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Checkpoint, checkpointOf } from "../../../record/checkpoint.ts";
import { writeSafely } from "../../database/sync-directory.ts";

/** The last checkpoint that this server has signed or seen, which no later one may contradict. */
export interface LastHead {
  read(origin: string): Promise<Checkpoint | undefined>;
  /** Kept only if it is larger than the one that is kept. */
  keep(note: string): Promise<void>;
}

export function lastHeadFile(dataDir: string): string {
  return path.join(dataDir, "log-head");
}

/**
 * Kept in a file beside the database and not in it, so that a database that was put back to an
 * earlier state is noticed at the next start too.
 */
export function createLastHead(file: string, onFailure: (error: unknown) => void): LastHead {
  let loading: Promise<Checkpoint | null> | undefined;

  async function load(): Promise<Checkpoint | null> {
    const note = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return note === null ? null : checkpointOf(note);
  }

  return {
    async read(origin) {
      loading ??= load();
      const known = await loading;
      return known?.origin === origin ? known : undefined;
    },
    async keep(note) {
      const head = checkpointOf(note);
      // Another process may have written a larger one since it was read.
      const known = await load().catch(() => null);
      if (known?.origin === head.origin && known.size >= head.size) return;
      loading = Promise.resolve(head);
      // The log goes on without the file: it is one of several ways to notice a step back.
      await mkdir(path.dirname(file), { recursive: true })
        .then(() => writeSafely(file, note))
        .catch(onFailure);
    },
  };
}
