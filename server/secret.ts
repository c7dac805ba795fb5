import { hkdfSync, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** The embedded default keeps a secret of its own, made at the first start. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, "secret");
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx`: of two first starts, one writes and both read the same.
    await writeFile(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFile(file, "utf8");
}

/** One secret, one key per purpose: what signs sessions can't sign access tokens. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}
