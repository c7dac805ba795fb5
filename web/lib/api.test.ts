import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { route } from "../../contract/route.ts";
import { accessToken, setTokenHandler } from "./access-token.ts";
import { ApiProblem, callPage, callRoute } from "./api.ts";

const readThing = route({
  method: "GET",
  path: "/things/:id",
  access: "signed-in",
  summary: "",
  query: z.object({ page: z.int().optional(), sort: z.string().optional() }),
  reply: z.object({ name: z.string() }),
});
const issue = route({
  method: "POST",
  path: "/issue",
  access: "identity",
  summary: "",
  body: z.object({ email: z.string() }),
  reply: z.string(),
});
const input = { params: { id: "a/b" }, query: {} };

const stored = new Map<string, string>();
const fetchMock = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();

const handler = {
  renew: async () => false,
  sessionEnded: () => {},
  signInFreshly: async () => false,
  readOnly: () => {},
  secondFactorNeeded: () => {},
  roleChange: async (): Promise<string | null> => null,
};

beforeEach(() => {
  stored.clear();
  fetchMock.mockReset();
  setTokenHandler(null);
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

function problem(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });
}

/** A server that takes only this token. */
function serverThatTakes(token: string) {
  fetchMock.mockImplementation(async (_address, request) =>
    new Headers(request.headers).get("validation") === `bearer ${token}`
      ? Response.json({ name: "thing" })
      : problem(401, { code: "unauthenticated" }),
  );
}

async function failureOf(call: Promise<unknown>): Promise<ApiProblem> {
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiProblem);
  return error as ApiProblem;
}

