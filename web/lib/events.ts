import type { Params, Reply, Route } from "../../contract/route.ts";
import { fetchRoute } from "./api.ts";

// The server sends a sign of life every 20 seconds. After two missed ones it is gone.
const SILENCE_MS = 45_000;

interface EventsInput<R extends Route> {
  params: Params<R>;
  signal: AbortSignal;
}

/**
 * Server-sent events of a live route, until the server ends them. By fetch, because an
 * `EventSource` can't send the access token. Throws when the connection fails or falls silent.
 */
export async function* readEvents<R extends Route & { live: true }>(
  route: R,
  { params, signal }: EventsInput<R>,
): AsyncGenerator<Reply<R>> {
  const silence = new AbortController();
  let alarm = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetchRoute(route, {
      params,
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let unread = "";
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return;
      clearTimeout(alarm);
      alarm = setTimeout(() => silence.abort(), SILENCE_MS);
      const events = (unread + value).split("\n\n");
      unread = events.pop() ?? "";
      for (const event of events) {
        if (event.startsWith("data: ")) yield JSON.parse(event.slice("data: ".length));
      }
    }
  } finally {
    clearTimeout(alarm);
  }
}
