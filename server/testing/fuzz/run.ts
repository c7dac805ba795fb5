import type { AddressInfo } from "node:net";
import type { FastifyInstance, InjectOptions } from "fastify";
import { PROBLEM_MEDIA_TYPE, problemSchema } from "../../../contract/errors.ts";
import type { Route } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { createRequests, type FuzzRequest } from "./requests.ts";
import { sendBytes } from "./wire.ts";
import type { World } from "./world.ts";

export interface Finding {
  what: string;
  request: FuzzRequest;
  answer: string;
}

interface Deps {
  /** Already listening, because raw targets need a socket. */
  app: FastifyInstance;
  world: World;
  seed: string;
  /** The number of the first request. */
  from: number;
  count: number;
  /** Ends early on a machine that is too busy for all of them. */
  budgetMs?: number;
  onProgress?: (done: number, findings: number) => void;
}

export interface Outcome {
  findings: Finding[];
  /** How often each status was answered. */
  statuses: Record<number, number>;
  /** Targets that were answered successfully: fuzzing tests nothing if all requests are refused. */
  reached: Set<string>;
}

// Enough to keep the database busy, so that batches contain several items.
const AT_ONCE = 12;
const TIDY_EVERY = 200;
// Longer than a busy machine takes to hash a password; an answer after that means a hang.
const HANG_MS = 30_000;
// After these, the caller is no longer logged in.
const endings = ["logOut", "identity signOut"];
// What of these was sent breaks off when the caller's session ends, which another request may do meanwhile.
const downloads = Object.entries<Route>(routes).flatMap(([name, { download }]) =>
  download ? name : [],
);
// More findings would add nothing new.
const MAX_FINDINGS = 50;

export async function runFuzz(deps: Deps): Promise<Outcome> {
  const { app, world, seed, from, count, budgetMs = Number.POSITIVE_INFINITY, onProgress } = deps;
  const end = performance.now() + budgetMs;
  const requestOf = createRequests(seed, world);
  const outcome: Outcome = { findings: [], statuses: {}, reached: new Set() };
  let next = from;
  let done = 0;

  async function work(): Promise<void> {
    while (next < from + count && outcome.findings.length < MAX_FINDINGS) {
      if (performance.now() > end) return;
      const request = requestOf(next);
      next += 1;
      if (request.index % TIDY_EVERY === 0) await world.tidy();
      await judge(request);
      done += 1;
      if (done % 1_000 === 0) onProgress?.(done, outcome.findings.length);
    }
  }

  async function judge(request: FuzzRequest): Promise<void> {
    const answer = await ask(app, world, request);
    outcome.statuses[answer.status] = (outcome.statuses[answer.status] ?? 0) + 1;
    if (answer.status < 400) {
      outcome.reached.add(request.target);
      if (endings.includes(request.target)) await world.renew(request.who);
    }
    const isBrokenOff = answer.status === 0 && answer.body.includes("response destroyed");
    if (isBrokenOff && downloads.includes(request.target)) return;
    const what = whatIsWrong(answer, request.url);
    if (what) outcome.findings.push({ what, request, answer: answer.body.slice(0, 500) });
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcome;
}

interface Answer {
  status: number;
  type: string;
  body: string;
  isEmpty: boolean;
}

async function ask(app: FastifyInstance, world: World, request: FuzzRequest): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<Answer>((resolve) => {
    const nothing = { status: 0, type: "", body: "no answer", isEmpty: true };
    timer = setTimeout(() => resolve(nothing), HANG_MS);
  });
  const answer = send(app, world, request).catch((error: unknown) => {
    return { status: 0, type: "", body: String(error), isEmpty: true };
  });
  const first = await Promise.race([answer, hang]);
  clearTimeout(timer);
  return first;
}

async function send(app: FastifyInstance, world: World, request: FuzzRequest): Promise<Answer> {
  const { method, url, who, headers, body } = request;
  if (request.raw) return sendRaw(app, world, request);
  const response = await app.inject({
    method: method as NonNullable<InjectOptions["method"]>,
    url,
    headers: { ...world.headersOf(who), ...headers },
    payloadAsStream: true,
    ...(body !== undefined && { payload: body }),
  });
  const type = String(response.headers["content-type"] ?? "");
  const stream = response.stream();
  const answer = { status: response.statusCode, type };
  // An event stream goes on while the client reads.
  if (type.startsWith("text/event-stream")) {
    stream.destroy();
    return { ...answer, body: "", isEmpty: false };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { ...answer, body: Buffer.concat(chunks).toString(), isEmpty: method === "HEAD" };
}

/** Without a URL parser in between, which would mend or refuse the target. */
async function sendRaw(app: FastifyInstance, world: World, request: FuzzRequest): Promise<Answer> {
  const { method, url, who, headers } = request;
  const sent = { ...world.headersOf(who), ...headers, connection: "close" };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${url} HTTP/1.1`, ...lines, "", ""].join("\r\n");
  const { port } = app.server.address() as AddressInfo;
  const answer = await sendBytes(port, Buffer.from(head));
  // Node's own parser hangs up on other sites' addresses that are none.
  if (answer === "" && !url.startsWith("/")) {
    return { status: 400, type: "", body: "", isEmpty: true };
  }
  const [answerHead = "", body = ""] = answer.split("\r\n\r\n", 2);
  return {
    status: Number(answerHead.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 0),
    type: answerHead.match(/^content-type: (.*)$/im)?.[1] ?? "",
    body,
    isEmpty: method === "HEAD",
  };
}

function whatIsWrong({ status, type, body, isEmpty }: Answer, url: string): string | null {
  if (status === 0) return "no answer, or none that can be read";
  // 501 is oEmbed's word for a format that is not offered.
  if (status >= 500 && status !== 501) return `a failure of the server: ${status}`;
  if (status < 400 || isEmpty) return null;
  // It plays another server, and refuses as OAuth requires.
  if (url.startsWith("/demo-issuer/")) return null;
  // Assistants are refused as their protocol has it, once their call has arrived.
  if (url.startsWith("/mcp") && body.startsWith('{"jsonrpc"')) return null;
  // People who follow a link get a page: for an unknown address, and where they have to wait.
  if ((status === 404 || status === 429) && type.startsWith("text/html")) return null;
  if (type !== PROBLEM_MEDIA_TYPE) return `${status} is no problem document but ${type}`;
  const problem = problemSchema.safeParse(JSON.parse(body));
  if (problem.data?.status !== status) return `${status} is no good problem document`;
  return null;
}

/** A readable description that allows repeating the request. */
export function describeFinding({ what, request, answer }: Finding): string {
  const { index, who, method, url, headers, body = "" } = request;
  const shown = (text: string) => JSON.stringify(text.slice(0, 300));
  return `#${index} ${what}
  ${method} ${shown(url)} as ${who}, ${JSON.stringify(headers).slice(0, 300)}
  ${shown(body)}
  ${shown(answer)}`;
}
