import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { emailAddress } from "../../../contract/fields.ts";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import { identityCalls } from "../../../contract/identity-calls.ts";
import type { Route } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import type { SecurityEventKind } from "../../../contract/security-events.ts";
import { sayDevice } from "../../../words/say-device.ts";
import type { Database } from "../../database/connect.ts";
import { deviceOf, shortAddress } from "../../http/client-words.ts";
import { words } from "../../process/words.ts";
import { type StoreSecurityEvent, storeSecurityEvent } from "./queries.ts";

const SIGN_IN = IDENTITY_PATH + identityCalls.signIn.path;
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

// What anybody may read is no secret that leaves the site.
const downloads = new Map(
  Object.values<Route>(routes)
    .filter((route) => route.download && route.access !== "public")
    .map((route) => [nameOf(route), route.download]),
);
const ofTokens = new Map<string, SecurityEventKind>([
  [nameOf(routes.createToken), "token.made"],
  [nameOf(routes.endToken), "token.ended"],
]);
const OWN_DATA = nameOf(routes.downloadOwnData);

// These have rows in the audit log, so here they only get a line in the server's log.
const audited = new Map([
  [nameOf(routes.changeRole), "role.changed"],
  [nameOf(routes.deleteUser), "person.deleted"],
]);

interface Deps {
  db: Database;
  log: Pick<FastifyBaseLogger, "info" | "error">;
}

/** Records the answers that are security events. Returns a function that records others. */
export function mountSecurityEvents(app: FastifyInstance, deps: Deps): StoreSecurityEvent {
  const storeEvent = createStore(deps);
  watchAnswers(app, storeEvent);
  return storeEvent;
}

/** Writes a row and a line in the log for each event, without secrets and e-mails. */
function createStore({ db, log }: Deps): StoreSecurityEvent {
  return async ({ kind, whose, detail, browser, ...client }) => {
    const address = shortAddress(client.address);
    const device = deviceOf(client.userAgent);
    const logged = { kind, detail, address, device: sayDevice(words.en.devices, device) };
    try {
      const event = { kind, whose, detail, browser, address, device };
      const userId = await storeSecurityEvent(db, event);
      log.info({ security: { ...logged, userId } }, "security event");
    } catch (error) {
      const userId = whose && "userId" in whose ? whose.userId : undefined;
      log.error({ err: error, security: { ...logged, userId } }, "security event not stored");
    }
  };
}

const watched = new Set([
  SIGN_IN,
  ...Object.values<Route>(routes)
    .filter((route) => [downloads, audited, ofTokens].some((kinds) => kinds.has(nameOf(route))))
    .map(({ path }) => path),
]);

/** Looks at the answers of these routes before they are sent, and records security events. */
function watchAnswers(app: FastifyInstance, storeEvent: StoreSecurityEvent): void {
  app.addHook("onRoute", (route) => {
    // Before the first byte, so that a download that is aborted is recorded too.
    if (watched.has(route.url)) route.onSend = storeEventOf;
  });

  async function storeEventOf(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { method, routeOptions, caller } = request;
    const client = { address: request.address, userAgent: request.headers["user-agent"] };
    if (routeOptions.url === SIGN_IN && method === "POST") {
      if (reply.statusCode === 401) {
        await storeEvent({ kind: "log-in.failed", whose: whoseLogIn(request), ...client });
      } else if (reply.statusCode === 429) {
        await storeEvent({ kind: "log-in.locked", whose: whoseLogIn(request), ...client });
      }
    }
    if (reply.statusCode !== 200 || !caller?.viewer) return;
    const called = `${method} ${routeOptions.url}`;
    const whose = { userId: caller.viewer.id };
    const detail = downloads.get(called);
    if (called === OWN_DATA) await storeEvent({ kind: "data.download", whose, ...client });
    else if (detail) await storeEvent({ kind: "export", whose, detail, ...client });
    const ofToken = ofTokens.get(called);
    if (ofToken) await storeEvent({ kind: ofToken, whose, ...client });
    const kind = audited.get(called);
    if (kind) {
      const { id: subjectId } = request.params as { id: string };
      const address = shortAddress(client.address);
      request.log.info({ security: { kind, ...whose, subjectId, address } }, "security event");
    }
  }
}

function whoseLogIn({ body }: FastifyRequest) {
  const email = emailAddress.safeParse((body as { email?: unknown } | undefined)?.email);
  return email.success ? { email: email.data } : null;
}
