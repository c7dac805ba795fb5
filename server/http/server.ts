import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import { createBrokenAnswers } from "./broken-requests.ts";
import type { Budgets } from "./limits/budgets.ts";
import { plainAddress } from "./limits/network.ts";
import { answerProblem } from "./problems.ts";
import { refuseTwoHosts, refuseUncleanInput } from "./refuse-unclean.ts";
import { shareConnections } from "./share-connections.ts";
import { routeAnyway } from "./unroutable.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** From where the call came, in one spelling. `ip` has whatever a proxy wrote. */
    readonly address: string;
    /** The same, once somebody has asked for it. */
    knownAddress: string;
  }
}

interface Options {
  trustedProxies?: string | undefined;
  requestSeconds: number;
  idleSeconds: number;
  headerSeconds: number;
  maxConnections: number;
  limitFactor: number;
  https: boolean;
  budgets: Budgets;
}

/** A server without routes: limits, timeouts, and problem documents for every failure. */
export function createServer(options: Options, log: FastifyBaseLogger): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: sharedLogger(log),
    // The default log lines contain URLs, and URLs contain e-mails.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies ?? false,
    genReqId: createRequestIds(),
    // Twenty times the longest text of any form.
    bodyLimit: 64 * 1024,
    requestTimeout: options.requestSeconds * 1000,
    connectionTimeout: options.idleSeconds * 1000,
    keepAliveTimeout: options.idleSeconds * 1000,
    http: {
      headersTimeout: options.headerSeconds * 1000,
      // Node's default is 30 seconds, so a shorter timeout would take effect late.
      connectionsCheckingInterval: 2_000,
    },
    // An e-mail address of 254 characters, each of which may take three when it is URL-encoded.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 254 * 3 },
    // Failures before a route is found, and before a request is parsed.
    frameworkErrors: (error, request, reply) => routeAnyway(app, error, request, reply),
    clientErrorHandler: createBrokenAnswers(options),
    forceCloseConnections: "idle",
    // A request that has arrived is served, also while the server closes.
    return503OnClosing: false,
  });
  app.decorateRequest("knownAddress", "");
  app.decorateRequest("address", {
    getter(this: FastifyRequest) {
      // `ip` reads the headers of proxies each time.
      this.knownAddress ||= plainAddress(this.ip);
      return this.knownAddress;
    },
  });
  app.server.maxConnections = options.maxConnections;
  shareConnections(app.server, options);
  acceptEmptyJson(app);
  app.setErrorHandler(answerProblem);
  refuseTwoHosts(app);
  refuseUncleanInput(app);
  return app;
}

/**
 * Few requests write a line. Those lines name the request themselves, so that the others don't pay
 * for a logger of their own.
 */
function sharedLogger(log: FastifyBaseLogger): FastifyBaseLogger {
  const shared: FastifyBaseLogger = Object.create(log);
  shared.child = () => shared;
  return shared;
}

/** Ids that no other request has, of this server or another: a random start and a number. */
function createRequestIds(): () => string {
  const start = randomUUID().slice(0, 8);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count}`;
  };
}

/** The specified client sends a JSON content type even without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, body as string, done);
  });
}
