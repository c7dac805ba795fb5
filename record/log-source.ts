import { createBoundedFetch, type FetchOptions, reasonOf, unreadable } from "./bounded-fetch.ts";
import type { LogSource } from "./log-verify.ts";
import { count, list, object, orNull, text } from "./shapes.ts";
import { hashOfOrigin } from "./witness-request.ts";

// Reads a site's log, and what its witnesses have seen of it, over HTTP. Every answer is checked
// before it is used.

// Of two, and a few more for those who have changed them every year.
const KEYS_MOST = 100;
// More than any site asks.
const WITNESSES_MOST = 100;
// Names of hosts, keys and times.
const WORD = 500;

export function createLogSource(options: FetchOptions): LogSource {
  const { limits } = options;
  const site = createBoundedFetch(options);
  const about = object({
    origin: text(WORD),
    keys: list(
      object({
        publicKey: text(44, /^[A-Za-z0-9+/]{43}=$/),
        since: text(WORD),
        handOver: orNull(text(limits.noteBytes)),
      }),
      KEYS_MOST,
    ),
    witnesses: list(object({ vkey: text(WORD) }), WITNESSES_MOST),
    quorum: count,
  });

  return {
    async readAbout() {
      const path = "log/keys";
      const answer = await site.readText(path, limits.answerBytes);
      try {
        return answer && about(JSON.parse(answer.text), "the answer");
      } catch (error) {
        throw unreadable(path, reasonOf(error));
      }
    },
    async readCheckpoint() {
      return (await site.readText("log/checkpoint", limits.noteBytes))?.text ?? null;
    },
    readFile: (path) => site.readBytes(`log/${path}`, limits.pageBytes),
    async readWitness(url, origin) {
      // Somebody else's machine, which is not sent the token.
      const witness = createBoundedFetch({ ...options, url, token: undefined });
      const path = `${hashOfOrigin(origin)}/checkpoint`;
      return (await witness.readText(path, limits.noteBytes))?.text ?? null;
    },
  };
}
