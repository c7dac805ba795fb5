import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { codeOf, type FieldCode, limitOf } from "../../contract/field-codes.ts";
import type { FileFormat } from "../../contract/file-formats.ts";
import { type ParamName, paramNames, pathParams, type Route } from "../../contract/route.ts";
import type { Page } from "../database/keyset.ts";
import { withRetry } from "../database/retry.ts";
import { deriveId } from "../process/derive-id.ts";
import type { Admit, Authorise, Caller } from "./authorise.ts";
import { sendDownload } from "./downloads.ts";
import { type EventStream, sendEvents } from "./events.ts";
import type { Call, Handler, Handlers } from "./handlers.ts";
import { Prepared, pageHeaders, sendPrepared } from "./prepared.ts";
import { ProblemError, type WrongField } from "./problems.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** It is in the table of routes: its answers are data, not pages. */
    isCall?: boolean;
    /** Pages of other sites read it or load it, and frames in them, which belong to no site. */
    forAnySite?: boolean;
  }
  interface FastifyRequest {
    caller: Caller;
    /** Whether the body was still on its way when the caller was authorised. */
    bodyCameLater: boolean;
  }
}

// The public record and what is published beside it: a verifier may be a page of any other site, and
// so may whoever asks how to show a survey.
const publishedPaths =
  /^\/((record|log|survey\/timeline|survey\/results|openData)\/|(survey\/item|oembed)$)/;

function isForAnySite({ method, access, path }: Route): boolean {
  return method === "GET" && access === "public" && publishedPaths.test(path);
}

interface Gate {
  /** Counts a call against its limits and authorises it, before its body is read. */
  admit: Admit;
  /** Authorises it again for a body that came later, and each part of a file: the person may have been deleted or demoted. */
  authorise: Authorise;
}

/** Runs every request: admit → read the body → check the input → handler → reply schema. */
export function bindRoutes<Table extends Record<string, Route>>(
  app: FastifyInstance,
  gate: Gate,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const [name, route] of Object.entries(table)) {
    // Safe: `Handlers<Table>` has exactly one handler of the right type for each name.
    const handler = handlers[name] as unknown as Handler<Route>;
    const names = paramNames(route.path);
    app.route({
      method: route.method,
      url: route.path,
      config: {
        isCall: true,
        forAnySite: isForAnySite(route),
      },
      // Before the body is read, so that 401 and 403 come before 413, 415 and 422.
      onRequest: (request, reply, done) =>
        setCaller(request, gate.admit(route, request, reply), done),
      handler: (request, reply) =>
        request.bodyCameLater ? authoriseAndRun(request, reply) : run(request, reply),
    });

    async function authoriseAndRun(request: FastifyRequest, reply: FastifyReply) {
      request.caller = await gate.authorise(route, request);
      return run(request, reply);
    }

    function run(request: FastifyRequest, reply: FastifyReply) {
      const call = readCall(route, names, request, reply);
      const answer = withRetry(() => handler(call));
      const send = (found: unknown) => {
        if (!route.download) return sendReply(route, reply, found, call);
        const { format } = call.query as unknown as { format: FileFormat };
        const rows = found as AsyncIterable<unknown[]>;
        return sendDownload(route, reply, format, rows, () => gate.authorise(route, request));
      };
      // What is in memory is sent at once.
      return answer instanceof Promise ? answer.then(send) : send(answer);
    }
  }
}

function setCaller(
  request: FastifyRequest,
  caller: Caller | Promise<Caller>,
  done: (error?: Error) => void,
): void {
  if (caller instanceof Promise) {
    caller.then((found) => {
      request.bodyCameLater = request.raw.complete === false;
      setCaller(request, found, done);
    }, done);
    return;
  }
  request.caller = caller;
  done();
}

function readCall(
  route: Route,
  names: ParamName[],
  request: FastifyRequest,
  reply: FastifyReply,
): Call<Route> {
  const errors: WrongField[] = [];
  const params = readParams(names, request.params as Record<string, string>);
  const query = route.query && checkInput(route.query, request.query, errors);
  // `PATCH /like/:id` arrives with a JSON content type and no body.
  const body = route.body && checkInput(route.body, request.body ?? {}, errors);
  const given = readKey(request, errors);
  if (errors.length > 0) throw new ProblemError("invalid", { errors });
  const { address, caller } = request;
  const key = route.method === "GET" ? "" : makeKey();
  const signal = route.live ? hangUpSignal(reply) : null;
  // Which page of a list is wanted is a part of its query.
  const page = route.page ? query : null;
  const { viewer, identity, credential } = caller;
  const read = { params, query, page, body, key, address, signal, viewer, identity, credential };
  return read as unknown as Call<Route>;

  /** The same call by the same person always has the same id, and nobody else can make a call that has it. */
  function makeKey(): string {
    if (!given) return randomUUID();
    // With what was sent, so that other content with the same key is another call, and is not answered
    // as if it had been done.
    return deriveId([caller.viewer?.id, route.method, route.path, params, query, body, given]);
  }
}

function hangUpSignal(reply: FastifyReply): AbortSignal {
  const hangUp = new AbortController();
  reply.raw.once("close", () => hangUp.abort());
  return hangUp.signal;
}

const idempotencyKey = z.uuid();

function readKey(request: FastifyRequest, errors: WrongField[]): string | undefined {
  const given = request.headers["idempotency-key"];
  if (given === undefined) return undefined;
  const key = idempotencyKey.safeParse(given);
  if (!key.success) errors.push({ field: "Idempotency-Key", code: "uuid" });
  return key.data?.toLowerCase();
}

/** A parameter of the wrong form can't name anything that exists, so it is 404. */
function readParams(names: ParamName[], given: Record<string, string>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name of names) {
    const result = pathParams[name].safeParse(given[name]);
    if (!result.success) throw new ProblemError("not_found");
    params[name] = result.data;
  }
  return params;
}

export function checkInput(schema: z.ZodObject, given: unknown, errors: WrongField[]) {
  const quick = schema.safeParse(given);
  if (quick.success) return quick.data;
  // Once more, for codes instead of Zod's own messages: asked for at once, they make each check of a
  // call ten times as long.
  const result = schema.safeParse(given, { error: codeOf });
  // A rule may depend on the time.
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    // Our schemas name codes as their messages.
    const code = issue.message as FieldCode;
    errors.push({ field: issue.path.join("."), code, ...limitOf(issue) });
  }
  return undefined;
}

/** Sends only what the reply schema names, so that a column can't leak by accident. */
function sendReply(route: Route, reply: FastifyReply, answer: unknown, call: Call<Route>) {
  reply.code(route.status ?? 200);
  if (route.live) return sendEvents(reply, answer as EventStream<Route>);
  if (answer instanceof Prepared) return sendPrepared(reply, answer);
  if (route.page) reply.headers(pageHeaders(route, call, answer as Page<unknown>));
  const checked = route.reply.parse(route.page ? (answer as Page<unknown>).items : answer);
  if (typeof checked === "string") return reply.type("text/plain; charset=utf-8").send(checked);
  return reply.send(checked);
}
