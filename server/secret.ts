import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import path from "node:path";

/** With the embedded database, the secret is created at the first start and stored in a file. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, "secret");
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

/** One key per purpose from one secret, so that the key of sessions can't sign access tokens. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}
