import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fromBase64, fromHex, toBase64 } from "./bytes.ts";
import { checkpointText } from "./checkpoint.ts";
import { cosign, openCosignatures } from "./cosignature.ts";
import { parseLogProof, writeLogProof } from "./lasting.ts";
import { parseLogEntry } from "./log-entries.ts";
import { parsePolicy } from "./log-policy.ts";
import { openNote, SIGNS_CHECKPOINTS, SIGNS_NOTES } from "./signed-note.ts";
import { bundlesOf, parseTilePath, readBundle, tilePath, widthAt, writeBundle } from "./tiles.ts";
import { provesConsistency, provesInclusion } from "./tree.ts";
import { parseLogKey, parseVkey, parseWitnessKey, toVkey, type Vkey } from "./vkey.ts";

function makeKey(name: string, seed: string, signs: number) {
  const prefix = "302e020100300506032b657004220420";
  const key = createPrivateKey({
    key: Buffer.from(prefix + seed.repeat(32), "hex"),
    format: "der",
    type: "pkcs8",
  });
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  const vkey: Vkey = { name, publicKey: Uint8Array.from(der.subarray(-32)), signs };
  return { vkey, sign: (data: Uint8Array) => sign(null, data, key) };
}

const hash = (byte: string) => fromHex(byte.repeat(32));

