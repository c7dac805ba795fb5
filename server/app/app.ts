import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { routes, routesWithoutSandbox } from "../../contract/routes.ts";
import { createAuthorise } from "../http/authorise.ts";
import { bindRoutes } from "../http/bind.ts";
import { fewAtATime } from "../http/few-at-a-time.ts";
import type { Handlers } from "../http/handlers.ts";
import { limitCalls } from "../http/limit-calls.ts";
import { registerReference } from "../http/reference.ts";
import { registerSite } from "../http/site.ts";
import { testimonialsIn } from "../operations/demo/testimonials.ts";
import { overviewHandlers } from "../operations/overview/handlers.ts";
import { settingsHandlers } from "../operations/settings/handlers.ts";
import { mountAssistants } from "../outreach/assistants/mount.ts";
import { createTextReader } from "../outreach/brand/cache.ts";
import { brandHandlers } from "../outreach/brand/handlers.ts";
import { mountBrand } from "../outreach/brand/mount.ts";
import { embedHandlers } from "../outreach/embeds/handlers.ts";
import { mountFrames } from "../outreach/embeds/mount.ts";
import { mountHomeScreen } from "../outreach/home-screen/mount.ts";
import { mountSharing } from "../outreach/sharing/mount.ts";
import { auditHandlers } from "../people/audit/handlers.ts";
import { contactHandlers } from "../people/contact/handlers.ts";
import { noticeHandlers } from "../people/notices/handlers.ts";
import { mountPayments } from "../people/payments/mount.ts";
import { deriveKey } from "../process/secret.ts";
import { createPublishedLists } from "../surveys/survey/cache.ts";
import { findPublic } from "../surveys/survey/queries.ts";
import { assembleHttp } from "./assemble-http.ts";
import { assembleIdentity } from "./assemble-identity.ts";
import { assembleRecord } from "./assemble-record.ts";
import { assembleSurveys } from "./assemble-surveys.ts";
import { type AppDeps, createServices } from "./services.ts";

/** Builds the server with all its routes. It does not listen yet. */
export async function buildApp(given: AppDeps): Promise<FastifyInstance> {
  const deps = { registry: new Registry(), ...given };
  const { config, db, secret } = deps;
  const { app, budgets, isLate, watchLag } = await assembleHttp(deps);
  const services = createServices(app, deps);
  const record = assembleRecord(app, services);
  const identity = await assembleIdentity(app, { ...services, budgets });
  const settings = settingsHandlers({ ...services, ...identity });
  const lists = createPublishedLists(db);
  const served = config.payments.kind === "sandbox" ? routes : routesWithoutSandbox;
  const texts = createTextReader({ db, testimonials: config.demo ? testimonialsIn : () => [] });
  const sharing = await mountSharing(app, { ...services, budgets });
  const pages = await registerSite(app, {
    ...services,
    routes: served,
    embed: config.embed,
    budgets,
    isLate,
    readTexts: texts.read,
    readSettings: settings.readSettings,
    listSurveys: lists.readFirst,
    findSurvey: (id) => findPublic(db, id),
    readTransparency: record.readTransparency,
    pictureFor: sharing.pictureFor,
  });
  const onPublicChange = () => {
    lists.forget();
    pages.forget();
    sharing.forget();
  };
  const { brand } = services;
  mountFrames(app, services);
  mountBrand(app, services);
  const { corsOrigins } = config;
  mountAssistants(app, { ...services, ...identity.proof, corsOrigins, budgets });
  mountHomeScreen(app, { brand, readShell: pages.readShell });
  const handlers = {
    ...settings,
    ...brandHandlers({ ...services, texts, onPublicChange }),
    ...identity.handlers,
    ...record.handlers,
    ...assembleSurveys(app, services, {
      ...record,
      pictureFor: sharing.pictureFor,
      lists,
      budgets,
      onPublicChange,
    }),
    ...embedHandlers({ ...services, ...sharing }),
    ...(await mountPayments(app, {
      ...services,
      settings: config.payments,
      sandboxKey: deriveKey(secret, "payment sandbox"),
      onReconciled: services.metrics.noteReconciled,
    })),
    ...noticeHandlers(services),
    ...auditHandlers(services),
    ...overviewHandlers(services),
    ...contactHandlers(services),
  } satisfies Handlers<typeof routes>;
  const authorise = createAuthorise({ ...config, ...services, ...identity.proof });
  const admit = limitCalls(authorise, services.limiter, budgets.persons);
  const paced = fewAtATime(routes, handlers, budgets, config.limitFactor);
  bindRoutes(app, { admit, authorise }, served, paced);
  // A local site has several addresses; `/` means the one from which the document was read.
  registerReference(app, served, config.publicUrl ?? "/", async () => (await brand.read()).name);
  watchLag();
  return app;
}
