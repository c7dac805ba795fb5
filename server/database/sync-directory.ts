import { open } from "node:fs/promises";

/** Puts on disk which files a directory has, so that a new name survives a power failure. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  await directory.sync();
  await directory.close();
}
