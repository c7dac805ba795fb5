import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import path from "node:path";

/** The embedded default keeps a secret of its own, made at the first start. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, "secret");
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    // Whole or not at all: of two first starts, one puts its draft there and both read the same.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(file, "utf8");
}

/** One secret, one key per purpose: what signs sessions can't sign access tokens. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}
