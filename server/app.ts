import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { sql } from "kysely";
import { Registry } from "prom-client";
import { can } from "../contract/permissions.ts";
import { routes, routesWithoutSandbox } from "../contract/routes.ts";
import { auditHandlers } from "./audit/handlers.ts";
import { commentHandlers } from "./comments/handlers.ts";
import type { Config } from "./config.ts";
import { contactHandlers } from "./contact/handlers.ts";
import type { Database } from "./database/connect.ts";
import { testimonials } from "./demo/testimonials.ts";
import { createEvery } from "./every.ts";
import { createAuthorise } from "./http/authorise.ts";
import { bindRoutes } from "./http/bind.ts";
import { registerPrices } from "./http/charge-calls.ts";
import { registerDraining } from "./http/draining.ts";
import { fewAtATime } from "./http/few-at-a-time.ts";
import type { Handlers, Viewer } from "./http/handlers.ts";
import { registerHeaders } from "./http/headers.ts";
import { limitCalls } from "./http/limit-calls.ts";
import { registerLoadShedding } from "./http/load-shedding.ts";
import { registerOperations } from "./http/operations.ts";
import { registerReference } from "./http/reference.ts";
import { createServer } from "./http/server.ts";
import { registerSite } from "./http/site.ts";
import { createAccessTokens } from "./identity/access-token.ts";
import { createBetterAuthProvider } from "./identity/better-auth/provider.ts";
import { demoIssuer, demoSocialProvider } from "./identity/demo-issuer.ts";
import { identityHandlers, toPerson } from "./identity/handlers.ts";
import { mountIdentity } from "./identity/mount.ts";
import { toProviderHeaders } from "./identity/provider.ts";
import { createEndingsReader, hasSecondFactor } from "./identity/queries.ts";
import { createSignUpProofs } from "./identity/sign-up-proofs.ts";
import { createAtOnce } from "./limits/at-once.ts";
import { createBudgets } from "./limits/budgets.ts";
import { createLimiter } from "./limits/limiter.ts";
import { BUSY_SIGN_UPS, LIVE_STREAMS_AT_ONCE } from "./limits/limits.ts";
import { createHashNetwork } from "./limits/network.ts";
import { createMailer } from "./mail/mailer.ts";
import { createReadOnlyReader } from "./maintenance/cache.ts";
import { mountMetrics } from "./metrics/mount.ts";
import { noticeHandlers } from "./notices/handlers.ts";
import { overviewHandlers } from "./overview/handlers.ts";
import { mountPayments } from "./payments/mount.ts";
import { personalDataHandlers } from "./personal-data/handlers.ts";
import { publicationHandlers } from "./publication/handlers.ts";
import { reactionHandlers } from "./reactions/handlers.ts";
import { createAsides } from "./record/aside-queries.ts";
import { mountRecord } from "./record/mount.ts";
import { createReceiptMaker } from "./record/receipt-queries.ts";
import { createSiteSigner } from "./record/signer.ts";
import { withdrawClaims } from "./record/withdrawal-queries.ts";
import { reportHandlers } from "./reports/handlers.ts";
import { responseHandlers } from "./responses/handlers.ts";
import { deriveKey } from "./secret.ts";
import { securityEventHandlers } from "./security-events/handlers.ts";
import { mountSecurityEvents } from "./security-events/mount.ts";
import { settingsHandlers } from "./settings/handlers.ts";
import { mountSiteLog } from "./site-log/mount.ts";
import { surveyorRequestHandlers } from "./surveyor-requests/handlers.ts";
import { createPublishedLists } from "./surveys/cache.ts";
import { surveyHandlers } from "./surveys/handlers.ts";
import { mountSurveyFinders } from "./surveys/mount.ts";
import { createSurveyReader, findPublic } from "./surveys/queries.ts";
import { mountSuspicion } from "./suspicion/mount.ts";
import { createTransparency } from "./transparency/cache.ts";
import { transparencyHandlers } from "./transparency/handlers.ts";
import { userHandlers } from "./users/handlers.ts";
import { createHashAddress, createUserLoader, ensureUser } from "./users/queries.ts";
import { removeByAddress } from "./users/removal-queries.ts";
import { voteCheckHandlers } from "./vote-checks/handlers.ts";
import { voteHandlers } from "./votes/handlers.ts";
import { createLiveResults } from "./votes/live-results.ts";
import { createVoteWriter } from "./votes/queries.ts";
import { readResults } from "./votes/results-queries.ts";
import type { Shared } from "./workers/shared-state.ts";

