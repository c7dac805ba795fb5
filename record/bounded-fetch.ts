// Reads a site that may want to keep its reader busy for ever, fill its memory, or send it elsewhere.

/** The site could not be read. This says nothing about its records. */
export class Unreadable extends Error {}

export interface Limits {
  /** One answer takes so long at most, and longer by what it may have at the slowest speed. */
  answerMs: number;
  slowestBytesPerSecond: number;
  /** What the site may ask to wait, all together. */
  pausesMs: number;
  /** The whole run. */
  runMs: number;
  runBytes: number;
  /** A signed note, a text of an answer, a bundle of entries, an answer of any other kind. */
  noteBytes: number;
  lineBytes: number;
  pageBytes: number;
  answerBytes: number;
  /** Entries of one record, and surveys of one site. */
  entries: number;
  surveys: number;
}

export const usualLimits: Limits = {
  // A server that is under load still answers in it.
  answerMs: 60_000,
  // A slow mobile network.
  slowestBytesPerSecond: 100_000,
  // Limits of calls are filled again within minutes.
  pausesMs: 60 * 60_000,
  // A night. A record with a million votes takes a minute.
  runMs: 8 * 3_600_000,
  // A hundred million votes, each read twice.
  runBytes: 20e9,
  // Some sixty cosignatures.
  noteBytes: 16_384,
  // A thousand places of eight digits, and a long reason in six bytes a character.
  lineBytes: 65_536,
  // 256 entries, each as long as can be.
  pageBytes: 17e6,
  answerBytes: 1e6,
  // Nine bytes of memory each, and half an hour.
  entries: 50e6,
  // Eight hours at three a second.
  surveys: 100_000,
};

export interface FetchOptions {
  url: string;
  /** An access token, for results that are not for everybody. Only this site is sent it. */
  token?: string | undefined;
  fetch: typeof fetch;
  /** Called when the site asks for patience. */
  wait: (ms: number) => Promise<unknown>;
  limits: Limits;
}

interface Answer {
  headers: Headers;
  chunks: AsyncGenerator<Uint8Array>;
}

// The site may ask for a pause between calls, and is left alone after this many.
const TRIES = 5;
const LONGEST_PAUSE_MS = 10 * 60_000;

export function createBoundedFetch({ url, token, fetch, wait, limits }: FetchOptions) {
  const base = new URL(`${url.replace(/\/*$/, "")}/`);
  const headers = { ...(token && { validation: `Bearer ${token}` }) };
  const endsAt = performance.now() + limits.runMs;
  let bytesLeft = limits.runBytes;
  let pauseLeft = limits.pausesMs;

  /** Null if there is no such thing, or it is not for this caller. */
  async function open(path: string, most: number): Promise<Answer | null> {
    for (let tries = 1; ; tries += 1) {
      const { answer, timer } = await request(path, most);
      if (answer.status === 200) {
        return { headers: answer.headers, chunks: read(path, answer, { most, timer }) };
      }
      if (answer.status === 503 && (await isRefusal(path, answer, timer))) {
        throw new Unreadable(
          `/${path}: the site refuses it, because what it has stored is not what it has signed`,
        );
      }
      clearTimeout(timer);
      await answer.body?.cancel().catch(() => {});
      if ([401, 403, 404].includes(answer.status)) return null;
      if (answer.status >= 300 && answer.status < 400) {
        throw new Unreadable(`/${path} leads to another address, which is not followed`);
      }
      const isBusy = answer.status === 429 || answer.status === 503;
      if (!isBusy || tries === TRIES) throw new Unreadable(`/${path} answers ${answer.status}`);
      await pause(path, Number(answer.headers.get("retry-after")) || 2 ** tries);
    }
  }

  /** Which no patience will end. */
  async function isRefusal(path: string, answer: Response, timer: Reading["timer"]) {
    let text = "";
    try {
      for await (const part of read(path, answer, { most: limits.noteBytes, timer })) {
        text += new TextDecoder().decode(part);
      }
    } catch {
      return false;
    }
    return text.includes('"record_refused"');
  }

  async function pause(path: string, seconds: number): Promise<void> {
    const ms = Math.min(Math.max(seconds, 0) * 1_000, LONGEST_PAUSE_MS);
    pauseLeft -= ms;
    if (pauseLeft < 0) throw new Unreadable(`/${path} asks for more patience than there is`);
    await wait(ms);
  }

  async function request(path: string, most: number) {
    const address = new URL(path, base);
    if (address.origin !== base.origin || !address.pathname.startsWith(base.pathname)) {
      throw new Unreadable("The site names an address of another site");
    }
    const left = endsAt - performance.now();
    if (left <= 0) throw new Unreadable("There was no time left for it");
    const ms = limits.answerMs + (most / limits.slowestBytesPerSecond) * 1_000;
    const given = Math.min(ms, left);
    const stop = new AbortController();
    const tooSlow = new Error(`it takes longer than ${Math.ceil(given / 1_000)} s`);
    const timer = setTimeout(() => stop.abort(tooSlow), given);
    try {
      const answer = await fetch(address, { headers, signal: stop.signal, redirect: "manual" });
      return { answer, timer };
    } catch (error) {
      clearTimeout(timer);
      throw unreadable(path, reasonOf(error));
    }
  }

  interface Reading {
    most: number;
    timer: ReturnType<typeof setTimeout>;
  }

  async function* read(path: string, { body }: Response, { most, timer }: Reading) {
    const reader = body?.getReader();
    let length = 0;
    try {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done || !value) return;
        length += value.length;
        bytesLeft -= value.length;
        if (length > most) throw new Error(`it is longer than ${most} bytes`);
        if (bytesLeft < 0) throw new Error("the site has sent more than a run may read");
        yield value;
      }
    } catch (error) {
      throw unreadable(path, reasonOf(error));
    } finally {
      clearTimeout(timer);
      await reader?.cancel().catch(() => {});
    }
  }

  async function readBytes(path: string, most: number) {
    const answer = await open(path, most);
    if (!answer) return null;
    const parts: Uint8Array[] = [];
    for await (const part of answer.chunks) parts.push(part);
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return { headers: answer.headers, bytes };
  }

  return {
    open,
    /** The whole answer, at most so many bytes. */
    readBytes: async (path: string, most: number) => (await readBytes(path, most))?.bytes ?? null,

    async readText(path: string, most: number) {
      const answer = await readBytes(path, most);
      if (!answer) return null;
      const { headers, bytes } = answer;
      try {
        return { headers, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
      } catch (error) {
        throw unreadable(path, reasonOf(error));
      }
    },
  };
}

export function unreadable(path: string, reason: string): Unreadable {
  return new Unreadable(`/${path} can't be read: ${reason}`);
}

export function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message.replace(/^.* can't be read: /s, "");
  if (!(error instanceof Error)) return "it failed";
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
