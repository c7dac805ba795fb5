import { Agent, request } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { IDENTITY_PATH } from "../contract/identity.ts";
import { pages } from "../contract/pages.ts";
import { fillPath } from "../contract/route.ts";
import { picturePath } from "../server/sharing/rules.ts";
import { type Closing, closeAll } from "./database.ts";
import { type ExpensiveSite, openExpensiveSite } from "./expensive-site.ts";
import { median, percentile } from "./figures.ts";
import type { Attack } from "./neighbour-attack.ts";
import { outputDir } from "./site.ts";
import { startHelper } from "./tasks.ts";

// `npm run bench:neighbour`: how long others wait while one network sends the worst it can. First
// with the budgets multiplied away, then with default settings.

const SECONDS = 6;
const HONEST_PER_SECOND = 40;
const GOAL = 3;
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

function attacks({ survey, surveys, tokens }: ExpensiveSite) {
  const token = tokens.user;
  const signIn = { url: `${IDENTITY_PATH}/sign-in/email`, method: "POST" };
  const dear: Record<string, Call[]> = {
    "opened records": [{ url: `/record/${survey}/opened?format=json` }],
    "details with all comments": [{ url: `/survey/details/${survey}`, token }],
    "long comments": [{ url: `/survey/comments/${survey}?limit=100`, token }],
    "record entries": [{ url: `/record/${survey}/entries` }],
    "pages of surveys": surveys.map((id) => ({ url: fillPath(pages.survey, { id }) })),
    pictures: surveys.map((id) => ({
      url: picturePath({ id, language: "en", order: 0, hash: "0".repeat(16) }),
    })),
    searches: surveys.map((_, n) => ({ url: `/survey/item?search=survey%20${n}` })),
    "long lists": surveys.map((_, n) => ({ url: `/survey/item?limit=${1 + (n % 50)}` })),
    "sign-ins": surveys.map((id) => ({
      ...signIn,
      body: JSON.stringify({ email: `${id}@bench.test`, password: "not this one" }),
    })),
    "open data": [{ url: "/openData/results?format=json" }],
    probes: [{ url: "/readyz" }],
    "no such page": [{ url: "/no/such/page" }],
  };
  const lists = Object.values(dear);
  const mix = surveys.map(
    (_, n) => lists[n % lists.length]?.[n % 7] ?? lists[0]?.[0] ?? { url: "/" },
  );
  return { ...dear, "all of these": mix };
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

let attackers = 0;

async function measure(site: ExpensiveSite, limitFactor: string): Promise<boolean> {
  const product = await site.start({ LIMIT_FACTOR: limitFactor, TRUSTED_PROXIES: "loopback" });
  const { port } = product;
  const honest = honestCalls(site);
  await callHonestly(port, honest, 3);
  const starts = process.argv.slice(2);
  let held = true;
  for (const [name, calls] of Object.entries(attacks(site))) {
    if (starts.length > 0 && !starts.some((start) => name.startsWith(start))) continue;
    // Calm just before, because the machine may do other things too.
    const calm = await callHonestly(port, honest, SECONDS);
    attackers += 1;
    const helper = startHelper("neighbour-attack.js", path.join(outputDir, "attack.log"));
    const input: Attack = {
      port,
      address: `198.51.100.${attackers}`,
      connections: name === "opened records" || name === "open data" ? 20 : 100,
      seconds: SECONDS + 1,
      calls,
    };
    const attack = helper.ask<Record<string, number>>("attack", input);
    await wait(500);
    const busy = await callHonestly(port, honest, SECONDS);
    const answers = await attack;
    await helper.stop();
    const ratio = busy.p50 / calm.p50;
    if (ratio >= GOAL || busy.refused > 0) held = false;
    say(
      `  ${name.padEnd(26)} median ${calm.p50.toFixed(1)} → ${busy.p50.toFixed(1)} ms (× ${ratio.toFixed(1)}), p90 ${calm.p90.toFixed(1)} → ${busy.p90.toFixed(1)} ms, ${busy.refused} refused; the attacker got ${JSON.stringify(answers)}`,
    );
  }
  await product.stop();
  return held;
}

const closing: Closing = [];
try {
  const site = await openExpensiveSite(closing);
  say("Without budgets:");
  await measure(site, "1000000");
  say("With default settings:");
  const held = await measure(site, "1");
  say(held ? `Others waited less than ${GOAL} times as long, and none was refused.` : "Not held.");
  if (!held) process.exitCode = 1;
} finally {
  await closeAll(closing);
}
