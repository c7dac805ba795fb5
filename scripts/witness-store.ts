import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Checkpoint, checkpointOf } from "../record/checkpoint.ts";
import { cosign, openCosignatures } from "../record/cosignature.ts";
import { SIGNS_CHECKPOINTS, textOfNote } from "../record/signed-note.ts";
import type { Vkey } from "../record/vkey.ts";
import { hashOfOrigin } from "../record/witness.ts";
import { writeSafely } from "../server/database/sync-directory.ts";
import { openSigningKey } from "../server/record/signing/signing-key.ts";

// What a witness keeps, in a directory of its own: its key, and of each log the checkpoint that it
// has signed last. What it has signed is on disk before anybody learns the signature, so that it
// never signs a second history, whenever it is killed.

export interface WitnessStore {
  key: Vkey;
  /** The last checkpoint of a log that was signed here, and its note with both signatures. */
  find(origin: string): Signed | undefined;
  /** The same by the hash of the log's name, as its address has it. */
  findHashed(hash: string): Signed | undefined;
  /** Signs a checkpoint and remembers it. Returns the line of the signature. */
  sign(note: string, checkpoint: Checkpoint): Promise<string>;
  close(): Promise<void>;
}

interface Signed {
  checkpoint: Checkpoint;
  note: string;
}

/** Opens the directory, and makes it and the key if there are none. `name` is the witness's own. */
export async function openWitnessStore(
  directory: string,
  name: string,
  now: () => Date,
): Promise<WitnessStore> {
  const folder = path.join(directory, "logs");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lock(path.join(directory, "lock"));
  const seed = await readOrCreateSeed(path.join(directory, "key"));
  const { publicKey, sign } = openSigningKey(seed);
  const key = { name, publicKey, signs: SIGNS_CHECKPOINTS };
  const signed = await readSigned(folder, key);

  return {
    key,
    find: (origin) => signed.get(hashOfOrigin(origin)),
    findHashed: (hash) => signed.get(hash),
    async sign(note, checkpoint) {
      const seconds = Math.floor(now().getTime() / 1_000);
      const text = textOfNote(note);
      const line = cosign(text, key, seconds, sign);
      const whole = note + line;
      const hash = hashOfOrigin(checkpoint.origin);
      await writeSafely(path.join(folder, hash), whole);
      signed.set(hash, { checkpoint, note: whole });
      return line;
    },
    close: unlock,
  };
}

/** Opens what was signed before with the witness's own key: nobody else may have written it. */
async function readSigned(folder: string, key: Vkey): Promise<Map<string, Signed>> {
  const signed = new Map<string, Signed>();
  for (const hash of await readdir(folder)) {
    // A draft that was left behind when the witness was killed; nobody has got its signature.
    if (hash.endsWith(".draft")) continue;
    const note = await readFile(path.join(folder, hash), "utf8");
    const found = await openCosignatures(note, [key]).catch(() => []);
    const checkpoint = checkpointOf(note);
    if (found.length === 0 || hashOfOrigin(checkpoint.origin) !== hash) {
      throw new Error(`${path.join(folder, hash)} was not signed by ${key.name} with this key`);
    }
    signed.set(hash, { checkpoint, note });
  }
  return signed;
}

async function readOrCreateSeed(file: string): Promise<Buffer> {
  const read = async () => Buffer.from(await readFile(file, "utf8"), "base64");
  const seed = await read().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await writeSafely(file, `${randomBytes(32).toString("base64")}\n`);
    return read();
  });
  if (seed.length !== 32) throw new Error(`${file} is not a key of a witness`);
  return seed;
}

/** Two programs on one directory could sign two histories. Returns how to let go. */
async function lock(file: string): Promise<() => Promise<void>> {
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, `${process.pid}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      await removeStale(file);
      await link(draft, file);
    });
  } finally {
    await unlink(draft);
  }
  return () => unlink(file);
}

/** A witness that was killed leaves its lock behind. */
async function removeStale(file: string): Promise<void> {
  // Moved first: of two witnesses that start at once, one finds nothing to move.
  const moved = `${file}.stale.${process.pid}`;
  await rename(file, moved).catch(() => {});
  const owner = Number(await readFile(moved, "utf8").catch(() => "0"));
  const isStale = owner === 0 || owner === process.pid || !isRunning(owner);
  if (!isStale) await rename(moved, file);
  else await unlink(moved).catch(() => {});
  if (!isStale) {
    throw new Error(
      `Process ${owner} uses this directory. If it is no witness, remove the file ${file}`,
    );
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
