import { randomUUID } from "node:crypto";
import { callAddress } from "../contract/call.ts";
import { IDENTITY_PATH } from "../contract/identity.ts";
import { feedPath, pages, prefixOf } from "../contract/pages.ts";
import { can } from "../contract/permissions.ts";
import { fillPath, type Price, type Route } from "../contract/route.ts";
import { routes } from "../contract/routes.ts";
import {
  DRAWING_MS,
  PASSING_MS,
  pagePrice,
  priceBefore,
  priceOf,
  priceOfMiss,
  RENDERING_MS,
  SITEMAP_MS,
} from "../server/http/limits/prices.ts";
import { picturePath } from "../server/outreach/sharing/rules.ts";
import { languageIds } from "../words/generated/languages.ts";
import { dearestQueries } from "./dearest-queries.ts";
import { type ExpensiveSite, openExpensiveSite } from "./expensive-site.ts";
import { inLab, say } from "./lab.ts";
import { startMeter } from "./processes.ts";

// `npm run bench:prices`: what each call costs, beside the price in server/http/limits/prices.ts. Ends with 1
// if one costs more than three times its price.
// `npm run bench:prices -- list` measures only what begins like that.

interface Measured {
  name: string;
  price: Price | undefined;
  /** Of the price, for pages. */
  more?: number;
  /** Of the price, for lists. */
  query?: Record<string, string>;
  method?: string;
  url: (turn: number) => string;
  token?: ((turn: number) => string | undefined) | undefined;
  body?: (turn: number) => object;
}

// The system counts in hundredths of a second, so a few calls say nothing.
const ENOUGH_CPU_MS = 800;
const LONGEST_MS = 4_000;
const WARM_UP_MS = 2_500;
const MOST_CALLS = 5_000;
const AT_ONCE = 4;
// A price is rounded, and the same for all that a call may be asked for.
const MOST_TIMES = 3;
// Longer than nearly all names of calls.
const WIDEST = 72;
// What the site and its database do by themselves meanwhile.
const NOISE_MS = 0.3;

/** Every route that reads, as somebody who may, with the longest answers that it gives. */
function readingCalls({ product, survey, surveys, votes, tokens }: ExpensiveSite): Measured[] {
  const needed: Record<string, Record<string, string>> = {
    readVoteMarks: { ids: surveys.slice(0, 50).join() },
    readOembed: { url: product.url + fillPath(pages.results, { id: survey }) },
  };
  // A stream never ends, and one person's receipt and payment are not there.
  const left = ["watchResults", "readVoteReceipt", "readReceipt", "readOwnSurvey"];
  return Object.entries<Route>(routes)
    .filter(([name, { method }]) => method === "GET" && !left.includes(name))
    .flatMap(([name, route]) => {
      const email = route.access.startsWith("response") ? emails.surveyor : emails.user;
      const params = { id: survey, email };
      const queries = dearestQueries[name as keyof typeof routes] ?? [];
      // Those of findings need to know which one.
      const plain = name === "listSuspicious" ? [] : [needed[name] ?? {}];
      return [...plain, ...queries].map((query): Measured => {
        const token = query.notVoted ? tokens.user : tokenFor(route, tokens);
        return {
          name: callAddress(name, { query: needed[name] ? {} : query }),
          price: priceOf("GET", route.path),
          query,
          more: votes * PASSING_MS * readingsOfOwnVotes(name, query),
          url: (turn) => {
            // The same list is in memory for a second.
            const limit = name === "listSurveys" && Number(query.limit ?? 900) + (turn % 100);
            return callAddress(route.path, { params, query: limit ? { ...query, limit } : query });
          },
          token: () => token,
        };
      });
    });
}

/** The next survey is looked for in one list after another, until there is one. */
function readingsOfOwnVotes(name: string, { notVoted, language }: Record<string, string>) {
  if (name === "listOwnVotes") return 1;
  if (name !== "findNextSurvey") return notVoted ? 1 : 0;
  return language === "hi" ? 3 : 1;
}

const emails = { user: "caller1@bench.test", surveyor: "caller3@bench.test" };

function tokenFor({ access }: Route, tokens: ExpensiveSite["tokens"]): string | undefined {
  if (access === "public" || access === "identity") return undefined;
  if (access === "signed-in" || access === "self") return tokens.user;
  if (access.endsWith("-own") || access === "survey:create") return tokens.surveyor;
  return can({ role: "user", admin: true }, access) && !access.startsWith("survey:take")
    ? tokens.admin
    : tokens.user;
}