describe("a call", () => {
  test("carries parameters, query and token", async () => {
    accessToken.store("t1");
    serverThatTakes("t1");
    const query = { page: 2, sort: undefined };
    expect(await callRoute(readThing, { ...input, query })).toEqual({ name: "thing" });
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/things/a%2Fb?page=2");
  });

  test("sends a body as JSON and reads plain text", async () => {
    fetchMock.mockResolvedValue(new Response("the-token"));
    expect(await callRoute(issue, { body: { email: "a@b.c" } })).toBe("the-token");
    const request = fetchMock.mock.calls[0]?.[1];
    expect(request?.body).toBe('{"email":"a@b.c"}');
    expect(new Headers(request?.headers).get("content-type")).toBe("application/json");
  });

  test("for a page says where the next one begins, and how many there are", async () => {
    const link = '</things/a?sort=new&after=17_b-c>; rel="next"';
    const headers = { link, "total-count": "1000+" };
    fetchMock.mockResolvedValueOnce(Response.json(["first"], { headers }));
    fetchMock.mockResolvedValueOnce(Response.json(["last"]));
    const [first, last] = [await callPage(readThing, input), await callPage(readThing, input)];
    expect(first).toEqual({ items: ["first"], after: "17_b-c", total: "1000+" });
    expect(last).toEqual({ items: ["last"], after: null, total: null });
  });

  test("fails with what the server explains", async () => {
    const errors = [{ field: "page", message: "Must be a number" }];
    fetchMock.mockResolvedValue(
      problem(422, { code: "invalid", detail: "Look again", errors }, { "retry-after": "7" }),
    );
    const failure = await failureOf(callRoute(readThing, input));
    expect(failure).toMatchObject({ code: "invalid", status: 422, message: "Look again" });
    expect(failure).toMatchObject({ errors, retryAfter: 7 });
  });

  test("says how long to wait after too many calls", async () => {
    fetchMock.mockResolvedValue(
      problem(429, { code: "too_many_requests" }, { "retry-after": "125" }),
    );
    expect(await failureOf(callRoute(readThing, input))).toMatchObject({
      message: "That was a lot in a short time. Please try again in 3 minutes.",
      retryAfter: 125,
    });
  });

  test("without a connection is a problem as well", async () => {
    fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
    expect((await failureOf(callRoute(readThing, input))).code).toBe("unavailable");
  });

  test("that met a proxy's error page says that the service is out of reach", async () => {
    fetchMock.mockResolvedValue(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect((await failureOf(callRoute(readThing, input))).code).toBe("unavailable");
  });
});

describe("a call that is refused for a moment", () => {
  const refusal = (status: number, seconds: string) =>
    problem(status, {}, { "retry-after": seconds });

  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test.each([429, 503])("with %d is repeated as it was, when the time has come", async (status) => {
    fetchMock.mockResolvedValueOnce(refusal(status, "5"));
    fetchMock.mockResolvedValueOnce(new Response("the-token"));
    const headers = { "Idempotency-Key": "k" };
    const call = callRoute(issue, { body: { email: "a@b.c" }, headers });
    await vi.advanceTimersByTimeAsync(4_990);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(await call).toBe("the-token");
    const [first, second] = fetchMock.mock.calls;
    expect(second).toEqual(first);
    expect(new Headers(second?.[1].headers).get("idempotency-key")).toBe("k");
  });

  test("is repeated only once", async () => {
    fetchMock.mockImplementation(async () => refusal(503, "2"));
    const failure = failureOf(callRoute(readThing, input));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failure).toMatchObject({ code: "unavailable", retryAfter: 2 });
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  test("is not repeated if that would take long, or if nobody says how long", async () => {
    for (const answer of [refusal(429, "6"), problem(503, {}), refusal(500, "2")]) {
      fetchMock.mockReset();
      fetchMock.mockResolvedValue(answer);
      await failureOf(callRoute(readThing, input));
      expect(fetchMock).toHaveBeenCalledTimes(1);
    }
  });

  test("is given up at once by whoever no longer waits for it", async () => {
    fetchMock.mockImplementation(async (_address, { signal }) => {
      signal?.throwIfAborted();
      return refusal(503, "5");
    });
    const leaving = new AbortController();
    const call = callRoute(readThing, { ...input, signal: leaving.signal });
    const given = expect(call).rejects.toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(1_000);
    leaving.abort();
    await given;
  });
});

describe("a token that the server no longer takes", () => {
  test("is renewed once for all calls that failed with it", async () => {
    accessToken.store("old");
    serverThatTakes("new");
    const renew = vi.fn(async () => {
      accessToken.store("new");
      return true;
    });
    setTokenHandler({ ...handler, renew });
    const calls = [1, 2, 3].map(() => callRoute(readThing, input));
    expect(await Promise.all(calls)).toHaveLength(3);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  test("is not renewed by a call that finds a newer one", async () => {
    accessToken.store("old");
    const renew = vi.fn(async () => true);
    setTokenHandler({ ...handler, renew });
    fetchMock.mockImplementationOnce(async () => {
      accessToken.store("new");
      return problem(401, { code: "unauthenticated" });
    });
    fetchMock.mockResolvedValueOnce(Response.json({ name: "thing" }));
    expect(await callRoute(readThing, input)).toEqual({ name: "thing" });
    expect(renew).not.toHaveBeenCalled();
  });

  test("that can't be renewed ends the session, once", async () => {
    serverThatTakes("none");
    const sessionEnded = vi.fn();
    setTokenHandler({ ...handler, renew: async () => false, sessionEnded });
    const calls = [1, 2].map(() => failureOf(callRoute(readThing, input)));
    for (const failure of await Promise.all(calls)) expect(failure.code).toBe("unauthenticated");
    expect(sessionEnded).toHaveBeenCalledTimes(1);
  });

  test("is asked for only once per call", async () => {
    serverThatTakes("none");
    const renew = vi.fn(async () => true);
    setTokenHandler({ ...handler, renew });
    expect((await failureOf(callRoute(readThing, input))).code).toBe("unauthenticated");
    expect(renew).toHaveBeenCalledTimes(1);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  test("leaves the session alone while the provider can't be reached", async () => {
    serverThatTakes("none");
    const sessionEnded = vi.fn();
    const renew = () => Promise.reject(new ApiProblem("unavailable"));
    setTokenHandler({ ...handler, renew, sessionEnded });
    expect((await failureOf(callRoute(readThing, input))).code).toBe("unavailable");
    expect(sessionEnded).not.toHaveBeenCalled();
  });

  test("plays no part where the identity provider's proof was refused", async () => {
    fetchMock.mockResolvedValue(problem(401, { code: "unauthenticated" }));
    const renew = vi.fn(async () => true);
    setTokenHandler({ ...handler, renew });
    await failureOf(callRoute(issue, { body: { email: "a@b.c" } }));
    expect(renew).not.toHaveBeenCalled();
  });
});

describe("a call that needs a fresh sign-in", () => {
  const refusal = () => problem(403, { code: "fresh_sign_in_required" });

  test("is repeated once after it", async () => {
    fetchMock.mockResolvedValueOnce(refusal());
    fetchMock.mockResolvedValueOnce(Response.json({ name: "thing" }));
    setTokenHandler({ ...handler, signInFreshly: async () => true });
    expect(await callRoute(readThing, input)).toEqual({ name: "thing" });

    fetchMock.mockImplementation(async () => refusal());
    const failure = await failureOf(callRoute(readThing, input));
    expect(failure.code).toBe("fresh_sign_in_required");
    expect(fetchMock).toHaveBeenCalledTimes(4);
  });

  test("fails where the person would rather not", async () => {
    fetchMock.mockImplementation(async () => refusal());
    setTokenHandler(handler);
    const failure = await failureOf(callRoute(readThing, input));
    expect(failure.code).toBe("fresh_sign_in_required");
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
});

test("a call that needs a second factor says so to the session", async () => {
  fetchMock.mockResolvedValue(problem(403, { code: "two_factor_required" }));
  const secondFactorNeeded = vi.fn();
  setTokenHandler({ ...handler, secondFactorNeeded });
  expect((await failureOf(callRoute(readThing, input))).code).toBe("two_factor_required");
  expect(secondFactorNeeded).toHaveBeenCalledTimes(1);
});

describe("a call that is forbidden", () => {
  const writeThing = route({ ...readThing, method: "POST", access: "survey:create" });
  const roleChange = vi.fn(async () => "You are no longer a surveyor.");

  beforeEach(() => {
    roleChange.mockClear();
    fetchMock.mockImplementation(async () => problem(403, { code: "forbidden" }));
    setTokenHandler({ ...handler, roleChange });
  });

  test("says that the person's role has changed", async () => {
    const failure = await failureOf(callRoute(writeThing, input));
    expect(failure).toMatchObject({ code: "forbidden", message: "You are no longer a surveyor." });
  });

  test("says what the server says if it has not, or if that can't be found out", async () => {
    for (const nothing of [async () => null, async () => Promise.reject(new Error("Offline"))]) {
      setTokenHandler({ ...handler, roleChange: nothing });
      expect((await failureOf(callRoute(writeThing, input))).message).toBe("You may not do this");
    }
  });

  test("does not ask about a call that needs no permission, as reading the role does", async () => {
    await failureOf(callRoute(readThing, input));
    expect(roleChange).not.toHaveBeenCalled();
  });
});
