import type { Price, Route } from "../../contract/route.ts";
import { pay } from "./charge-calls.ts";
import { TitledRows } from "./downloads.ts";
import type { Call, Handler, Handlers } from "./handlers.ts";
import { createAtOnce } from "./limits/at-once.ts";
import type { Budgets } from "./limits/budgets.ts";
import { widestNetwork } from "./limits/network.ts";
import { priceBefore, priceOfMiss, priceOfRoute } from "./limits/prices.ts";
import { ProblemError } from "./problems.ts";
import { createTurns } from "./turns.ts";

// A call that costs more holds the event loop, or a core of the database, for so long that others
// notice when several come at once.
const DEAR_MS = 10;
// One network or person has one of them, so somebody else always has the other.
const AT_ONCE = 2;
// The last of them waits for a second or two.
const MAX_WAITING = 100;
const MAX_WAITING_EACH = 20;
const RETRY_SECONDS = 2;
// Files that one network or person reads at the same time: an office's. Each holds a batch or two in
// memory, a megabyte at most, for as long as its reader takes.
const FILES_AT_ONCE = 12;
// Most files are read in less.
const FILE_RETRY_SECONDS = 30;

// What an answer costs by its size is charged when it is sent. So few of these calls of one network
// or person are under way that what is not paid yet is little.
const BY_SIZE_MS = 50;
const UNPAID_AT_ONCE = 2;
// As many as there may be connections: each of them waits for its own network only.
const MAX_UNPAID_WAITING = 10_000;

/**
 * The same handlers, but those of dear calls run a few at a time, while others go on. Of a file
 * each part takes its turn, so a slow reader keeps nobody waiting.
 */
export function fewAtATime<Table extends Record<string, Route>>(
  table: Table,
  handlers: Handlers<Table>,
  budgets: Budgets,
  limitFactor: number,
): Handlers<Table> {
  const run = createTurns({
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitingEach: MAX_WAITING_EACH,
    retrySeconds: RETRY_SECONDS,
  });
  const runUnpaid = createTurns({
    atOnce: Number.POSITIVE_INFINITY,
    atOnceEach: UNPAID_AT_ONCE * limitFactor,
    maxWaiting: MAX_UNPAID_WAITING,
    retrySeconds: RETRY_SECONDS,
  });
  const files = createAtOnce(FILES_AT_ONCE * limitFactor);

  function inTurn(handler: Handler<Route>): Handler<Route> {
    return (call) => run(async () => handler(call), { subjects: subjectsOf(call) });
  }

  /** Those before it may have used up the budget while it waited. */
  function whenPaid(handler: Handler<Route>): Handler<Route> {
    return (call) =>
      runUnpaid(
        async () => {
          await pay(budgets, call, 0);
          return handler(call);
        },
        { subjects: subjectsOf(call) },
      );
  }

  /**
   * Charged as soon as it is known that the list is not in memory. A search and a long list wait
   * until those before them are paid for.
   */
  function paidIfMissed(handler: Handler<Route>, price: Price): Handler<Route> {
    const read: Handler<Route> = (call) => {
      const answer = handler(call);
      if (answer instanceof Promise) {
        budgets.networks.charge({ address: call.address }, priceOfMiss(price, call.query));
      }
      return answer;
    };
    const readWhenPaid = whenPaid(read);
    const mostOf = ({ query }: Call<Route>) =>
      priceBefore(price, query) + priceOfMiss(price, query);
    return (call) => (mostOf(call) >= DEAR_MS ? readWhenPaid(call) : read(call));
  }

  function partsInTurn(handler: Handler<Route>): Handler<Route> {
    return async (call) => {
      const answer = await handler(call);
      if (answer instanceof TitledRows) {
        return new TitledRows(answer.title, eachInTurn(answer.rows, call));
      }
      return eachInTurn(answer as AsyncIterable<unknown[]>, call);
    };
  }

  async function* eachInTurn<Part>(parts: AsyncIterable<Part>, call: Call<Route>) {
    const reading = parts[Symbol.asyncIterator]();
    const subjects = subjectsOf(call);
    const end = new AbortController();
    const next = (begun: boolean) => run(() => reading.next(), { subjects, begun });
    const { address, viewer } = call;
    const readers = viewer ? [{ address }, viewer.id] : [{ address }];
    try {
      if (!readers.every((reader) => files.enter(reader, end.signal))) {
        throw new ProblemError("too_many_requests", { retryAfterSeconds: FILE_RETRY_SECONDS });
      }
      for (let part = await next(false); !part.done; part = await next(true)) yield part.value;
    } finally {
      end.abort();
      await reading.return?.();
    }
  }

  const wrapped = Object.entries(handlers).map(([name, given]) => {
    const route = table[name] as Route;
    const handler = given as unknown as Handler<Route>;
    if (route.download) return [name, partsInTurn(handler)];
    const price = priceOfRoute(route);
    const { call, perMegabyte = 0, perItem } = price;
    if (call >= DEAR_MS) return [name, inTurn(handler)];
    if (perItem) return [name, paidIfMissed(handler, price)];
    return [name, perMegabyte >= BY_SIZE_MS ? whenPaid(handler) : handler];
  });
  return Object.fromEntries(wrapped);
}

function subjectsOf({ address, viewer }: Call<Route>): string[] {
  return [widestNetwork(address), ...(viewer ? [viewer.id] : [])];
}
