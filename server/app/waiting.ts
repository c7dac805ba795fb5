import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { PROBLEM_MEDIA_TYPE } from "../../contract/errors.ts";
import { type Language, languages } from "../../words/generated/languages.ts";
import { DatabaseUnreachable } from "../database/open.ts";
import { isPassingFailure } from "../database/retry.ts";
import { problemDocument } from "../http/problems.ts";
import { buildInfo } from "../process/build-info.ts";
import { preferredLanguage, words } from "../process/words.ts";

const FIRST_PAUSE = 250; // a database that is just starting is often there a moment later
const LONGEST_PAUSE = 5_000; // so that a person who has just brought it back does not wait long
const SAY_AGAIN_AFTER = 60_000; // a log of a long night stays short, and its end shows what is wrong

// About as often as the database is asked.
const RETRY_SECONDS = 5;

interface Options {
  host: string;
  port: number;
  log: { info: (message: string) => void; warn: (message: string) => void };
  signal: AbortSignal;
  /** Another clock, for tests. */
  pause?: (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>;
}

/**
 * Opens the database, and as long as it can't be reached tries again. Meanwhile the port answers that
 * it waits. Whatever waiting does not change, such as a wrong password, is thrown at once.
 */
export async function waitForDatabase<Result>(
  open: () => Promise<Result>,
  { host, port, log, signal, pause = delay }: Options,
): Promise<Result> {
  let stopAnswering: (() => Promise<void>) | undefined;
  let said = "";
  let silentFor = 0;
  try {
    for (let ms = FIRST_PAUSE; ; ms = Math.min(ms * 2, LONGEST_PAUSE)) {
      try {
        const opened = await open();
        if (stopAnswering) log.info("the database answers");
        return opened;
      } catch (error) {
        if (signal.aborted || !mayComeBack(error)) throw error;
        const reason = (error as Error).message;
        if (reason !== said || silentFor >= SAY_AGAIN_AFTER) {
          log.warn(`waiting for the database: ${reason}`);
          said = reason;
          silentFor = 0;
        }
      }
      stopAnswering ??= await answerMeanwhile(host, port);
      await pause(ms, undefined, { signal });
      silentFor += ms;
    }
  } finally {
    await stopAnswering?.();
  }
}

function mayComeBack(error: unknown): boolean {
  return error instanceof DatabaseUnreachable || isPassingFailure(error);
}

/** Returns how to free the port. */
async function answerMeanwhile(host: string, port: number): Promise<() => Promise<void>> {
  const server = createServer(answer).listen({ host, port });
  await once(server, "listening");
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
}

function answer({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("cache-control", "no-store").setHeader("x-content-type-options", "nosniff");
  // The server itself takes over soon, by new connections.
  response.setHeader("connection", "close");
  if (url.split("?")[0] === "/healthz") {
    const alive = JSON.stringify({ status: "alive", ...buildInfo });
    response.setHeader("content-type", "application/json").end(alive);
    return;
  }
  const language = preferredLanguage(headers["accept-language"]);
  response.statusCode = 503;
  response.setHeader("retry-after", RETRY_SECONDS);
  if (headers.accept?.includes("text/html")) {
    response.setHeader("content-type", "text/html; charset=utf-8").end(waitingPage(language));
    return;
  }
  const problem = problemDocument({ refused: "site.waiting" }, randomUUID(), { language });
  response.setHeader("content-type", PROBLEM_MEDIA_TYPE).end(JSON.stringify(problem));
}

function waitingPage(language: Language): string {
  const { backSoon, starting } = words[language].pages;
  return `<!doctype html><html lang="${language}" dir="${languages[language].direction}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>${backSoon}</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 15vh auto; padding: 0 1rem }</style>
<h1>${backSoon}</h1><p>${starting}</p></html>`;
}
