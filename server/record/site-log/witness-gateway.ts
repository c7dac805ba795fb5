import { openCosignatures } from "../../../record/cosignature.ts";
import type { Vkey } from "../../../record/vkey.ts";
import { ADD_CHECKPOINT, hashOfOrigin, parseSize, writeRequest } from "../../../record/witness.ts";

/** Somebody else who watches the site's log. */
export interface Witness {
  key: Vkey;
  /** Where it is asked, without a slash at the end. */
  url: string;
}

/** It answers that it has seen another log: one that is larger, or that this one does not go on from. */
export class WitnessRefuses extends Error {}

export interface AskedCheckpoint {
  /** As the site has signed it. */
  note: string;
  size: number;
  /** Proves that the log goes on from the tree of this size. */
  prove(from: number): Promise<Uint8Array[]>;
}

// A few signature lines; one of the largest kind has 3 kB.
const MOST_BYTES = 64 * 1024;

/** Asks witnesses, and remembers which size each has seen. */
export function createWitnessGateway(fetchIt: typeof fetch = fetch) {
  const sizes = new Map<string, number>();

  async function send(address: string, request: RequestInit & { signal: AbortSignal }) {
    // It could send this server anywhere.
    const answer = await fetchIt(address, { ...request, redirect: "error" });
    return { status: answer.status, text: await readSome(answer) };
  }

  return {
    /** The witness's signature line. Throws if there is none. */
    async ask(witness: Witness, asked: AskedCheckpoint, signal: AbortSignal): Promise<string> {
      let oldSize = Math.min(sizes.get(witness.url) ?? 0, asked.size);
      // It tells which size it has seen if that is another one.
      for (let tries = 0; tries < 2; tries += 1) {
        const proof = oldSize === 0 ? [] : await asked.prove(oldSize);
        const body = writeRequest({ oldSize, proof, checkpoint: asked.note });
        const { status, text } = await send(`${witness.url}/${ADD_CHECKPOINT}`, {
          method: "POST",
          body,
          signal,
          headers: { "content-type": "text/plain; charset=utf-8" },
        });
        if (status === 409) {
          oldSize = parseSize(text);
          if (oldSize > asked.size) {
            throw new WitnessRefuses(`It has seen ${oldSize} entries, there are ${asked.size}`);
          }
          continue;
        }
        if (status === 422) throw new WitnessRefuses("It says that this is not a continuation");
        if (status !== 200) throw new Error(`It answers ${status}`);
        const [found] = await openCosignatures(asked.note + text, [witness.key]);
        if (!found) throw new Error("It answers without its signature");
        sizes.set(witness.url, asked.size);
        return found.line;
      }
      throw new Error("It has another size whenever it is asked");
    },
    /** The last checkpoint of this log that the witness has signed; null if it has signed none. */
    async readSeen({ url }: Witness, origin: string, signal: AbortSignal): Promise<string | null> {
      const { status, text } = await send(`${url}/${hashOfOrigin(origin)}/checkpoint`, { signal });
      if (status !== 200 && status !== 404) throw new Error(`It answers ${status}`);
      return status === 200 ? text : null;
    },
  };
}

export type WitnessGateway = ReturnType<typeof createWitnessGateway>;

async function readSome(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > MOST_BYTES) throw new Error("It answers too much");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
