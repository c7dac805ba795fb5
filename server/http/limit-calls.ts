import type { FastifyRequest } from "fastify";
import type { Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callLimits, searchLimits } from "../limits/call-limits.ts";
import type { Limiter } from "../limits/limiter.ts";
import type { LimitName } from "../limits/limits.ts";
import type { Subject } from "../limits/network.ts";
import type { Authorise, Caller } from "./authorise.ts";
import { ProblemError } from "./problems.ts";

/**
 * Authorises the call and counts it against the limits of its route: first those by address, so
 * that they also limit the cost of authorising, then those by person.
 */
export function limitCalls(authorise: Authorise, limiter: Limiter): Authorise {
  const always = byRoute(callLimits);
  const searching = byRoute(callLimits, searchLimits);

  return (route, request) => {
    const names = (isSearch(request) ? searching : always).get(route) ?? none;
    return names.length > 0 ? countAndAuthorise(names, route, request) : authorise(route, request);
  };

  async function countAndAuthorise(names: LimitName[], route: Route, request: FastifyRequest) {
    const from = { address: request.address };
    for (const name of names) {
      if (limiter.limits[name].by === "address") await takeOrRefuse(limiter, name, from);
    }
    const caller = await authorise(route, request);
    for (const name of names) {
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

type LimitTable = Partial<Record<keyof typeof routes, LimitName[]>>;
const none: LimitName[] = [];

/** The limits of each route in any of the tables. */
function byRoute(...tables: LimitTable[]): Map<Route, LimitName[]> {
  const names = Object.keys(routes) as (keyof typeof routes)[];
  return new Map(
    names.map((name) => [routes[name], tables.flatMap((table) => table[name] ?? none)]),
  );
}

function personOf({ viewer, identity }: Caller): string | undefined {
  return viewer?.id ?? identity?.email;
}

function isSearch({ query }: FastifyRequest): boolean {
  const { search } = query as { search?: unknown };
  return search !== undefined && search !== "";
}
