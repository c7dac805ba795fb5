import { type CallArguments, type CallInput, callAddress } from "../../contract/call.ts";
import { PROBLEM_MEDIA_TYPE, type Problem } from "../../contract/errors.ts";
import { IDENTITY_PATH } from "../../contract/identity.ts";
import type { IdentityCall, OwnSession, SignInWay } from "../../contract/identity-calls.ts";
import type { Reply, Route } from "../../contract/route.ts";

type Callable = Route | IdentityCall;

interface Options {
  /** The `Idempotency-Key`. */
  key?: string;
  headers?: Record<string, string>;
}

/** A call that the server may refuse: its query and body may be anything. */
type LooseInput<C extends Callable> = (C extends Route
  ? Pick<CallInput<C>, "params">
  : { params?: Record<string, string> }) &
  Options & { query?: Record<string, unknown>; body?: unknown };
type LooseArguments<C extends Callable> =
  Record<never, never> extends LooseInput<C> ? [input?: LooseInput<C>] : [input: LooseInput<C>];

/** What tests read from the identity provider's answers, by path; not in the contract. */
interface IdentityReplies {
  "/get-session": { user: SessionUser } | null;
  "/token": { token: string };
  "/sign-up/email": { user: SessionUser };
  "/sign-in/email": { user: SessionUser; token?: string; twoFactorRedirect?: boolean };
  "/sign-in/social": { url: string };
  "/two-factor/enable": { totpURI: string; backupCodes: string[] };
  "/two-factor/generate-backup-codes": { backupCodes: string[] };
  "/passkey/generate-register-options": { challenge: string };
  "/passkey/generate-authenticate-options": { challenge: string };
  "/passkey/verify-registration": { id: string };
  "/passkey/list-user-passkeys": { id: string; name: string }[];
  "/own-sessions": OwnSession[];
  "/list-accounts": SignInWay[];
}
interface SessionUser {
  email: string;
  name: string;
  image?: string | null;
  emailVerified: boolean;
  language?: string | null;
  twoFactorEnabled?: boolean;
}

type ReplyTo<C extends Callable> = C extends Route
  ? Reply<C>
  : C["path"] extends keyof IdentityReplies
    ? IdentityReplies[C["path"]]
    : unknown;

export interface SentRequest {
  method: Route["method"];
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** What every transport returns: Fastify's `inject`, or a browser's request context. */
export interface Received {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

/** A person who calls the server, with what proves who they are. */
export interface Caller<Answer extends Received = Received> {
  /** The reply. A refusal or any status but the route's own fails the test. */
  call<C extends Callable>(to: C, ...input: CallArguments<C, Options>): Promise<ReplyTo<C>>;
  /** Every item of a list, page after page. */
  readAll<R extends Route>(to: R, ...input: CallArguments<R, Options>): Promise<Reply<R>>;
  /** The status alone, for calls that may be refused. */
  status<C extends Callable>(to: C, ...input: LooseArguments<C>): Promise<number>;
  /** The problem of a refusal. A successful answer fails the test. */
  refused<C extends Callable>(to: C, ...input: LooseArguments<C>): Promise<Problem>;
  /** The whole answer, for tests of its headers or of several statuses. */
  answer<C extends Callable>(
    to: C,
    ...input: LooseArguments<C>
  ): Promise<Answer & { body: ReplyTo<C> }>;
}

export function createCaller<Answer extends Received>(
  send: (request: SentRequest) => Promise<Answer>,
  ownHeaders: Record<string, string> = {},
): Caller<Answer> {
  async function ask(
    to: Callable,
    url: string,
    { key, headers, body }: Options & { body?: unknown },
  ) {
    const answer = await send({
      method: to.method,
      url,
      headers: { ...ownHeaders, ...(key !== undefined && { "idempotency-key": key }), ...headers },
      body,
    });
    return { ...answer, body: readBody(answer) };
  }

  const answer = (to: Callable, input: LooseInput<Callable> = {}) =>
    ask(to, callAddress(pathOf(to), input), input);

  async function expectGood(to: Callable, given: ReturnType<typeof ask>) {
    const { status, text, headers, body } = await given;
    const good = ("status" in to && to.status) || 200;
    if (status !== good) throw new Error(`${to.method} ${to.path}: ${status} ${text}`);
    return { body, headers };
  }

  async function refused(to: Callable, input?: LooseInput<Callable>) {
    const { status, headers, text, body } = await answer(to, input);
    const problem = body as Problem;
    if (headers["content-type"] !== PROBLEM_MEDIA_TYPE || problem.status !== status) {
      throw new Error(`${to.method} ${to.path} gave no problem: ${status} ${text}`);
    }
    return problem;
  }

  async function readAll(to: Route, input: LooseInput<Callable> = {}) {
    const items: unknown[] = [];
    for (let url: string | undefined = callAddress(to.path, input); url; ) {
      const { body, headers } = await expectGood(to, ask(to, url, input));
      items.push(...(body as unknown[]));
      url = /^<(.+)>; rel="next"$/.exec(String(headers.link ?? ""))?.[1];
    }
    return items;
  }

  return {
    answer,
    refused,
    readAll,
    call: async (to: Callable, input?: LooseInput<Callable>) =>
      (await expectGood(to, answer(to, input))).body,
    status: async (to: Callable, input?: LooseInput<Callable>) => (await answer(to, input)).status,
  } as unknown as Caller<Answer>;
}

/** The identity provider's calls are below their own path. */
function pathOf(to: Callable): string {
  return "access" in to ? to.path : IDENTITY_PATH + to.path;
}

function readBody({ headers, text }: Received): unknown {
  return String(headers["content-type"]).includes("json") ? JSON.parse(text) : text;
}
