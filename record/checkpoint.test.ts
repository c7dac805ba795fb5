import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fromHex } from "./bytes.ts";
import { checkpointText, openCheckpoint } from "./checkpoint.ts";
import { openNote, signNote } from "./signed-note.ts";

const origin = "example.org/record/1";

function makeKey(seed: string) {
  const prefix = "302e020100300506032b657004220420";
  const key = createPrivateKey({
    key: Buffer.from(prefix + seed.repeat(32), "hex"),
    format: "der",
    type: "pkcs8",
  });
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = Uint8Array.from(der.subarray(-32));
  return { key: { name: origin, publicKey }, sign: (data: Uint8Array) => sign(null, data, key) };
}

const ours = makeKey("01");
const theirs = makeKey("02");
const root = fromHex("ab".repeat(32));
const text = checkpointText({ origin, size: 12, root });
const note = signNote(text, ours.key, ours.sign);

describe("a signed note", () => {
  it("is accepted as Go's own implementation signs it", async () => {
    // From the documentation of golang.org/x/mod/sumdb/note.
    const known = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    const publicKey = Uint8Array.from(Buffer.from(known.split("+")[2] ?? "", "base64").subarray(1));
    const signed =
      "If you think cryptography is the answer to your problem,\n" +
      "then you don't know what your problem is.\n" +
      "\n" +
      "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
    const opened = openNote(signed, [{ name: "PeterNeumann", publicKey }]);
    await expect(opened).resolves.toMatch(/^If you think cryptography/);
  });

  it("is refused when a letter, the key or the key's name is another", async () => {
    await expect(openNote(note, [ours.key])).resolves.toBe(text);
    await expect(openNote(note.replace("12", "13"), [ours.key])).rejects.toThrow("Not signed");
    await expect(openNote(note, [theirs.key])).rejects.toThrow("Not signed");
    await expect(openNote(note, [{ ...ours.key, name: "other" }])).rejects.toThrow("Not signed");
    await expect(openNote(text, [ours.key])).rejects.toThrow("Not a signed note");
  });
});

describe("a checkpoint", () => {
  it("is read with its size and root", async () => {
    await expect(openCheckpoint(note, [ours.key])).resolves.toEqual({ origin, size: 12, root });
  });

  it("is refused when it is another record's, though the same key has signed it", async () => {
    const other = checkpointText({ origin: "example.org/record/2", size: 1, root });
    const signed = signNote(other, ours.key, ours.sign);
    await expect(openCheckpoint(signed, [ours.key])).rejects.toThrow("another record");
  });
});
