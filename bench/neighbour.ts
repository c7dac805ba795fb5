import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { IDENTITY_PATH } from "../contract/identity.ts";
import { pages, prefixOf } from "../contract/pages.ts";
import { fillPath } from "../contract/route.ts";
import { picturePath } from "../server/outreach/sharing/rules.ts";
import { languageIds } from "../words/generated/languages.ts";
import { createClient, type Sent } from "./client.ts";
import { type ExpensiveSite, openExpensiveSite } from "./expensive-site.ts";
import { median, percentile } from "./figures.ts";
import { inLab, type Lab, say } from "./lab.ts";
import type { Attack } from "./neighbour-attack.ts";
import { startHelper } from "./tasks.ts";

// `npm run bench:neighbour`: how long others wait while one network sends the worst it can, with
// default settings. `npm run bench:neighbour -- six` has only the attackers that begin like that.

const SECONDS = 6;
const HONEST_PER_SECOND = 40;
const GOAL = 3;

const as = (token: string | undefined) => ({ headers: { validation: `bearer ${token}` } });

/** What visitors and people of other networks do, each from an address of their own. */
function honestCalls({ surveys, tokens }: ExpensiveSite): Sent[] {
  return surveys.slice(0, 400).flatMap((id, index) => {
    const person = as(tokens.people[index]);
    return [
      { address: `/survey/details/${id}?comments=0`, ...person },
      { address: "/survey/item" },
      { address: "/settings" },
      { address: `/survey/comments/${id}`, ...person },
    ];
  });
}

type Wave = Pick<Attack, "calls"> & { connections?: number };

function attacks({ survey, surveys, tokens }: ExpensiveSite): Record<string, Wave> {
  const [user, admin] = [as(tokens.user), as(tokens.admin)];
  const list = (query: (n: number) => string, by = {}) => ({
    connections: 20,
    calls: surveys.map((_, n) => ({ address: `/survey/item?${query(n)}`, ...by })),
  });
  const all = `language=${languageIds.join()}`;
  const some = { connections: 20 };
  const dear: Record<string, Wave> = {
    "not voted, in six languages": list(() => `notVoted=true&${all}`, user),
    "not voted, of short lists": list((n) => `notVoted=true&limit=${1 + (n % 50)}`, user),
    "six languages": list((n) => `${all}&limit=${1 + (n % 999)}`),
    "no language": list((n) => `language=hi&sort=votes&limit=${1 + (n % 999)}`),
    "rare words": list((n) => `search=unicorns${n % 9}&sort=votes`),
    "no limit": list((n) => `limit=${1_000 - (n % 100)}`),
    "short lists": list((n) => `limit=${1 + (n % 50)}`),
    sitemaps: {
      calls: Array.from({ length: 30 * languageIds.length }, (_, n) => ({
        address: `${prefixOf(languageIds[n % languageIds.length] ?? "en")}/sitemaps/${Math.floor(n / 6)}.xml`,
      })),
    },
    "response groups": {
      ...some,
      calls: surveys.map((_, n) => ({ address: `/responseItem?search=${n % 100}`, ...admin })),
    },
    suspicion: { ...some, calls: [{ address: `/suspicion/${survey}`, ...admin }] },
    "opened records": { ...some, calls: [{ address: `/record/${survey}/opened?format=json` }] },
    "details with all comments": { calls: [{ address: `/survey/details/${survey}`, ...user }] },
    "long comments": { calls: [{ address: `/survey/comments/${survey}?limit=100`, ...user }] },
    "pages of surveys": {
      calls: surveys.map((id) => ({ address: fillPath(pages.survey, { id }) })),
    },
    pictures: {
      calls: surveys.map((id) => ({
        address: picturePath({ id, language: "en", order: 0, hash: "0".repeat(16) }),
      })),
    },
    "sign-ins": {
      calls: surveys.map((id) => ({
        address: `${IDENTITY_PATH}/sign-in/email`,
        method: "POST",
        body: { email: `${id}@bench.test`, password: "not this one" },
      })),
    },
    "open data": { ...some, calls: [{ address: "/openData/results?format=json" }] },
    probes: { calls: [{ address: "/readyz" }] },
    "no such page": { calls: [{ address: "/no/such/page" }] },
  };
  const lists = Object.values(dear);
  const mix = surveys.map((_, n) => lists[n % lists.length]?.calls[n % 7] ?? { address: "/" });
  return { ...dear, "all of these": { calls: mix } };
}

/** Calls steadily, however long the answers take. */
async function callHonestly(site: string, calls: Sent[], seconds: number) {
  const client = createClient([site]);
  const times: number[] = [];
  let refused = 0;
  async function callOnce(n: number): Promise<void> {
    const { address, headers } = calls[n % calls.length] ?? { address: "/" };
    const start = performance.now();
    const { status } = await client.send({
      address,
      headers: { "x-forwarded-for": `203.0.113.${n % 250}`, ...headers },
    });
    times.push(performance.now() - start);
    if (status !== 200) refused += 1;
  }
  const running: Promise<void>[] = [];
  for (let n = 0; n < seconds * HONEST_PER_SECOND; n += 1) {
    running.push(callOnce(n));
    await wait(1000 / HONEST_PER_SECOND);
  }
  await Promise.all(running);
  client.close();
  times.sort((a, b) => a - b);
  return { p50: median(times), p90: percentile(times, 0.9), refused };
}

async function measure(lab: Lab, site: ExpensiveSite): Promise<boolean> {
  const { url, port } = site.product;
  const honest = honestCalls(site);
  await callHonestly(url, honest, 3);
  const starts = process.argv.slice(2);
  const wanted = Object.entries(attacks(site)).filter(
    ([name]) => starts.length === 0 || starts.some((start) => name.startsWith(start)),
  );
  const helper = startHelper("neighbour-attack.js", path.join(lab.logDir, "attack.log"));
  lab.atEnd(() => helper.stop());
  let held = true;
  for (const [index, [name, { connections = 100, calls }]] of wanted.entries()) {
    // Calm just before, because the machine may do other things too.
    const calm = await callHonestly(url, honest, SECONDS);
    const localAddress = `127.0.1.${index + 1}`;
    const input: Attack = { port, localAddress, connections, seconds: SECONDS + 1, calls };
    const attack = helper.ask<Record<string, number>>("attack", input);
    await wait(500);
    const busy = await callHonestly(url, honest, SECONDS);
    const answers = await attack;
    const ratio = busy.p50 / calm.p50;
    if (ratio >= GOAL || busy.refused > 0) held = false;
    say(
      `${name.padEnd(28)} median ${calm.p50.toFixed(1)} → ${busy.p50.toFixed(1)} ms (× ${ratio.toFixed(1)}), p90 ${calm.p90.toFixed(1)} → ${busy.p90.toFixed(1)} ms, ${busy.refused} refused; the attacker got ${JSON.stringify(answers)}`,
    );
  }
  return held;
}

await inLab("bench", async (lab) => {
  // Others come through a proxy. The attacker does not, so that its connections are its own too.
  const site = await openExpensiveSite(lab, {
    LIMIT_FACTOR: "1",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  const held = await measure(lab, site);
  say(held ? `Others waited less than ${GOAL} times as long, and none was refused.` : "Not held.");
  if (!held) process.exitCode = 1;
});