/** Some that write, and what is not in the table of routes. */
function otherCalls({ survey, surveys, tokens }: ExpensiveSite): Measured[] {
  const at = <Item>(items: Item[], turn: number) => items[turn % items.length] as Item;
  const call = (name: keyof typeof routes, rest: Partial<Measured>): Measured => {
    const { method, path } = routes[name];
    const url = callAddress(path, { params: { id: survey, email: emails.user } });
    return { name, method, price: priceOf(method, path), url: () => url, ...rest };
  };
  const read = (url: string): Measured => ({
    name: url,
    price: priceOf("GET", url),
    url: () => url,
  });
  const someone = (turn: number) => at(tokens.people, turn);
  const signIn = `${IDENTITY_PATH}/sign-in/email`;
  return [
    { ...call("listSurveys", {}), name: "listSurveys, in memory", url: () => "/survey/item" },
    call("castVote", {
      token: someone,
      body: (turn) => ({
        surveyItemId: at(surveys, Math.floor(turn / tokens.people.length)),
        vote: "yes",
        report: "",
      }),
    }),
    call("like", { token: someone }),
    call("addComment", {
      token: () => tokens.proUser,
      body: () => ({ comment: "I have seen it. ".repeat(100) }),
    }),
    call("createSurvey", {
      token: () => tokens.surveyor,
      body: () => ({ title: "T", description: "D", category: "politics", question: "Should we?" }),
    }),
    call("sendMessage", {
      body: () => ({ name: "Ada", email: "ada@example.org", message: "Where is my survey?" }),
    }),
    call("createSignUpChallenge", { body: () => ({}) }),
    call("registerUser", {
      token: () => tokens.user,
      body: () => ({ email: emails.user, username: "P", url: "" }),
    }),
    {
      name: "signIn, unknown address",
      method: "POST",
      price: priceOf("POST", signIn),
      url: () => signIn,
      body: () => ({ email: `${randomUUID()}@bench.test`, password: "not this one" }),
    },
    {
      name: "readSession, nobody",
      price: priceOf("GET", `${IDENTITY_PATH}/get-session`),
      url: () => `${IDENTITY_PATH}/get-session`,
    },
    {
      name: "page, rendered",
      price: pagePrice,
      more: RENDERING_MS,
      url: (turn) => fillPath(pages.survey, { id: at(surveys, turn) }),
    },
    {
      name: "picture, drawn",
      price: priceOf("GET", "/share/:file"),
      more: DRAWING_MS,
      url: (turn) => anyPicture(at(surveys, turn)),
    },
    {
      name: "frame",
      price: priceOf("GET", pages.embed),
      url: (turn) => fillPath(pages.embed, { id: at(surveys, turn) }),
    },
    {
      name: "sitemaps, all in turn",
      price: priceOf("GET", "/sitemaps/:file"),
      more: SITEMAP_MS,
      url: (turn) => `${prefixOf(at([...languageIds], turn))}/sitemaps/${turn % 25}.xml`,
    },
    { name: "page, in memory", price: pagePrice, url: () => pages.aboutResults },
    { name: "no such page", price: pagePrice, url: (turn) => `/no/such/page/${turn}` },
    ...[
      "/healthz",
      "/readyz",
      "/openapi.json",
      "/docs",
      "/robots.txt",
      "/sitemap.xml",
      "/sitemaps/pages.xml",
      feedPath(null),
      "/verify.mjs",
    ].map(read),
  ];
}

/** The newest picture of a survey without votes, whatever it shows. */
const anyPicture = (id: string) =>
  picturePath({ id, language: "en", order: 0, hash: "0".repeat(16) });

async function measure(site: ExpensiveSite, { method = "GET", url, token, body }: Measured) {
  let [turn, bytes] = [0, 0];
  const statuses = new Set<number>();
  async function callOnce(): Promise<void> {
    const now = turn;
    turn += 1;
    const proof = token?.(now);
    const answer = await fetch(site.product.url + url(now), {
      method,
      headers: {
        accept: "text/html, */*",
        "accept-encoding": "br",
        ...(proof && { validation: `bearer ${proof}` }),
        ...(body && { "content-type": "application/json" }),
      },
      body: body ? JSON.stringify(body(now)) : null,
    });
    statuses.add(answer.status);
    for await (const part of answer.body ?? []) bytes += part.length;
  }
  async function askAtOnce(isOver: () => boolean): Promise<void> {
    const askers = Array.from({ length: AT_ONCE }, async () => {
      do await callOnce();
      while (!isOver());
    });
    await Promise.all(askers);
  }
  // The first thousands of calls are several times slower, until the code is compiled.
  const warm = performance.now() + WARM_UP_MS;
  await askAtOnce(() => performance.now() > warm);
  const [first, start] = [turn, performance.now()];
  const meter = startMeter(site.product.pid, site.databasePid);
  bytes = 0;
  const isEnough = () => {
    const { loop, threads, database } = meter();
    return (
      turn - first >= MOST_CALLS ||
      performance.now() - start > LONGEST_MS ||
      loop + threads + database > ENOUGH_CPU_MS
    );
  };
  await askAtOnce(isEnough);
  const calls = turn - first;
  const { loop, threads, database } = meter();
  return {
    loop: loop / calls,
    threads: threads / calls,
    database: database / calls,
    megabytes: bytes / calls / 1_000_000,
    status: [...statuses].join(" "),
  };
}

await inLab("bench", async (lab) => {
  const site = await openExpensiveSite(lab);
  const starts = process.argv.slice(2);
  const wanted = [...readingCalls(site), ...otherCalls(site)].filter(
    ({ name }) => starts.length === 0 || starts.some((start) => name.startsWith(start)),
  );
  const line = ([name = "", ...cells]: string[]) =>
    say(name.padEnd(WIDEST) + cells.map((cell) => cell.padStart(10)).join(""));
  say("Milliseconds of computing for each call.\n");
  line(["call", "status", "MB", "loop", "threads", "database", "measured", "price", ""]);
  for (const one of wanted) {
    const { loop, threads, database, megabytes, status } = await measure(site, one);
    const measured = loop + threads + database;
    const { price = { call: 0 }, query = {}, more = 0 } = one;
    const paid =
      priceBefore(price, query) +
      (one.query ? priceOfMiss(price, query) : 0) +
      more +
      (price.perMegabyte ?? 0) * megabytes;
    const isLie = measured > paid * MOST_TIMES + NOISE_MS;
    if (isLie) process.exitCode = 1;
    const verdict = isLie ? "TOO LOW" : measured < paid / 4 ? "too high" : "";
    const figures = [megabytes, loop, threads, database, measured, paid];
    line([one.name, status, ...figures.map((figure) => figure.toFixed(2)), verdict]);
  }
});
