import type { FastifyReply, FastifyRequest } from "fastify";
import type { Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import type { Admit, Authorise, Caller } from "./authorise.ts";
import { goOn, personOf } from "./charge-calls.ts";
import type { Purse } from "./limits/budgets.ts";
import type { Limiter } from "./limits/limiter.ts";
import { type LimitName, limitsOf } from "./limits/limits.ts";
import type { Subject } from "./limits/network.ts";
import { priceBefore, priceOfRoute } from "./limits/prices.ts";
import { ProblemError } from "./problems.ts";

/**
 * Authorises the call and counts it against the limits of its route: first those by address, so
 * that they also limit the cost of authorising, then those by person. Then the person is charged its
 * price, as their network was before.
 */
export function limitCalls(authorise: Authorise, limiter: Limiter, persons: Purse): Admit {
  const all: Route[] = Object.values(routes);
  const limits = new Map(all.map((route) => [route, limitsOf(route)]));
  const prices = new Map(all.map((route) => [route, priceOfRoute(route)]));

  return (route, request, reply) => {
    const counted = limits.get(route) ?? [];
    const caller =
      counted.length > 0 ? countAndAuthorise(counted, route, request) : authorise(route, request);
    // Who is known without reading anything is a visitor.
    if (!(caller instanceof Promise)) return caller;
    const price = prices.get(route);
    const ms = price ? priceBefore(price, request.query) : 0;
    return caller.then((found) =>
      found.credential?.kind === "token"
        ? countToken(found.credential.id, reply).then(() => charge(found, ms))
        : charge(found, ms),
    );
  };

  /** Says what a program may still do, as draft-ietf-httpapi-ratelimit-headers-10 has it. */
  async function countToken(id: string, reply: FastifyReply): Promise<void> {
    const { max, seconds, left, secondsLeft, wait } = await limiter.takeOf("tokenCalls", id);
    reply.header("ratelimit-policy", `"token";q=${max};w=${seconds}`);
    reply.header("ratelimit", `"token";r=${left};t=${secondsLeft}`);
    if (wait > 0) throw new ProblemError("too_many_requests", { retryAfterSeconds: wait });
  }

  function charge(caller: Caller, ms: number): Caller | Promise<Caller> {
    const person = personOf(caller);
    const wait = person === undefined ? 0 : persons.begin(person, ms);
    if (wait === 0) return caller;
    return new Promise((resolve, reject) => {
      goOn(wait, (refusal) => (refusal ? reject(refusal) : resolve(caller)));
    });
  }

  async function countAndAuthorise(
    counted: readonly LimitName[],
    route: Route,
    request: FastifyRequest,
  ) {
    const from = { address: request.address };
    for (const name of counted) {
      if (limiter.limits[name].by === "address") await takeOrRefuse(limiter, name, from);
    }
    const caller = await authorise(route, request);
    for (const name of counted) {
      if (limiter.limits[name].by !== "address") {
        await takeOrRefuse(limiter, name, personOf(caller) ?? from);
      }
    }
    return caller;
  }
}

/** Counts one more. If the limit is reached, answers 429 with the time to wait. */
export async function takeOrRefuse(
  limiter: Limiter,
  name: LimitName,
  subject: Subject,
): Promise<void> {
  const wait = await limiter.take(name, subject);
  if (wait > 0) throw new ProblemError("too_many_requests", { retryAfterSeconds: wait });
}
