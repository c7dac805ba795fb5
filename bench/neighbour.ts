import { Agent, request } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { IDENTITY_PATH } from "../contract/identity.ts";
import { pages, prefixOf } from "../contract/pages.ts";
import { fillPath } from "../contract/route.ts";
import { picturePath } from "../server/outreach/sharing/rules.ts";
import { languageIds } from "../words/generated/languages.ts";
import { whileOpen } from "./database.ts";
import { type ExpensiveSite, openExpensiveSite } from "./expensive-site.ts";
import { median, percentile } from "./figures.ts";
import type { Attack } from "./neighbour-attack.ts";
import { outputDir } from "./site.ts";
import { startHelper } from "./tasks.ts";

// `npm run bench:neighbour`: how long others wait while one network sends the worst it can, with
// default settings. `npm run bench:neighbour -- six` has only the attackers that begin like that.

const SECONDS = 6;
const HONEST_PER_SECOND = 40;
const GOAL = 3;
const CONNECTIONS = 400;
const say = (text: string) => process.stdout.write(`${text}\n`);

type Call = Attack["calls"][number];

/** What visitors and people of other networks do, each from an address of their own. */
function honestCalls({ surveys, tokens }: ExpensiveSite): Call[] {
  return surveys.slice(0, 400).flatMap((id, index) => {
    const token = tokens.people[index] ?? "";
    return [
      { url: `/survey/details/${id}?comments=0`, token },
      { url: "/survey/item" },
      { url: "/settings" },
      { url: `/survey/comments/${id}`, token },
    ];
  });
}

function attacks({ survey, surveys, tokens }: ExpensiveSite): Record<string, Partial<Attack>> {
  const token = tokens.user;
  const list = (query: (n: number) => string, by?: string) => ({
    connections: 20,
    calls: surveys.map((_, n) => ({ url: `/survey/item?${query(n)}`, ...(by && { token: by }) })),
  });
  const all = `language=${languageIds.join()}`;
  const some = { connections: 20 };
  const dear: Record<string, { connections?: number; calls: Call[] }> = {
    "not voted, in six languages": list(() => `notVoted=true&${all}`, token),
    "not voted, of short lists": list((n) => `notVoted=true&limit=${1 + (n % 50)}`, token),
    "six languages": list((n) => `${all}&limit=${1 + (n % 999)}`),
    "no language": list((n) => `language=hi&sort=votes&limit=${1 + (n % 999)}`),
    "rare words": list((n) => `search=unicorns${n % 9}&sort=votes`),
    "no limit": list((n) => `limit=${1_000 - (n % 100)}`),
    "short lists": list((n) => `limit=${1 + (n % 50)}`),
    sitemaps: {
      calls: Array.from({ length: 6 * languageIds.length }, (_, n) => ({
        url: `${prefixOf(languageIds[n % languageIds.length] ?? "en")}/sitemaps/${Math.floor(n / 6)}.xml`,
      })),
    },
    "response groups": {
      ...some,
      calls: surveys.map((_, n) => ({
        url: `/responseItem?search=${n % 100}`,
        token: tokens.admin,
      })),
    },
    suspicion: { ...some, calls: [{ url: `/suspicion/${survey}`, token: tokens.admin }] },
    "opened records": { ...some, calls: [{ url: `/record/${survey}/opened?format=json` }] },
    "details with all comments": { calls: [{ url: `/survey/details/${survey}`, token }] },
    "long comments": { calls: [{ url: `/survey/comments/${survey}?limit=100`, token }] },
    "pages of surveys": { calls: surveys.map((id) => ({ url: fillPath(pages.survey, { id }) })) },
    pictures: {
      calls: surveys.map((id) => ({
        url: picturePath({ id, language: "en", order: 0, hash: "0".repeat(16) }),
      })),
    },
    "sign-ins": {
      calls: surveys.map((id) => ({
        url: `${IDENTITY_PATH}/sign-in/email`,
        method: "POST",
        body: JSON.stringify({ email: `${id}@bench.test`, password: "not this one" }),
      })),
    },
    "open data": { ...some, calls: [{ url: "/openData/results?format=json" }] },
    probes: { calls: [{ url: "/readyz" }] },
    "no such page": { calls: [{ url: "/no/such/page" }] },
  };
  const lists = Object.values(dear);
  const mix = surveys.map((_, n) => lists[n % lists.length]?.calls[n % 7] ?? { url: "/" });
  // As many as there may be.
  return {
    ...dear,
    "all of these": { calls: mix },
    "idle connections": { connections: CONNECTIONS },
  };
}

/** Calls steadily, however long the answers take. */
async function callHonestly(port: number, calls: Call[], seconds: number) {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let refused = 0;
  const running: Promise<void>[] = [];
  for (let n = 0; n < seconds * HONEST_PER_SECOND; n += 1) {
    running.push(
      new Promise((done) => {
        const { url, token } = calls[n % calls.length] ?? { url: "/" };
        const headers = {
          "x-forwarded-for": `203.0.113.${n % 250}`,
          ...(token && { validation: `bearer ${token}` }),
        };
        const start = performance.now();
        request({ port, path: url, agent, headers }, (answer) => {
          if (answer.statusCode !== 200) refused += 1;
          answer.resume().on("end", () => {
            times.push(performance.now() - start);
            done();
          });
        })
          .on("error", () => {
            refused += 1;
            done();
          })
          .end();
      }),
    );
    await wait(1000 / HONEST_PER_SECOND);
  }
  await Promise.all(running);
  agent.destroy();
  times.sort((a, b) => a - b);
  return { p50: median(times), p90: percentile(times, 0.9), refused };
}

async function measure(site: ExpensiveSite): Promise<boolean> {
  // Others come through a proxy. The attacker does not, so that its connections are its own too.
  const product = await site.start({
    LIMIT_FACTOR: "1",
    TRUSTED_PROXIES: "127.0.0.1",
    MAX_CONNECTIONS: String(CONNECTIONS),
  });
  const { port } = product;
  const honest = honestCalls(site);
  await callHonestly(port, honest, 3);
  const starts = process.argv.slice(2);
  const wanted = Object.entries(attacks(site)).filter(
    ([name]) => starts.length === 0 || starts.some((start) => name.startsWith(start)),
  );
  let held = true;
  for (const [index, [name, { connections = 100, calls = [] }]] of wanted.entries()) {
    // Calm just before, because the machine may do other things too.
    const calm = await callHonestly(port, honest, SECONDS);
    const helper = startHelper("neighbour-attack.js", path.join(outputDir, "attack.log"));
    const address = `127.0.1.${index + 1}`;
    const input: Attack = { port, address, connections, seconds: SECONDS + 1, calls };
    const attack = helper.ask<Record<string, number>>("attack", input);
    await wait(500);
    const busy = await callHonestly(port, honest, SECONDS);
    const answers = await attack;
    await helper.stop();
    const ratio = busy.p50 / calm.p50;
    if (ratio >= GOAL || busy.refused > 0) held = false;
    say(
      `${name.padEnd(28)} median ${calm.p50.toFixed(1)} → ${busy.p50.toFixed(1)} ms (× ${ratio.toFixed(1)}), p90 ${calm.p90.toFixed(1)} → ${busy.p90.toFixed(1)} ms, ${busy.refused} refused; the attacker got ${JSON.stringify(answers)}`,
    );
  }
  return held;
}

await whileOpen(async (closing) => {
  const site = await openExpensiveSite(closing);
  const held = await measure(site);
  say(held ? `Others waited less than ${GOAL} times as long, and none was refused.` : "Not held.");
  if (!held) process.exitCode = 1;
});
