import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { sql } from "kysely";
import { auditRoutes } from "../contract/audit.ts";
import { commentRoutes } from "../contract/comments.ts";
import { contactRoutes } from "../contract/contact.ts";
import { identityRoutes } from "../contract/identity.ts";
import { noticeRoutes } from "../contract/notices.ts";
import { overviewRoutes } from "../contract/overview.ts";
import { personalDataRoutes } from "../contract/personal-data.ts";
import { publicationRoutes } from "../contract/publication.ts";
import { reactionRoutes } from "../contract/reactions.ts";
import { reportRoutes } from "../contract/reports.ts";
import { responseRoutes } from "../contract/responses.ts";
import { securityEventRoutes } from "../contract/security-events.ts";
import { settingsRoutes } from "../contract/settings.ts";
import { surveyRoutes } from "../contract/surveys.ts";
import { userRoutes } from "../contract/users.ts";
import { voteRoutes } from "../contract/votes.ts";
import { auditHandlers } from "./audit/handlers.ts";
import { commentHandlers } from "./comments/handlers.ts";
import type { Config } from "./config.ts";
import { contactHandlers } from "./contact/handlers.ts";
import type { Database } from "./database/connect.ts";
import { createAuthorise } from "./http/authorise.ts";
import { bindRoutes } from "./http/bind.ts";
import { answerBrokenRequest } from "./http/broken-requests.ts";
import type { Viewer } from "./http/handlers.ts";
import { registerHeaders } from "./http/headers.ts";
import { limitCalls } from "./http/limit-calls.ts";
import { registerLoadShedding } from "./http/load-shedding.ts";
import { registerOperations } from "./http/operations.ts";
import { answerProblem } from "./http/problems.ts";
import { registerReference } from "./http/reference.ts";
import { refuseUncleanInput } from "./http/refuse-unclean.ts";
import { settingsHandlers } from "./http/settings.ts";
import { registerSite } from "./http/site.ts";
import { createAccessTokens } from "./identity/access-token.ts";
import { createBetterAuthProvider } from "./identity/better-auth/provider.ts";
import { demoSocialProvider, registerDemoIssuer } from "./identity/demo-issuer.ts";
import { identityHandlers, toPerson } from "./identity/handlers.ts";
import { mountIdentity } from "./identity/mount.ts";
import { toProviderHeaders } from "./identity/provider.ts";
import { createEndingsReader, hasSecondFactor } from "./identity/queries.ts";
import { createSignUpProofs } from "./identity/sign-up-proofs.ts";
import { createAtOnce } from "./limits/at-once.ts";
import { createLimiter } from "./limits/limiter.ts";
import { BUSY_SIGN_UPS, LIVE_STREAMS_AT_ONCE } from "./limits/limits.ts";
import { createMailer } from "./mail/mailer.ts";
import { noticeHandlers } from "./notices/handlers.ts";
import { overviewHandlers } from "./overview/handlers.ts";
import { mountPayments } from "./payments/mount.ts";
import { personalDataHandlers } from "./personal-data/handlers.ts";
import { publicationHandlers } from "./publication/handlers.ts";
import { reactionHandlers } from "./reactions/handlers.ts";
import { reportHandlers } from "./reports/handlers.ts";
import { responseHandlers } from "./responses/handlers.ts";
import { deriveKey } from "./secret.ts";
import { securityEventHandlers } from "./security-events/handlers.ts";
import { createSecurityRecorder } from "./security-events/recorder.ts";
import { watchAnswers } from "./security-events/watch.ts";
import { surveyHandlers } from "./surveys/handlers.ts";
import { createPublishedLists } from "./surveys/published-lists.ts";
import { findShared } from "./surveys/queries.ts";
import { userHandlers } from "./users/handlers.ts";
import { createHashAddress, createUserLoader, ensureUser } from "./users/queries.ts";
import { removeOwnAccount } from "./users/removal-queries.ts";
import { voteHandlers } from "./votes/handlers.ts";
import { createLiveResults } from "./votes/live-results.ts";
import { createVoteWriter, readResults } from "./votes/queries.ts";

