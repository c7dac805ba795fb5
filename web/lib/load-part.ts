import * as t from "#words/common";
import { ApiProblem } from "./api.ts";

/**
 * Loads a part of the code that nobody needs who only reads. Browsers may remember a part that could
 * not be fetched as lost for good, so the next try asks for it by another address. What it loads must
 * be imported in this way alone: a part that others import too has other names for its exports.
 */
export function partLoader<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let lost: string | undefined;
  let tries = 0;

  return async () => {
    if (lost) tries += 1;
    try {
      return await (lost ? import(/* @vite-ignore */ `${lost}?try=${tries}`) : load());
    } catch (error) {
      // Chromium and Firefox name the address; Safari tries again by itself.
      lost ??= /https?:\/\/\S+\.js/.exec(String(error))?.[0];
      throw new ApiProblem("unavailable", { detail: t.serverUnreachable });
    }
  };
}
