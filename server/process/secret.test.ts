import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveKey, readOrCreateSecret, readSecret, writeSecret } from "./secret.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "survey-secret-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

it("is made at the first start, kept, and read by its owner alone", async () => {
  const secret = await readOrCreateSecret(dataDir);
  // 32 random bytes.
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await readOrCreateSecret(dataDir)).toBe(secret);
  expect((await stat(path.join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
});

it("is the same for all who start at once", async () => {
  const fresh = path.join(dataDir, "fresh");
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readOrCreateSecret(fresh)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(fresh)).toEqual(["secret"]);
});

it("has another key of 256 bits for each purpose", () => {
  const keys = ["access token", "limits"].map((purpose) => deriveKey("a secret", purpose));
  expect(keys[0]).toHaveLength(32);
  expect(keys[0]).not.toEqual(keys[1]);
});

it("can be brought from elsewhere, but never replaces another one", async () => {
  const moved = path.join(dataDir, "moved");
  await expect(readSecret(moved)).rejects.toThrow(/^APP_SECRET: is not set, and there is no /);
  await writeSecret(moved, "from a backup");
  await writeSecret(moved, "from a backup");
  expect(await readSecret(moved)).toBe("from a backup");
  expect((await stat(path.join(moved, "secret"))).mode & 0o777).toBe(0o600);
  await expect(writeSecret(moved, "another")).rejects.toThrow(/has another secret; move it away/);
});
