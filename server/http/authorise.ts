import type { FastifyReply, FastifyRequest } from "fastify";
import { TOKEN_HEADER, TOKEN_SCHEME } from "../../contract/identity.ts";
import { can, type Participation } from "../../contract/permissions.ts";
import { isRefusedWhileReadOnly, type Route } from "../../contract/route.ts";
import { opensFor, TOKEN_START } from "../../contract/tokens.ts";
import { isFresh } from "./freshness.ts";
import type { Credential, Identity, Viewer } from "./handlers.ts";
import { ProblemError } from "./problems.ts";
import { type ReadOnlyUntil, refuseIfReadOnly } from "./read-only.ts";

export interface Caller {
  viewer: Viewer | null;
  identity: Identity | null;
  /** Null for visitors, and where `identity` says it. */
  credential: Credential | null;
}

/** Somebody whom an access token proves. */
export interface SignedIn extends Caller {
  viewer: Viewer;
  credential: Credential;
}

/** The same, counted against the caller's limits. It may add headers to the answer. */
export type Admit = (
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
) => Caller | Promise<Caller>;

/** The answer is a promise only if something has to be read first. */
export type Authorise = (route: Route, request: FastifyRequest) => Caller | Promise<Caller>;

const visitor: Caller = { viewer: null, identity: null, credential: null };

interface Deps {
  participation: Participation;
  /** Whether admins need a second factor to act as admins. */
  twoFactorForAdmins: boolean;
  /** Null if no call asks for a fresh sign-in. */
  freshMinutes: number | null;
  readOnlyUntil: ReadOnlyUntil;
  hasSecondFactor: (email: string) => Promise<boolean>;
  /** The person to whom this valid access token belongs. */
  findCaller: (token: string) => Promise<SignedIn | null>;
  /** The owner of this token for programs. Refuses one that is not valid. */
  findOwner: (token: string, address: string) => Promise<SignedIn>;
  /** The person whom the identity provider's cookie or ID token in this request proves. */
  identify: (request: FastifyRequest) => Promise<Identity | null>;
}

/** The only place that decides whether a request may go on. */
export function createAuthorise(deps: Deps): Authorise {
  const { participation, freshMinutes, findCaller, findOwner, identify } = deps;
  return (route, request) => {
    const token = readToken(request);
    // Where anybody may call, and every caller gets the same, a program's token is not looked at.
    const isSame = route.access === "public" && !route.tokens;
    const programs = token || isSame ? null : readProgramToken(request);
    const waits = isRefusedWhileReadOnly(route);
    if (route.access === "public" && !token && !programs && !waits) return visitor;
    return authoriseCaller(route, request, { token, programs }, waits);
  };

  async function authoriseCaller(
    route: Route,
    request: FastifyRequest,
    { token, programs }: { token: string | null; programs: string | null },
    waits: boolean,
  ): Promise<Caller> {
    if (waits) await refuseIfReadOnly(deps.readOnlyUntil);
    if (route.access === "identity") {
      const identity = await identify(request);
      if (!identity) throw new ProblemError("unauthenticated");
      return { ...visitor, identity };
    }
    if (programs === IN_ADDRESS) throw new ProblemError("token.in-address");
    const caller = programs
      ? await findOwner(programs, request.address)
      : token && (await findCaller(token));
    if (!caller) {
      if (route.access === "public") return visitor;
      throw new ProblemError("unauthenticated");
    }
    const { credential } = caller;
    if (credential.kind === "token" && !opensFor(credential.scopes, route)) {
      throw new ProblemError("token.scope");
    }
    if (!isAllowed(route, request, caller)) throw new ProblemError("forbidden");
    const viewer = await withProvenRights(route, request, caller);
    const asksAgain = route.fresh && freshMinutes !== null;
    if (asksAgain && !isFresh(caller.credential.signedInAt, freshMinutes)) {
      throw new ProblemError("fresh_sign_in_required");
    }
    return { ...caller, viewer };
  }

  /** Where a second factor is required, an admin without one has the rights of a normal person. */
  async function withProvenRights(
    route: Route,
    request: FastifyRequest,
    { viewer, ...caller }: SignedIn,
  ): Promise<Viewer> {
    if (!viewer.admin || !deps.twoFactorForAdmins) return viewer;
    const enrolled = await deps.hasSecondFactor(viewer.email);
    if (enrolled && caller.credential.secondFactor) return viewer;
    const person = { ...viewer, admin: false };
    if (!isAllowed(route, request, { viewer: person })) {
      if (!enrolled) throw new ProblemError("two_factor_required");
      throw new ProblemError("account.password-alone");
    }
    // What people read about themselves stays true: they still are an admin.
    return route.access === "self" ? viewer : person;
  }

  function isAllowed(
    { access }: Route,
    request: FastifyRequest,
    { viewer }: Pick<SignedIn, "viewer">,
  ): boolean {
    switch (access) {
      case "public":
      case "identity":
      case "signed-in":
        return true;
      case "self":
        return isSelfOrAdmin(request, viewer);
      default:
        return can(viewer, access, participation) && isSelfOrAdmin(request, viewer);
    }
  }
}

function readToken(request: FastifyRequest): string | null {
  const header = request.headers[TOKEN_HEADER];
  if (typeof header !== "string") return null;
  const [scheme, token] = header.trim().split(/\s+/, 2);
  return scheme?.toLowerCase() === TOKEN_SCHEME && token ? token : null;
}

// Addresses are kept in logs and histories, by every machine on the way.
const IN_ADDRESS = "in address";
const tokenInAddress = new RegExp(`=${TOKEN_START}[a-z0-9]{20}`, "i");

/** Of `Authorization`, in which the identity provider's ID token comes too. */
function readProgramToken({ headers, url }: FastifyRequest): string | null {
  if (url.includes(TOKEN_START) && tokenInAddress.test(url)) return IN_ADDRESS;
  if (!headers.authorization) return null;
  const [, token] = /^bearer +(\S+)$/i.exec(headers.authorization) ?? [];
  return token?.startsWith(TOKEN_START) ? token : null;
}

/** True for a path without an e-mail, which concerns no particular person. */
function isSelfOrAdmin(request: FastifyRequest, viewer: Viewer): boolean {
  const { email } = request.params as { email?: string };
  return email === undefined || viewer.admin || email.toLowerCase() === viewer.email;
}
