import type { FastifyRequest } from "fastify";
import { TOKEN_HEADER, TOKEN_SCHEME } from "../../contract/identity.ts";
import { can, type Participation } from "../../contract/permissions.ts";
import type { Route } from "../../contract/route.ts";
import { isFresh } from "./freshness.ts";
import type { Identity, Viewer } from "./handlers.ts";
import { ProblemError } from "./problems.ts";

export interface Caller {
  viewer: Viewer | null;
  identity: Identity | null;
}

export type Authorise = (route: Route, request: FastifyRequest) => Promise<Caller>;

interface Deps {
  participation: Participation;
  /** An admin acts as one only with a second factor. */
  twoFactorForAdmins: boolean;
  freshMinutes: number;
  hasSecondFactor: (email: string) => Promise<boolean>;
  /** The person whose valid access token this is. */
  findViewer: (token: string) => Promise<Viewer | null>;
  /** What the identity provider's cookie or ID token in this request proves. */
  identify: (request: FastifyRequest) => Promise<Identity | null>;
}

/** The one place where a request gets or loses its right to go on. */
export function createAuthorise(deps: Deps): Authorise {
  const { participation, freshMinutes, findViewer, identify } = deps;
  return async (route, request) => {
    if (route.access === "identity") {
      const identity = await identify(request);
      if (!identity) throw new ProblemError("unauthenticated");
      return { viewer: null, identity };
    }
    const token = readToken(request);
    const viewer = token ? await findViewer(token) : null;
    if (route.access === "public") return { viewer, identity: null };
    if (!viewer) throw new ProblemError("unauthenticated");
    if (!isAllowed(route, request, viewer)) throw new ProblemError("forbidden");
    const proven = await asProven(route, request, viewer);
    if (route.fresh && !isFresh(viewer.signedInAt, freshMinutes)) {
      throw new ProblemError("fresh_sign_in_required");
    }
    return { viewer: proven, identity: null };
  };

  /** Without a second factor, where it is asked for, an admin is a person like any other. */
  async function asProven(route: Route, request: FastifyRequest, viewer: Viewer): Promise<Viewer> {
    if (!viewer.admin || !deps.twoFactorForAdmins) return viewer;
    const enrolled = await deps.hasSecondFactor(viewer.email);
    if (enrolled && viewer.secondFactor) return viewer;
    const person = { ...viewer, admin: false };
    if (!isAllowed(route, request, person)) {
      if (!enrolled) throw new ProblemError("two_factor_required");
      const detail = "You logged in with a password only. Please confirm with your second factor.";
      throw new ProblemError("fresh_sign_in_required", { detail });
    }
    // What somebody is told of themselves stays true.
    return route.access === "self" ? viewer : person;
  }

  function isAllowed(route: Route, request: FastifyRequest, viewer: Viewer): boolean {
    switch (route.access) {
      case "public":
      case "identity":
      case "signed-in":
        return true;
      case "self":
        return isSelfOrAdmin(request, viewer);
      default:
        return can(viewer, route.access, participation) && isSelfOrAdmin(request, viewer);
    }
  }
}

function readToken(request: FastifyRequest): string | null {
  const header = request.headers[TOKEN_HEADER];
  if (typeof header !== "string") return null;
  const [scheme, token] = header.trim().split(/\s+/, 2);
  return scheme?.toLowerCase() === TOKEN_SCHEME && token ? token : null;
}

/** Of a path that names an e-mail; any other is about nobody in particular. */
function isSelfOrAdmin(request: FastifyRequest, viewer: Viewer): boolean {
  const { email } = request.params as { email?: string };
  return email === undefined || viewer.admin || email.toLowerCase() === viewer.email;
}
