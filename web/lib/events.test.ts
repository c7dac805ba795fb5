import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { route } from "../../contract/route.ts";
import { readEvents } from "./events.ts";

const watchThing = route({
  method: "GET",
  path: "/watch/:id",
  access: "signed-in",
  summary: "",
  live: true,
  reply: z.object({ yes: z.int() }),
});

const fetchMock = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("localStorage", { getItem: () => "token" });
});
afterEach(() => vi.useRealTimers());

function watchEvents(signal = new AbortController().signal) {
  return readEvents(watchThing, { params: { id: "1" }, signal });
}

test("events are read however the network cuts them", async () => {
  const chunks = ['data: {"ye', 's":1}\n\n:\n\ndata: {"yes":2}\n', '\ndata: {"yes":3}\n\n'];
  const body = new ReadableStream({
    start(stream) {
      for (const chunk of chunks) stream.enqueue(new TextEncoder().encode(chunk));
      stream.close();
    },
  });
  fetchMock.mockResolvedValue(new Response(body));
  const seen: unknown[] = [];
  for await (const event of watchEvents()) seen.push(event);
  expect(seen).toEqual([{ yes: 1 }, { yes: 2 }, { yes: 3 }]);
  const headers = new Headers(fetchMock.mock.calls[0]?.[1].headers);
  expect(headers.get("validation")).toBe("bearer token");
});

test("a connection that falls silent is given up", async () => {
  vi.useFakeTimers();
  fetchMock.mockImplementation(async (_address, { signal }) => {
    const body = new ReadableStream({
      start: (stream) => signal?.addEventListener("abort", () => stream.error(signal.reason)),
    });
    return new Response(body);
  });
  const failure = expect(watchEvents().next()).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(60_000);
  await failure;
});
