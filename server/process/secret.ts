import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "./operator-error.ts";

/** With the embedded database, the secret is created at the first start and stored in a file. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = secretFile(dataDir);
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    // Linking is atomic: of two first starts one succeeds, and both read the same secret.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(file, "utf8");
}

/** The stored secret of a site that has been started. */
export async function readSecret(dataDir: string): Promise<string> {
  const file = secretFile(dataDir);
  return readFile(file, "utf8").catch(() => {
    throw new OperatorError(`APP_SECRET: is not set, and there is no ${file}`);
  });
}

/** Stores a secret that is brought from elsewhere. Never replaces another one. */
export async function writeSecret(dataDir: string, secret: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = secretFile(dataDir);
  try {
    await writeFile(file, secret, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if ((await readFile(file, "utf8")) === secret) return;
    throw new OperatorError(
      `${file} has another secret; move it away, or set DATA_DIR to a new directory`,
    );
  }
}

function secretFile(dataDir: string): string {
  return path.join(dataDir, "secret");
}

/** One key per purpose from one secret, so that the key of sessions can't sign access tokens. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}
