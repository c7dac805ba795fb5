import { constants, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";

// A signature takes some milliseconds, for which no other request should wait. It runs in a thread of
// its own, whose program stands here because it is the same compiled and not.
const program = `
  const { privateDecrypt } = require("node:crypto");
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ id, key, padding, blinded }) => {
    try {
      const privateKey = { key: Buffer.from(key), format: "der", type: "pkcs8", padding };
      parentPort.postMessage({ id, signature: privateDecrypt(privateKey, blinded) });
    } catch (error) {
      parentPort.postMessage({ id, error: String(error) });
    }
  });`;

interface Answer {
  id: number;
  signature?: Uint8Array;
  error?: string;
}

/** Signs what it can't read: one raw operation with the private key (PKCS#8), as RFC 9474 has it. */
export interface PaperSigner {
  sign(key: Buffer, blinded: Buffer): Promise<Buffer>;
  close(): Promise<unknown>;
}

export function createPaperSigner(): PaperSigner {
  const waiting = new Map<number, PromiseWithResolvers>();
  let worker: Worker | undefined;
  let last = 0;

  /** Started by the first paper: most sites have no secret survey. */
  function start(): Worker {
    const started = new Worker(program, { eval: true });
    // It may end with the process, whatever it is doing.
    started.unref();
    started.on("message", ({ id, signature, error }: Answer) => {
      const promised = waiting.get(id);
      waiting.delete(id);
      if (signature) promised?.resolve(Buffer.from(signature));
      else promised?.reject(new Error(error));
    });
    started.on("error", (error) => {
      worker = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
    return started;
  }

  return {
    sign(key, blinded) {
      worker ??= start();
      last += 1;
      const message = { id: last, key, padding: constants.RSA_NO_PADDING, blinded };
      return new Promise((resolve, reject) => {
        waiting.set(message.id, { resolve, reject });
        worker?.postMessage(message);
      });
    },
    close: async () => worker?.terminate(),
  };
}

interface PromiseWithResolvers {
  resolve: (signature: Buffer) => void;
  reject: (error: unknown) => void;
}

/** A key for one survey. */
export async function makeBallotKey() {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { format: "der", type: "spki" },
    privateKeyEncoding: { format: "der", type: "pkcs8" },
  });
  return { publicKey, privateKey };
}
