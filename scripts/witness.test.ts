import { spawn } from "node:child_process";
import { createPrivateKey, createPublicKey, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { checkpointText } from "../record/checkpoint.ts";
import { openCosignatures } from "../record/cosignature.ts";
import { SIGNS_NOTES, signNote } from "../record/signed-note.ts";
import { append, hashRanges, rootOf, type Tile, tilesFor } from "../record/tiles.ts";
import { consistencyRanges, hashLeaf } from "../record/tree.ts";
import { parseWitnessKey, toVkey, type Vkey } from "../record/vkey.ts";
import { hashOfOrigin, writeRequest } from "../record/witness.ts";
import { freePort } from "../server/testing/server-process.ts";

const origin = "site.example/log";
const privateKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${"07".repeat(32)}`, "hex"),
  format: "der",
  type: "pkcs8",
});
const der = createPublicKey(privateKey).export({ format: "der", type: "spki" });
const key: Vkey = {
  name: origin,
  publicKey: Uint8Array.from(der.subarray(-32)),
  signs: SIGNS_NOTES,
};

/** A log with these entries, and how it asks a witness to go on from an earlier size. */
function logOf(entries: string[]) {
  const end = { size: 0, tails: [] };
  const tiles: Tile[] = append(
    end,
    entries.map((entry) => hashLeaf(entry)),
  );
  const text = checkpointText({ origin, size: end.size, root: rootOf(end) });
  const checkpoint = signNote(text, key, (data) => sign(null, data, privateKey));
  return {
    size: end.size,
    text,
    request(oldSize: number): string {
      const ranges = oldSize === 0 ? [] : consistencyRanges(oldSize, end.size);
      expect(tilesFor(ranges).every(({ number }) => number === 0)).toBe(true);
      return writeRequest({ oldSize, proof: hashRanges(ranges, tiles), checkpoint });
    },
  };
}

const first = logOf(["a", "b"]);
const second = logOf(["a", "b", "c", "d", "e"]);
const rewritten = logOf(["a", "x", "c", "d", "e"]);

let program = "";
let hook = "";
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "witness-"));
  const { buildProgram } = await import(path.join(import.meta.dirname, "build-program.mjs"));
  program = path.join(folder, "witness.mjs");
  const about = ["The witness, for its tests."];
  await buildProgram({ entry: "scripts/witness.ts", file: "witness.mjs", outDir: folder, about });
  hook = path.join(folder, "kill-at.mjs");
  await writeFile(hook, killAt);
  return () => rm(folder, { recursive: true });
});

/** Kills the process before it takes a step on files, counted from when it is told to. */
const killAt = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = Infinity;
process.on("SIGUSR2", () => { left = Number(process.env.KILL_AT); console.log("armed"); });
function step() {
  left -= 1;
  if (left < 0) process.kill(process.pid, "SIGKILL");
}
const handle = await fs.promises.open(process.execPath, "r");
const prototype = Object.getPrototypeOf(handle);
await handle.close();
for (const [target, names] of [[prototype, ["writeFile", "sync"]], [fs.promises, ["open", "rename"]]]) {
  for (const name of names) {
    const original = target[name];
    target[name] = async function (...given) { step(); return original.apply(this, given); };
  }
}
syncBuiltinESMExports();
`;

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "witness-data-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts the program, as it is served to others, and waits until it is ready. */
async function start(directory: string, { killBefore }: { killBefore?: number } = {}) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const options = ["--name", "watch.example/w", "--log", toVkey(key), "--data", directory];
  const preload = killBefore === undefined ? [] : ["--import", hook];
  const child = spawn(process.execPath, [...preload, program, ...options, "--port", port], {
    env: { ...process.env, KILL_AT: String(killBefore) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let output = "";
  child.stdout.on("data", (part) => (output += part));
  child.stderr.on("data", (part) => (output += part));
  const failed = ended.then(() => Promise.reject(new Error(output)));
  // Only while something is waited for.
  failed.catch(() => {});
  const says = (words: string) =>
    Promise.race([failed, vi.waitFor(() => expect(output).toContain(words))]);
  await says("is ready");
  if (killBefore !== undefined) {
    child.kill("SIGUSR2");
    await says("armed");
  }
  return {
    url,
    ended,
    kill: async (signal: NodeJS.Signals = "SIGKILL") => {
      child.kill(signal);
      await ended;
    },
    async add(request: string) {
      const answer = await fetch(`${url}/add-checkpoint`, { method: "POST", body: request });
      return {
        status: answer.status,
        type: answer.headers.get("content-type"),
        text: await answer.text(),
      };
    },
  };
}

async function witnessOf(url: string): Promise<Vkey> {
  const [line = ""] = (await (await fetch(url)).text()).split("\n");
  return parseWitnessKey(line);
}

describe("the witness", () => {
  it("signs what goes on from what it has seen, and tells its size otherwise", async () => {
    const { url, add } = await start(await newDirectory());
    const witness = await witnessOf(url);
    expect(witness.name).toBe("watch.example/w");
    const address = `${url}/${hashOfOrigin(origin)}/checkpoint`;
    expect((await fetch(address)).status).toBe(404);

    const signed = await add(first.request(0));
    expect(signed.status).toBe(200);
    const [found] = await openCosignatures(`${first.text}\n${signed.text}`, [witness]);
    expect(Math.abs((found?.time ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
    expect((await add(second.request(2))).status).toBe(200);

    const again = await add(second.request(2));
    expect(again).toEqual({ status: 409, type: "text/x.tlog.size", text: "5\n" });
    expect((await add(rewritten.request(5))).status).toBe(422);
    expect((await add(rewritten.request(0))).status).toBe(409);
    const kept = await (await fetch(address)).text();
    await expect(openCosignatures(kept, [witness])).resolves.toHaveLength(1);
    expect(kept.startsWith(second.text)).toBe(true);
    expect(await (await fetch(url)).text()).toContain(`${origin} seen up to entry 5`);
  });

  it("refuses what is too large, and other addresses", async () => {
    const { url, add } = await start(await newDirectory());
    // So much that it is refused long before its end has come.
    expect((await add("x".repeat(2_000_000))).status).toBe(400);
    expect((await fetch(`${url}/add-checkpoint`)).status).toBe(404);
    expect((await fetch(`${url}/../key`)).status).toBe(404);
    expect((await fetch(`${url}/logs`)).status).toBe(404);
  });

  it("keeps its key and what it has seen, and is alone with them", async () => {
    const directory = await newDirectory();
    const before = await start(directory);
    const witness = await witnessOf(before.url);
    expect((await before.add(second.request(0))).status).toBe(200);
    await expect(start(directory)).rejects.toThrow("uses this directory");
    await before.kill("SIGTERM");
    expect(await readdir(directory)).not.toContain("lock");

    const after = await start(directory);
    expect(await witnessOf(after.url)).toEqual(witness);
    expect((await after.add(rewritten.request(0))).status).toBe(409);
    expect((await after.add(rewritten.request(5))).status).toBe(422);
    expect((await after.add(second.request(5))).status).toBe(200);
  });

  it("does not start with what another key has signed", async () => {
    const directory = await newDirectory();
    const before = await start(directory);
    await before.add(first.request(0));
    await before.kill("SIGTERM");
    await rm(path.join(directory, "key"));
    await expect(start(directory)).rejects.toThrow("was not signed by watch.example/w");
  });

  // Opening, writing and syncing the draft, renaming it, opening and syncing the folder: six steps.
  it.each([0, 1, 2, 3, 4, 5, 6])(
    "never signs two histories, though it is killed before step %i of remembering",
    async (killBefore) => {
      const directory = await newDirectory();
      const setUp = await start(directory);
      expect((await setUp.add(first.request(0))).status).toBe(200);
      await setUp.kill();

      const killed = await start(directory, { killBefore });
      const answer = await killed.add(second.request(2)).catch(() => null);
      if (killBefore < 6) {
        expect(answer).toBeNull();
        await killed.ended;
      } else {
        expect(answer?.status).toBe(200);
        await killed.kill();
      }

      const after = await start(directory);
      // As a site that has a second history since the first two entries would ask.
      const fork = logOf(["a", "b", "c", "d", randomUUID()]);
      const attempts = [await after.add(fork.request(2)), await after.add(fork.request(5))];
      const signedFork = attempts.some(({ status }) => status === 200);
      const remembered = killBefore >= 4;
      expect(signedFork).toBe(!remembered);
      expect(signedFork && answer !== null).toBe(false);
      // Whichever it was, the other one is refused from now on.
      const [again, other] = signedFork ? [fork, second] : [second, fork];
      expect((await after.add(again.request(5))).status).toBe(200);
      expect((await after.add(other.request(5))).status).toBe(422);
      const file = path.join(directory, "logs", hashOfOrigin(origin));
      expect((await readFile(file, "utf8")).startsWith(again.text)).toBe(true);
    },
  );
});