interface Needs {
  config: Config;
  db: Database;
  /** The one secret that every key is derived from. */
  secret: string;
  log: FastifyBaseLogger;
}

/** Puts the product together. Listening is somebody else's business. */
export async function buildApp({ config, db, secret, log }: Needs): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    // The default log lines hold addresses, and addresses hold e-mails.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies ?? false,
    genReqId: () => randomUUID(),
    // Twenty times the longest text that any form sends.
    bodyLimit: 64 * 1024,
    requestTimeout: config.requestSeconds * 1000,
    connectionTimeout: config.idleSeconds * 1000,
    keepAliveTimeout: config.idleSeconds * 1000,
    http: {
      headersTimeout: config.headerSeconds * 1000,
      // Node looks every half minute unless told; a time-out should mean what it says.
      connectionsCheckingInterval: 2_000,
    },
    // An address of 254 characters, each of which may take three when it is encoded.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 254 * 3 },
    // Failures before there is a route, and before there is a request.
    frameworkErrors: answerProblem,
    clientErrorHandler: answerBrokenRequest,
    forceCloseConnections: "idle",
  });
  app.server.maxConnections = config.maxConnections;
  acceptEmptyJson(app);
  app.setErrorHandler(answerProblem);
  refuseUncleanInput(app);
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms }, "answered");
  });

  const siteUrls = config.publicUrl ? [config.publicUrl] : localUrls(config);
  const demoKey = deriveKey(secret, "demo issuer");
  const socialProviders = [
    ...config.oidcProviders,
    ...(config.demo && siteUrls[0] ? [demoSocialProvider(siteUrls[0], demoKey)] : []),
  ];
  const users = createUserLoader(db);
  const hashAddress = createHashAddress(deriveKey(secret, "former people"));
  const mailer = createMailer({ ...config, from: config.mailFrom, log });
  const tokens = createAccessTokens(deriveKey(secret, "access token"));
  const recordSecurity = createSecurityRecorder({ db, log });
  watchAnswers(app, recordSecurity);
  const limiter = createLimiter({ ...config, db, key: deriveKey(secret, "limits") });
  const proofs = createSignUpProofs({
    db,
    key: deriveKey(secret, "sign-up proofs"),
    mode: config.proofOfWork,
    busyFrom: BUSY_SIGN_UPS.from * config.limitFactor,
    countSignUps: (address) => limiter.count("signUps", address, BUSY_SIGN_UPS.seconds),
  });
  const provider = createBetterAuthProvider({
    ...config,
    db,
    limiter,
    secret: deriveKey(secret, "identity provider").toString("base64url"),
    mailer,
    address: config.publicUrl
      ? { publicUrl: config.publicUrl }
      : { localHosts: siteUrls.map((url) => new URL(url).host) },
    trustedOrigins: [...siteUrls, ...config.corsOrigins],
    siteUrls,
    proofs,
    socialProviders,
    recordSecurity,
    userIdOf: async (identity) => (await ensureUser(db, toPerson(identity), hashAddress)).id,
    removeOwnAccount: (email) => removeOwnAccount(db, email, hashAddress),
    log: (level, message) => log[level === "error" ? "error" : "debug"]({ level }, message),
  });

  async function findViewer(token: string): Promise<Viewer | null> {
    const claims = tokens.read(token);
    const user = claims && (await users.load(claims.email));
    if (!user || user.id !== claims?.sub || user.tokenVersion !== claims.version) return null;
    const signedInAt = new Date(claims.auth_time * 1000);
    return { ...user, signedInAt, secondFactor: claims.second_factor };
  }

  const authorise = limitCalls(
    createAuthorise({
      ...config,
      findViewer,
      hasSecondFactor: (email) => hasSecondFactor(db, email),
      identify: (request) => provider.identify(toProviderHeaders(request, siteUrls).values),
    }),
    limiter,
  );

  await registerHeaders(app, {
    corsOrigins: config.corsOrigins,
    https: config.publicUrl?.startsWith("https:") ?? false,
    stripe: config.payments.kind === "stripe",
  });
  registerLoadShedding(app, {
    ping: () => sql`select 1`.execute(db),
    shedAfterMs: config.shedAfterMs,
    log,
  });
  registerOperations(app, {
    db,
    metricsToken: config.metricsToken,
    loopback: config.publicUrl === undefined,
  });
  mountIdentity(app, { provider, limiter, siteUrls });
  if (config.demo) registerDemoIssuer(app, { key: demoKey, siteUrls });

  const settings = {
    participation: config.participation,
    passwordMinLength: config.passwordMinLength,
    passwordStrength: config.passwordStrength,
    socialProviders: socialProviders.map(({ id, label }) => ({ id, label })),
    demo: config.demo,
  };
  bindRoutes(app, authorise, settingsRoutes, settingsHandlers(settings));
  bindRoutes(
    app,
    authorise,
    identityRoutes,
    identityHandlers({ ...config, db, tokens, hashAddress, proofs }),
  );
  bindRoutes(app, authorise, userRoutes, userHandlers({ db, users, hashAddress }));
  bindRoutes(app, authorise, auditRoutes, auditHandlers({ db }));
  bindRoutes(app, authorise, securityEventRoutes, securityEventHandlers({ db }));
  bindRoutes(app, authorise, personalDataRoutes, personalDataHandlers({ db }));

  const lists = createPublishedLists(db);
  bindRoutes(app, authorise, surveyRoutes, surveyHandlers({ db, lists }));
  bindRoutes(
    app,
    authorise,
    publicationRoutes,
    publicationHandlers({ db, mailer, siteUrl: siteUrls[0] ?? "", onPublicChange: lists.forget }),
  );
  bindRoutes(app, authorise, reportRoutes, reportHandlers({ db }));
  bindRoutes(app, authorise, noticeRoutes, noticeHandlers({ db }));
  const live = createLiveResults({
    load: (surveyIds) => readResults(db, surveyIds),
    readEndings: createEndingsReader(db),
    onFailure: (error) => log.warn({ err: error }, "live results not read"),
  });
  app.addHook("preClose", async () => live.close());
  const votes = createVoteWriter(db);
  const streams = createAtOnce(LIVE_STREAMS_AT_ONCE * config.limitFactor);
  bindRoutes(app, authorise, voteRoutes, voteHandlers({ db, votes, live, streams }));
  bindRoutes(app, authorise, reactionRoutes, reactionHandlers({ db }));
  bindRoutes(app, authorise, commentRoutes, commentHandlers({ db }));
  bindRoutes(app, authorise, responseRoutes, responseHandlers({ db, users }));
  bindRoutes(app, authorise, overviewRoutes, overviewHandlers({ db }));
  bindRoutes(app, authorise, contactRoutes, contactHandlers({ db, mailer }));

  mountPayments(app, authorise, {
    db,
    log,
    settings: config.payments,
    sandboxKey: deriveKey(secret, "payment sandbox"),
  });

  // Without a public address it may be reached under several: the document's own is right.
  registerReference(app, config.publicUrl ?? "/");
  await registerSite(app, {
    siteUrl: siteUrls[0] ?? "",
    describeSurvey: (id) => findShared(db, id),
  });
  return app;
}

/** A local site is opened under either name. */
function localUrls({ host, port }: Config): string[] {
  return [...new Set([host, "127.0.0.1", "localhost"])].map((name) => {
    const shown = name.includes(":") ? `[${name}]` : name;
    return `http://${shown}:${port}`;
  });
}

/** The specified client sends a JSON content type even where there is no body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, body as string, done);
  });
}
