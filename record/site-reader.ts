import type { ListedKey } from "./keys.ts";
import type { OpenedEntry } from "./recount.ts";

// Reads a site's public record over HTTP, at the addresses that `docs/public-record.md` lists.

/** The site could not be read. This says nothing about its records. */
export class Unreadable extends Error {}

export interface SiteOptions {
  url: string;
  /** An access token, for results that are not for everybody. */
  token?: string | undefined;
  fetch: typeof fetch;
  /** Called when the site asks for patience. */
  wait: (ms: number) => Promise<unknown>;
}

/** What the site shows of a survey to whoever asks. */
export interface ShownSurvey {
  votes: number;
  setAside: number;
  shown: { title: string; description: string; question: string; yes: number; no: number } | null;
}

export type SiteReader = ReturnType<typeof createSiteReader>;

const PAGE = 1_000;
// A small answer. The opened record has no limit but that something must arrive all the time.
const ANSWER_MS = 60_000;
// The site may ask for a pause between calls, and is left alone after this many.
const TRIES = 5;
const LONGEST_PAUSE_MS = 10 * 60_000;

export function createSiteReader({ url, token, fetch, wait }: SiteOptions) {
  const base = url.replace(/\/*$/, "/");
  const headers = { ...(token && { validation: `Bearer ${token}` }) };

  /** Null if there is no such thing, or it is not for this caller. */
  async function get(path: string, stream = false): Promise<Response | null> {
    for (let tries = 1; ; tries += 1) {
      const answer = await request(path, stream);
      if (answer.ok) return answer;
      await answer.body?.cancel();
      if ([401, 403, 404].includes(answer.status)) return null;
      const isBusy = answer.status === 429 || answer.status === 503;
      if (!isBusy || tries === TRIES) throw new Unreadable(`/${path} answers ${answer.status}`);
      const seconds = Number(answer.headers.get("retry-after")) || 2 ** tries;
      await wait(Math.min(seconds * 1_000, LONGEST_PAUSE_MS));
    }
  }

  async function request(path: string, stream: boolean): Promise<Response> {
    try {
      const signal = stream ? null : AbortSignal.timeout(ANSWER_MS);
      return await fetch(new URL(path, base), { headers, signal });
    } catch (error) {
      throw new Unreadable(`/${path} can't be read: ${reasonOf(error)}`);
    }
  }

  async function readJson<Value>(path: string): Promise<Value | null> {
    const answer = await get(path);
    try {
      return answer && ((await answer.json()) as Value);
    } catch (error) {
      throw new Unreadable(`/${path} can't be read: ${reasonOf(error)}`);
    }
  }

  return {
    async readKeys(): Promise<ListedKey[]> {
      const keys = await readJson<ListedKey[]>("record/keys");
      if (!Array.isArray(keys)) throw new Unreadable("The site has no list of signing keys");
      return keys;
    },

    async readCheckpoint(id: string): Promise<string | null> {
      return (await (await get(`record/${id}/checkpoint`))?.text()) ?? null;
    },

    readConsistency: (id: string, from: number) =>
      readJson<{ checkpoint: string; proof: string[] }>(`record/${id}/consistency?from=${from}`),

    readEntries: (id: string, from: number, before: number) =>
      readJson<{ checkpoint: string; entries: string[] }>(
        `record/${id}/entries?from=${from}&count=${Math.min(PAGE, before - from)}`,
      ),

    readSurvey: (id: string) => readJson<ShownSurvey>(`record/${id}/survey`),

    /** Null if the results are not for this caller. */
    async openRecord(id: string): Promise<AsyncIterable<OpenedEntry> | null> {
      const path = `record/${id}/opened?format=json`;
      const answer = await get(path, true);
      if (!answer) return null;
      return (async function* () {
        try {
          yield* parseOpened(answer);
        } catch (error) {
          throw new Unreadable(`/${path} can't be read: ${reasonOf(error)}`);
        }
      })();
    },

    /** The ids of all published surveys. */
    async listSurveys(): Promise<string[]> {
      const ids: string[] = [];
      let next: string | undefined = "survey/item?limit=50";
      while (next) {
        const answer: Response | null = await get(next);
        if (!answer) throw new Unreadable("The list of surveys is missing");
        const cards = (await answer.json()) as { _id: string }[];
        const wrong = cards.find(({ _id }) => !isSurveyId(_id));
        if (wrong) throw new Unreadable("The list of surveys has one without an id");
        ids.push(...cards.map(({ _id }) => _id));
        // Only an address of this site, which may be sent the token.
        next = /<\/([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
      }
      return ids;
    },
  };
}

/** The entries of an opened record: a JSON array with one entry in each line. */
async function* parseOpened({ body }: Response): AsyncGenerator<OpenedEntry> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error("it ends too early");
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "]") return;
        if (line !== "[" && line !== "") yield JSON.parse(line.replace(/,$/, ""));
      }
    }
  } finally {
    await reader?.cancel();
  }
}

/** A UUID in lower case. */
export function isSurveyId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
