import { randomUUID } from "node:crypto";
import { open, rename } from "node:fs/promises";
import path from "node:path";

/** Puts on disk which files a directory has, so that a new name survives a power failure. */
export async function syncDirectory(name: string): Promise<void> {
  const directory = await open(name);
  await directory.sync();
  await directory.close();
}

/** There is always a whole file, and the new one is on disk when this returns. */
export async function writeSafely(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncDirectory(path.dirname(file));
}