describe("proofs", () => {
  interface Vector {
    desc: string;
    wantErr: boolean;
    size1: number;
    size2: number;
    root1: string;
    root2: string;
    leafIdx: number;
    treeSize: number;
    root: string;
    leafHash: string;
    proof: string[] | null;
  }
  // Published by transparency-dev; the first line names the source.
  const file = path.join(import.meta.dirname, "vectors/rfc9162-proofs.jsonl");
  const [, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const different = [
    // Everything goes on from the empty tree (RFC 9162, 2.1.4; C2SP's tlog-witness says so too).
    "consistency/additional/size1-is-zero-and-size2-is-not-zero",
    // Here the leaf's hash is always computed, and so never empty.
    "inclusion/single-entry/empty-root-and-leaf",
  ];
  const vectors = lines
    .map((line) => JSON.parse(line) as Vector)
    .filter(({ desc }) => !different.includes(desc));
  const kind = (name: string) => vectors.filter(({ desc }) => desc.startsWith(name));
  const bytes = (text: string | null) => fromBase64(text ?? "");

  it.each(kind("consistency"))("are accepted as others accept them: $desc", (vector) => {
    const { size1, root1, size2, root2, proof, wantErr } = vector;
    const first = { size: size1, root: bytes(root1) };
    const second = { size: size2, root: bytes(root2) };
    expect(provesConsistency(first, second, (proof ?? []).map(bytes))).toBe(!wantErr);
  });

  it.each(kind("inclusion"))("are accepted as others accept them: $desc", (vector) => {
    const { leafIdx, leafHash, treeSize, root, proof, wantErr } = vector;
    const tree = { size: treeSize, root: bytes(root) };
    const hashes = (proof ?? []).map(bytes);
    expect(provesInclusion(bytes(leafHash), leafIdx, tree, hashes)).toBe(!wantErr);
  });
});

describe("a vkey", () => {
  it("opens the note of C2SP's own example", async () => {
    const text = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
    const note =
      "This is an example message.\n\n— example.com/foo " +
      "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
    const key = parseLogKey(text);
    expect(toVkey(key)).toBe(text);
    await expect(openNote(note, [key])).resolves.toBe("This is an example message.\n");
  });

  it.each([
    ["another id", "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"],
    ["another name", "example.com/bar+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"],
    ["a key that is too short", "example.com/foo+530d903a+AekyeRrm"],
    // From the documentation of transparency-dev's formats.
    [
      "an ECDSA key",
      "rekor.sigstore.dev+c0d23d6a+AjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNhtmPtrWm3U1eQXBogSMdGvXwBcK5AW5i0hrZLOC96l+smGNM7nwZ4QvFK/4sueRoVj//QP22Ni4Qt9DPfkWLc=",
    ],
    ["no name", "+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"],
  ])("is refused with %s", (_, text) => {
    expect(() => parseVkey(text)).toThrow();
  });

  it("of a witness is not that of a log, though the key is the same", () => {
    const witness = toVkey(makeKey("w", "01", SIGNS_CHECKPOINTS).vkey);
    const log = toVkey(makeKey("w", "01", SIGNS_NOTES).vkey);
    expect(witness).not.toBe(log);
    expect(() => parseLogKey(witness)).toThrow("Not the key of a log");
    expect(() => parseWitnessKey(log)).toThrow("Not the key of a witness");
  });
});

describe("a cosignature", () => {
  const log = makeKey("example.com/log", "01", SIGNS_NOTES);
  const witness = makeKey("example.com/witness", "02", SIGNS_CHECKPOINTS);
  const text = checkpointText({ origin: "example.com/log", size: 5, root: hash("ab") });
  const line = cosign(text, witness.vkey, 1_679_315_147, witness.sign);
  const note = (...lines: string[]) => `${text}\n${lines.join("")}`;

  it("is the signature of C2SP's text, with the time before it", () => {
    const signature = Buffer.from(line.split(" ")[2] ?? "", "base64");
    const signed = `cosignature/v1\ntime 1679315147\n${text}`;
    expect(signature.subarray(4, 12).toString("hex")).toBe("0000000064185" + "0cb");
    expect(toBase64(signature.subarray(12))).toBe(
      toBase64(witness.sign(new TextEncoder().encode(signed))),
    );
  });

  it("is opened with the witness's key, others are left aside", async () => {
    const other = cosign(text, log.vkey, 5, log.sign);
    const opened = await openCosignatures(note(other, line), [witness.vkey]);
    expect(opened).toEqual([{ witness: witness.vkey, time: 1_679_315_147, line }]);
  });

  it("counts once for each witness, with its newest time", async () => {
    const later = cosign(text, witness.vkey, 1_700_000_000, witness.sign);
    const opened = await openCosignatures(note(later, line), [witness.vkey]);
    expect(opened.map(({ time }) => time)).toEqual([1_700_000_000]);
  });

  it("is refused for another text, another time or a plain signature", async () => {
    const other = checkpointText({ origin: "example.com/log", size: 6, root: hash("ab") });
    const plain = makeKey("example.com/witness", "02", SIGNS_CHECKPOINTS).sign;
    const wrong = cosign(other, witness.vkey, 5, plain);
    await expect(openCosignatures(note(wrong), [witness.vkey])).rejects.toThrow("Not a cosig");
    const bytes = Buffer.from(line.split(" ")[2] ?? "", "base64");
    bytes[11] = (bytes[11] ?? 0) + 1;
    const shifted = `— example.com/witness ${bytes.toString("base64")}\n`;
    await expect(openCosignatures(note(shifted), [witness.vkey])).rejects.toThrow("Not a cosig");
    const short = `— example.com/witness ${bytes.subarray(0, 68).toString("base64")}\n`;
    await expect(openCosignatures(note(short), [witness.vkey])).rejects.toThrow("Not a cosig");
  });
});

describe("the address of a tile", () => {
  // From the tests of transparency-dev/tessera (api/layout/paths_test.go) and C2SP's tlog-tiles.
  it.each([
    [0, 0, 256, "tile/0/000"],
    [0, 0, 255, "tile/0/000.p/255"],
    [1, 0, 256, "tile/1/000"],
    [15, 455_667, 256, "tile/15/x455/667"],
    [15, 123_456_789, 41, "tile/15/x123/x456/789.p/41"],
    [0, 1_234_067, 256, "tile/0/x001/x234/067"],
    ["entries", 0, 8, "tile/entries/000.p/8"],
    ["entries", 255, 253, "tile/entries/255.p/253"],
    ["entries", 123_456_789, 256, "tile/entries/x123/x456/789"],
  ] as const)("of level %s, number %i and width %i is %s", (level, number, width, address) => {
    expect(tilePath({ level, number, width })).toBe(address);
    expect(parseTilePath(address)).toEqual({ level, number, width });
  });

  it.each([
    "tile/0/0",
    "tile/0/0000",
    "tile/00/000",
    "tile/64/000",
    "tile/0/x000/000",
    "tile/0/000.p/0",
    "tile/0/000.p/256",
    "tile/0/000.p/01",
    "tile/0/000.p",
    "tile/0/001/000",
    "tile/data/000",
    "tile/0/x999/x999/x999/x999/x999/999",
    "tile/0/000\n",
  ])("is not %j", (address) => {
    expect(parseTilePath(address)).toBeNull();
  });

  it("tells how many hashes a tile has, as C2SP's example of 70,000 entries does", () => {
    expect(widthAt(70_000, { level: 0, number: 272 })).toBe(256);
    expect(widthAt(70_000, { level: 0, number: 273 })).toBe(112);
    expect(widthAt(70_000, { level: 0, number: 274 })).toBe(0);
    expect(widthAt(70_000, { level: 1, number: 1 })).toBe(17);
    expect(widthAt(70_000, { level: 2, number: 0 })).toBe(1);
    expect(bundlesOf(513).map(tilePath)).toEqual([
      "tile/entries/000",
      "tile/entries/001",
      "tile/entries/002.p/1",
    ]);
  });
});

describe("a bundle of entries", () => {
  it("has each entry after its length", () => {
    const bytes = writeBundle(["a\n", "é\n"]);
    expect(Buffer.from(bytes).toString("hex")).toBe("0002610a0003c3a90a");
    expect(readBundle(bytes, 2)).toEqual(["a\n", "é\n"]);
  });

  it("is refused with too few entries, too many, a piece of one, or no UTF-8", () => {
    const bytes = writeBundle(["a\n", "é\n"]);
    for (const width of [1, 3]) expect(() => readBundle(bytes, width)).toThrow("bundle");
    for (const end of [1, 3, 5, 8]) expect(() => readBundle(bytes.slice(0, end), 2)).toThrow();
    expect(() => readBundle(Uint8Array.of(0, 1, 255), 1)).toThrow();
    expect(() => writeBundle(["x".repeat(65_536)])).toThrow("too long");
  });
});

describe("a proof of a log", () => {
  const proof = { index: 73_894, hashes: [hash("01"), hash("02")], checkpoint: "text\n\n— s\n" };

  it("is written as C2SP has it, and read with extra data too", () => {
    const text = writeLogProof(proof);
    expect(text.split("\n").slice(0, 3)).toEqual([
      "c2sp.org/tlog-proof@v1",
      "index 73894",
      toBase64(hash("01")),
    ]);
    expect(parseLogProof(text)).toEqual(proof);
    const extra = text.replace("index", `extra ${toBase64(hash("05"))}\nindex`);
    expect(parseLogProof(extra)).toEqual(proof);
    // From the tests of transparency-dev/formats (proof/tlog_proof_test.go).
    expect(writeLogProof({ index: 0, hashes: [], checkpoint: "checkpoint\n" })).toBe(
      "c2sp.org/tlog-proof@v1\nindex 0\n\ncheckpoint\n",
    );
  });

  // Most of them from the same tests.
  it.each([
    "wrong-header\nindex 0\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\nextra !!notbase64!!\nindex 0\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\n\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\nindex notanumber\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\nindex -5\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\nindex 01\n\ncheckpoint\n",
    "c2sp.org/tlog-proof@v1\nindex 0\n!!notbase64!!\n\ncheckpoint\n",
    `c2sp.org/tlog-proof@v1\nindex 0\n${Buffer.alloc(64).toString("base64")}\n\ncheckpoint\n`,
    `c2sp.org/tlog-proof@v1\nindex 0\n${`${Buffer.alloc(32).toString("base64")}\n`.repeat(64)}\nc\n`,
    "",
  ])("is not %j", (text) => {
    expect(() => parseLogProof(text)).toThrow();
  });
});

describe("a policy", () => {
  const keys = ["01", "02", "03"].map((seed) => makeKey(`w${seed}`, seed, SIGNS_CHECKPOINTS).vkey);
  const witnesses = keys.map((key, index) => `witness X${index} ${toVkey(key)}`).join("\n");
  const seen = (...of: number[]) =>
    of.map((index) => ({ witness: keys[index] as Vkey, time: 1, line: "" }));

  it("needs so many of a group", () => {
    const { isMet } = parsePolicy(`# ours\n${witnesses}\ngroup X 2 X0 X1 X2\nquorum X\n`);
    expect(isMet(seen(0))).toBe(false);
    expect(isMet(seen(0, 0))).toBe(false);
    expect(isMet(seen(0, 2))).toBe(true);
  });

  it("needs groups of groups", () => {
    const groups = "group A any X0 X1\ngroup B all A X2\nquorum B";
    const { isMet } = parsePolicy(`${witnesses}\n${groups}`);
    expect(isMet(seen(0, 1))).toBe(false);
    expect(isMet(seen(1, 2))).toBe(true);
  });

  it("may need one witness, or none", () => {
    expect(parsePolicy(`${witnesses}\nquorum X1`).isMet(seen(1))).toBe(true);
    expect(parsePolicy(`${witnesses}\nquorum X1`).isMet(seen(0))).toBe(false);
    expect(parsePolicy("quorum none").isMet([])).toBe(true);
  });

  it.each([
    ["no quorum", witnesses],
    ["two quorums", "quorum none\nquorum none"],
    ["a name that is not known", "quorum X"],
    ["a name that comes later", `quorum X0\n${witnesses}`],
    ["a witness that counts twice", `${witnesses}\ngroup A any X0\ngroup B any X0\nquorum B`],
    ["a key twice", `${witnesses}\nwitness Y ${toVkey(keys[0] as Vkey)}\nquorum X0`],
    ["a group that can't be met", `${witnesses}\ngroup A 4 X0 X1 X2\nquorum A`],
    ["no number", `${witnesses}\ngroup A 0 X0\nquorum A`],
    [
      "a log's key as a witness",
      `witness X ${toVkey({ ...(keys[0] as Vkey), signs: 1 })}\nquorum X`,
    ],
    ["another line", "hello\nquorum none"],
  ])("is refused with %s", (_, text) => {
    expect(() => parsePolicy(text)).toThrow(/policy/);
  });
});

describe("an entry of the log", () => {
  const id = "0b2f6c0e-8f0b-4b8e-9a6e-0f1d2c3b4a59";

  it.each([
    `checkpoint ${id} 12 ${toBase64(hash("ab"))}\n`,
    `terms ${id} {"opens":null,"closes":"2026-11-17T10:00:00.000Z","results":"voted"}\n`,
    `text ${id} ${"ab".repeat(32)}\n`,
    `closed ${id} 2026-11-17\n`,
    `set-aside ${id} {"votes":3,"reason":"é","date":"2026-11-17"}\n`,
    `restored ${id} {"votes":3,"reason":"","date":"2026-11-17"}\n`,
    "time 2026-11-17T10:00:00.000Z\n",
  ])("is %s", (text) => {
    expect(() => parseLogEntry(text)).not.toThrow();
  });

  it.each([
    `checkpoint ${id} 012 ${toBase64(hash("ab"))}\n`,
    `checkpoint ${id} 12 ${toBase64(Uint8Array.of(1))}\n`,
    `checkpoint ${id.toUpperCase()} 12 ${toBase64(hash("ab"))}\n`,
    `terms ${id} {"opens":null,"closes":"2026-11-17","results":"voted"}\n`,
    `terms ${id} {"closes":null,"opens":null,"results":"voted"}\n`,
    `terms ${id} null\n`,
    `text ${id} ${"AB".repeat(32)}\n`,
    `closed ${id} yesterday\n`,
    `set-aside ${id} {"votes":"3","reason":"","date":"2026-11-17"}\n`,
    `Other ${id} 1\n`,
    "time 2026-11-17\n",
    "time 2026-11-17T10:00:00.000Z",
  ])("is not %s", (text) => {
    expect(() => parseLogEntry(text)).toThrow();
  });
});
