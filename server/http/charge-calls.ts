import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from "fastify";
import type { Caller } from "./authorise.ts";
import { type Budgets, LONGEST_WAIT_MS } from "./limits/budgets.ts";
import { pagePrice, priceBefore, priceOf } from "./limits/prices.ts";
import { OPERATIONS_PATHS } from "./operations.ts";
import { ProblemError } from "./problems.ts";

const MEGABYTE = 1_000_000;

/**
 * Charges the price of each call to the caller's network, before anything else is done for it, and
 * the price of what it sent to network and person. A path without a price can't be served.
 */
export function registerPrices(app: FastifyInstance, budgets: Budgets): void {
  // Pages have no route: they are what is sent for addresses that have none.
  app.addHook("onRequest", (request, _reply, done) => {
    if (!request.is404) return done();
    goOn(budgets.networks.begin({ address: request.address }, pagePrice.call), done);
  });
  app.addHook("onRoute", (route) => {
    const price = [route.method].flat().map((method) => priceOf(method, route.url))[0];
    if (!price) throw new Error(`${route.method} ${route.url} needs a price in limits/prices.ts`);
    const { perMegabyte } = price;
    const purse = OPERATIONS_PATHS.includes(route.url) ? budgets.probes : budgets.networks;
    const before: onRequestHookHandler = (request, _reply, done) => {
      const ms = priceBefore(price, request.query);
      goOn(purse.begin({ address: request.address }, ms), done);
    };
    route.onRequest = [before, ...[route.onRequest ?? []].flat()];
    if (!perMegabyte) return;
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      (request, _reply, payload, done) => {
        const pay = (bytes: number) =>
          chargeAfter(budgets, request, (bytes / MEGABYTE) * perMegabyte);
        if (payload instanceof Readable) return done(null, Readable.from(paced(payload, pay)));
        if (typeof payload === "string" || Buffer.isBuffer(payload)) pay(payload.length);
        done(null, payload);
      },
    ];
  });
}

/** Charges what a call has used in addition, and says how long more of it has to wait. */
export function chargeAfter({ networks, persons }: Budgets, request: FastifyRequest, ms: number) {
  const person = personOf(request.caller);
  return Math.max(
    networks.charge({ address: request.address }, ms),
    person === undefined ? 0 : persons.charge(person, ms),
  );
}

/** Charges for a part of a call that is about to begin, and goes on when it is time, or refuses. */
export async function pay(
  { networks, persons }: Budgets,
  { address, viewer }: { address: string; viewer: { id: string } | null },
  ms: number,
): Promise<void> {
  const wait = Math.max(networks.begin({ address }, ms), viewer ? persons.begin(viewer.id, ms) : 0);
  if (wait > LONGEST_WAIT_MS) throw tooMany(wait);
  if (wait > 0) await delay(wait);
}

/** Sends a long answer only as fast as it is paid for. */
async function* paced(parts: Readable, pay: (bytes: number) => number) {
  for await (const part of parts) {
    yield part;
    const wait = pay(part.length);
    if (wait > 0) await delay(wait);
  }
}

/** Goes on when it is time, or refuses then. */
export function goOn(wait: number, done: (error?: Error) => void): void {
  if (wait === 0) {
    done();
    return;
  }
  const refusal = wait > LONGEST_WAIT_MS ? tooMany(wait) : undefined;
  setTimeout(() => done(refusal), Math.min(wait, LONGEST_WAIT_MS));
}

function tooMany(waitMs: number): ProblemError {
  return new ProblemError("too_many_requests", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

export function personOf(caller: Caller | undefined): string | undefined {
  return caller?.viewer?.id ?? caller?.identity?.email;
}
