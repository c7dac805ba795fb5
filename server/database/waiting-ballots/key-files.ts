import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { syncDirectory } from "../sync-directory.ts";
import { hashKey } from "./sealing.ts";

// The keys of waiting ballots, each in a file of this server, which a crash of the database can't empty:
// `<survey>.<SHA-256 of the key>`.

const FOLDER = "ballot-keys";
const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{64})$/;

export interface KeyFile {
  surveyId: string;
  hash: Buffer;
}

export type KeyFiles = ReturnType<typeof openKeyFiles>;

export function openKeyFiles(dataDir: string) {
  const folder = path.join(dataDir, FOLDER);
  const fileOf = (surveyId: string, hash: Buffer) =>
    path.join(folder, `${surveyId}.${hash.toString("hex")}`);

  /** Null also for a file that was not written to its end. */
  async function read(surveyId: string, hash: Buffer): Promise<Buffer | null> {
    const key = await readFile(fileOf(surveyId, hash)).catch(unlessMissing);
    return key && hashKey(key).equals(hash) ? key : null;
  }

  /** It is on disk when this returns, under its name. Its name says what is in it, so it is never another. */
  async function write(surveyId: string, key: Buffer): Promise<void> {
    if (await read(surveyId, hashKey(key))) return;
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made) await syncDirectory(path.dirname(made));
    const handle = await open(fileOf(surveyId, hashKey(key)), "w", 0o600);
    try {
      await handle.writeFile(key);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncDirectory(folder);
  }

  async function list(): Promise<KeyFile[]> {
    const names = (await readdir(folder).catch(unlessMissing)) ?? [];
    return names.flatMap((name) => {
      const [, surveyId, hash] = NAME.exec(name) ?? [];
      return surveyId && hash ? [{ surveyId, hash: Buffer.from(hash, "hex") }] : [];
    });
  }

  async function remove(files: KeyFile[]): Promise<void> {
    if (files.length === 0) return;
    for (const { surveyId, hash } of files) await rm(fileOf(surveyId, hash), { force: true });
    await syncDirectory(folder);
  }

  return { read, write, list, remove };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
