import * as t from "#words/common";
import { ApiProblem } from "./api.ts";

export type Load<Part> = () => Promise<Part>;

/** Where they are, if the browser has said so, and how often they were asked for since. */
const lost = new Map<Load<unknown>, { address: string | undefined; tries: number }>();

export const wasTriedAgain = (load: Load<unknown>) => (lost.get(load)?.tries ?? 0) > 0;

/**
 * Loads code that is in a file of its own. Browsers may remember a file that could not be fetched as
 * lost for good, so the next try asks for it by another address. A file from which others import
 * too has other names for its exports then.
 */
export async function loadOrAgain<Part>(load: Load<Part>): Promise<Part> {
  const before = lost.get(load);
  if (before) before.tries += 1;
  try {
    if (!before?.address) return await load();
    return await import(/* @vite-ignore */ `${before.address}?try=${before.tries}`);
  } catch (error) {
    // Chromium and Firefox name the address; Safari tries again by itself.
    const address = before?.address ?? /https?:\/\/\S+\.js/.exec(String(error))?.[0];
    lost.set(load, before ?? { address, tries: 0 });
    throw error;
  }
}

/** Loads a part of the code that nobody needs who only reads, and that nothing else imports. */
export function partLoader<Part>(load: Load<Part>): Load<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= loadOrAgain(load).catch(() => {
      loading = undefined;
      throw new ApiProblem("unavailable", { detail: t.serverUnreachable });
    });
    return loading;
  };
}