export interface AppDeps {
  config: Config;
  db: Database;
  /** The one secret from which every key is derived. */
  secret: string;
  log: FastifyBaseLogger;
  /** The metrics of this process. */
  registry?: Registry;
  /** Kept by the supervisor for all workers. Without it, this is the server's only process. */
  shared?: Shared;
}

// Some 200 ms of work at most; the publisher does the rest within a minute.
const WITHDRAWN_AT_LOG_IN = 20;

/** Builds the server with all its routes. It does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, secret, log, registry = new Registry(), shared } = deps;
  const app = createServer(config, log);
  const isDraining = registerDraining(app, config);
  const budgets = createBudgets(config.limitFactor);
  const siteUrls = config.publicUrl ? [config.publicUrl] : localUrls(config);
  const [siteUrl = ""] = siteUrls;
  const demoKey = deriveKey(secret, "demo issuer");
  const socialProviders = [
    ...config.oidcProviders,
    ...(config.demo ? [demoSocialProvider(siteUrl, demoKey)] : []),
  ];
  const users = createUserLoader(db);
  const readOnly = createReadOnlyReader({ db, log });
  const readOnlyUntil = readOnly.until;
  const hashNetwork = createHashNetwork(deriveKey(secret, "networks of votes"));
  const hashAddress = createHashAddress(secret);
  const metrics = mountMetrics(registry, db);
  const { every, stop } = createEvery({ log, registry, readOnlyUntil });
  app.addHook("onClose", stop);
  const mailer = createMailer({
    ...config,
    db,
    every,
    key: deriveKey(secret, "waiting mails"),
    from: config.mailFrom,
    log,
    count: metrics.countMail,
  });
  app.addHook("onClose", () => mailer.close());
  const tokens = createAccessTokens(deriveKey(secret, "access token"));
  const recordSecurity = mountSecurityEvents(app, { db, log });
  const memory = shared?.counts;
  const limiter = createLimiter({ ...config, db, memory, key: deriveKey(secret, "limits") });
  const proofs = createSignUpProofs({
    db,
    key: deriveKey(secret, "sign-up proofs"),
    mode: config.proofOfWork,
    busyFrom: BUSY_SIGN_UPS.from * config.limitFactor,
    countSignUps: (address) => limiter.count("signUps", { address }, BUSY_SIGN_UPS.seconds),
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
    userIdOf: async (identity) => (await ensureUser(db, toPerson(identity), hashAddress))?.id,
    removeOwnAccount: (email) => removeByAddress(db, email, { ownWish: true }, hashAddress),
    log: (level, message) => log[level === "error" ? "error" : "debug"]({ level }, message),
  });

  async function findViewer(token: string): Promise<Viewer | null> {
    const claims = tokens.read(token);
    const user = claims && (await users.load(claims.email));
    if (!user || user.id !== claims?.sub || user.tokenVersion !== claims.version) return null;
    const signedInAt = new Date(claims.auth_time * 1000);
    return { ...user, signedInAt, secondFactor: claims.second_factor };
  }

  const authorise = createAuthorise({
    ...config,
    readOnlyUntil,
    findViewer,
    hasSecondFactor: (email) => hasSecondFactor(db, email),
    identify: (request) => provider.identify(toProviderHeaders(request, siteUrls).values),
  });

  await registerHeaders(app, {
    corsOrigins: config.corsOrigins,
    https: config.publicUrl?.startsWith("https:") ?? false,
    stripe: config.payments.kind === "stripe",
  });
  const { isLate } = registerLoadShedding(app, {
    ping: () => sql`select 1`.execute(db),
    shedAfterMs: config.shedAfterMs,
    log,
  });
  // After what sheds load, so that nobody pays for what is refused.
  registerPrices(app, budgets);
  registerOperations(app, {
    db,
    log,
    isDraining,
    metricsToken: config.metricsToken,
    registry,
    readMetrics: shared?.readMetrics,
    loopback: config.publicUrl === undefined,
  });
  mountIdentity(app, { provider, limiter, readOnlyUntil, siteUrls });
  if (config.demo) await app.register(demoIssuer, { key: demoKey, siteUrls });

  const lists = createPublishedLists(db);
  const forgetLists = () => {
    lists.forget();
    pages.forget();
  };
  const live = createLiveResults({
    load: (surveyIds) => readResults(db, surveyIds),
    readEndings: createEndingsReader(db),
    onFailure: (error) => log.warn({ err: error }, "live results could not be read"),
  });
  metrics.showViewers(live.countViewers);
  app.addHook("preClose", async () => live.close());
  const streams = shared?.streams ?? createAtOnce(LIVE_STREAMS_AT_ONCE * config.limitFactor);
  const payments = await mountPayments(app, {
    db,
    log,
    settings: config.payments,
    sandboxKey: deriveKey(secret, "payment sandbox"),
    onReconciled: metrics.noteReconciled,
    every,
    readOnlyUntil,
  });

  mountSurveyFinders(app, { db, siteUrl, lists });
  const served = config.payments.kind === "sandbox" ? routes : routesWithoutSandbox;
  const readSettings = async () => {
    const until = await readOnly.shown();
    const given = { ...config, socialProviders, readOnlyUntil: until?.toISOString() ?? null };
    return routes.readSettings.reply.parse(given);
  };
  const openData = { db, licence: config.openDataLicence };
  const siteLog = mountSiteLog(app, {
    ...config,
    db,
    log,
    secret,
    every,
    host: new URL(siteUrl).host,
    onState: metrics.noteLog,
    onQuorum: metrics.noteQuorum,
  });
  const transparency = createTransparency({ ...openData, siteUrl, readLog: siteLog.readSummary });
  const pages = await registerSite(app, {
    routes: served,
    siteUrl,
    budgets,
    isLate,
    testimonials: config.demo ? testimonials : undefined,
    readSettings,
    listSurveys: lists.readFirst,
    findSurvey: (id) => findPublic(db, id),
    readTransparency: transparency.read,
  });

  const signer = createSiteSigner(secret, config);
  metrics.showRefused(() => signer.heads.refused.size);
  const record = { db, signer, host: new URL(siteUrl).host };
  const makeReceipts = createReceiptMaker(record);
  const votes = createVoteWriter(db, makeReceipts, metrics.observeVotes);
  const mayTakePart = (viewer: Viewer | null) =>
    can(viewer, "survey:take-part", config.participation);
  const handlers = {
    ...settingsHandlers(readSettings),
    ...identityHandlers({
      ...config,
      db,
      users,
      readOnlyUntil,
      tokens,
      hashAddress,
      proofs,
      withdrawClaims: (ownerId) =>
        withdrawClaims({ ...record, log }, { ownerId, most: WITHDRAWN_AT_LOG_IN }),
    }),
    ...userHandlers({ db, users, hashAddress }),
    ...surveyorRequestHandlers({ db, mailer, siteUrl }),
    ...surveyHandlers({ db, surveys: createSurveyReader(db), lists }),
    ...voteHandlers({ db, votes, live, streams, hashNetwork }),
    ...mountRecord(app, { ...record, log, makeReceipts, mayTakePart, every }),
    ...voteCheckHandlers({ db }),
    ...siteLog.handlers,
    ...reactionHandlers({ db }),
    ...commentHandlers({ db }),
    ...publicationHandlers({ db, mailer, siteUrl, onPublicChange: forgetLists }),
    ...responseHandlers({ db, users }),
    ...reportHandlers({ db }),
    ...mountSuspicion({ db, every, asides: createAsides(record) }),
    ...noticeHandlers({ db }),
    ...auditHandlers({ db }),
    ...securityEventHandlers({ db }),
    ...personalDataHandlers({ db }),
    ...overviewHandlers({ db }),
    ...transparencyHandlers({ ...openData, transparency }),
    ...contactHandlers({ db, mailer }),
    ...payments,
  } satisfies Handlers<typeof routes>;
  const admit = limitCalls(authorise, limiter, budgets.persons);
  const paced = fewAtATime(routes, handlers, budgets, config.limitFactor);
  bindRoutes(app, { admit, authorise }, served, paced);

  // A local site has several addresses; `/` means the one from which the document was read.
  registerReference(app, served, config.publicUrl ?? "/");
  return app;
}

/** A local site can be opened under several names. */
function localUrls({ host, port }: Config): string[] {
  return [...new Set([host, "127.0.0.1", "localhost"])].map((name) => {
    const shown = name.includes(":") ? `[${name}]` : name;
    return `http://${shown}:${port}`;
  });
}
