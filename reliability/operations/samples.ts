import { get, request } from "node:https";
import { type Lab, needed, say, until } from "../../bench/lab.ts";
import { projectRoot } from "../../server/process/project-root.ts";
import { formatRow, tableHead } from "../outcome.ts";
import { underLoad } from "../under-load.ts";
import { reachOf, type Site, settingOf, waitUntilReady } from "./install.ts";
import { here, makeDebian } from "./machine.ts";

// Each sample of deploy/proxies before the site of the first machine, and PgBouncer behind it.

/** A visitor's address that is not the proxy's, as the log shortens it. */
const VISITOR = "203.0.113.9";
const SHORT = "203.0.113.x";
/** What must stand in no log. */
const TOKEN = "a-token-of-a-mail";
const PGBOUNCER_PORT = 6432;

interface Proxy {
  name: string;
  start(): Promise<unknown>;
  stop: string;
  /** What it has written down. */
  log: string;
}

export async function tryProxies(lab: Lab, site: Site): Promise<boolean> {
  const { first } = site;
  const { follow, run } = first;
  // Lets this machine reach the database, to compare it with what was confirmed.
  await follow("scale-out.md", "Add a server");
  await here(`ip address add ${VISITOR}/32 dev survey-lan`);
  await run(`ip route add ${VISITOR} via 10.0.1.254 || true`);
  first.set({ HOST: undefined, TRUSTED_PROXIES: "loopback" });
  await run("systemctl restart survey-website");
  await waitUntilReady(first);
  // The samples name private addresses of two servers: here both are this one.
  const local = (file: string) =>
    run(`sed -i -E 's/10\\.0\\.1\\.[12]:3000/127.0.0.1:3000/' ${file}`);
  const nginxLog = "cat /var/log/nginx/*";
  const proxies: Proxy[] = [
    {
      name: "nginx-one",
      start: () => follow("run.md", "With nginx"),
      stop: "true",
      log: nginxLog,
    },
    {
      name: "nginx-several",
      async start() {
        const file = "/etc/nginx/conf.d/survey-website-servers.conf";
        await run(`cp /opt/survey-website/deploy/proxies/nginx-several.conf ${file}`);
        await local(file);
        await run("nginx -t 2>&1 && systemctl reload nginx");
      },
      stop: "systemctl disable --now nginx",
      log: nginxLog,
    },
    {
      name: "haproxy",
      async start() {
        // It may fail for want of files, of which the test's machine may give a service fewer than any Debian.
        await follow("scale-out.md", "With haproxy", { mayFail: true });
        await local("/etc/haproxy/haproxy.cfg");
        await run("sed -i 's/maxconn 20000/maxconn 4000/' /etc/haproxy/haproxy.cfg");
        await run("systemctl restart haproxy");
      },
      stop: "systemctl disable --now haproxy",
      log: "journalctl --quiet --unit haproxy; journalctl --quiet --identifier haproxy",
    },
    {
      name: "caddy",
      async start() {
        await follow("run.md", "With Caddy");
        // Nobody gives certificates for these names here. The load calls by address.
        await run(`sed -i -e '0,/^{$/s//{\\n  local_certs/' \\
          -e 's/^polls.example.org {/polls.example.org, ${first.address} {/' /etc/caddy/Caddyfile`);
        await run("systemctl restart caddy");
      },
      stop: "systemctl disable --now caddy",
      log: "cat /var/log/caddy/*; journalctl --quiet --unit caddy",
    },
  ];
  let isGood = true;
  say(tableHead);
  for (const { name, start, stop, log } of proxies) {
    await start();
    if (!(await goesThrough(site, name))) isGood = false;
    const written = await run(log);
    const told = [TOKEN, "/survey/ballot", "/survey/paper"].filter((one) => written.includes(one));
    if (told.length > 0) isGood = false;
    const lines = written.split("\n").length;
    const lastLine = written.split("\n").findLast((line) => line.includes(VISITOR));
    say(`  its log: ${lines} lines, ${told.join(" and ") || "nothing that must not be there"}`);
    say(`  such as: ${lastLine}`);
    await run(stop);
  }
  await run("systemctl start nginx");
  return (await tryPgbouncer(lab, site)) && isGood;
}

/** A page with its script, a stream, writes of many people, and the visitor's own address. */
async function goesThrough({ first, survey }: Site, name: string): Promise<boolean> {
  const url = `https://${first.address}`;
  const options = {
    localAddress: VISITOR,
    timeout: 30_000,
    servername: "polls.example.org",
    headers: { host: "polls.example.org", referer: `${url}/resetPassword?token=${TOKEN}` },
  };
  const fetchText = (address: string) =>
    new Promise<string>((resolve, reject) => {
      get(url + address, options, (answer) => {
        let text = `${answer.statusCode} `;
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
          // A stream has no end.
          if (address.startsWith("/survey/live/")) answer.destroy();
        });
        answer.on("close", () => resolve(text));
      })
        .on("timeout", () => reject(new Error(`no answer: ${address}`)))
        .on("error", reject);
    });
  await needed("answer through the proxy", 60, async () =>
    (await fetchText("/healthz").catch(() => "")).startsWith("200"),
  );
  const outcome = await underLoad(reachOf(first), async ({ check, servedAgain }) => {
    const page = await fetchText(`/verifyEmail?token=${TOKEN}`);
    const script = /\/assets\/index-[^"]+\.js/.exec(page)?.[0] ?? "";
    check(page.startsWith("200"), `the page: ${page.slice(0, 100)}`);
    check((await fetchText(script)).startsWith("200"), `the script ${script} is not there`);
    const event = await fetchText(`/survey/live/${survey}`);
    check(/^200 [\s\S]*data:/.test(event), `the stream: ${event.slice(0, 100)}`);
    for (const path of [`/survey/paper/${survey}`, `/survey/ballot/${survey}`]) {
      await post(url + path, "{}", options);
    }
    const guess = JSON.stringify({ email: `${name}@example.org`, password: "a guess of mine" });
    const forged = {
      ...options.headers,
      origin: "https://polls.example.org",
      "x-forwarded-for": "198.51.100.7",
    };
    const since = (await first.run("date +%s")).trim();
    await post(`${url}/identity/sign-in/email`, guess, { ...options, headers: forged });
    const events = `journalctl --unit survey-website --since @${since} | grep security || true`;
    const told = await until(async () => (await first.run(events)).includes(SHORT), 30_000);
    check(told === true, `the log has not ${SHORT}, but: ${await first.run(events)}`);
    await servedAgain();
    return `page, stream, ${SHORT}`;
  });
  say(formatRow(name, outcome));
  return outcome.wrong.length === 0;
}

function post(url: string, body: string, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { ...options, method: "POST" }, (answer) => {
      answer.resume().on("end", resolve);
    });
    call.setHeader("content-type", "application/json");
    call.on("error", reject).end(body);
  });
}

/** Debian 12's is too old, so it is that of Debian 13, in a folder of its own, on the first machine's network. */
async function tryPgbouncer(lab: Lab, { first }: Site): Promise<boolean> {
  const folder = await makeDebian("trixie", "pgbouncer");
  const direct = settingOf(first, "DATABASE_URL");
  const { password } = new URL(direct);
  await here(`
    cp ${projectRoot}/deploy/pgbouncer.ini ${folder}/etc/pgbouncer/pgbouncer.ini
    echo '"survey" "${password}"' > ${folder}/etc/pgbouncer/userlist.txt
    chroot ${folder} sh -c 'mkdir -p /var/run/postgresql /var/log/postgresql
      chown postgres /var/run/postgresql /var/log/postgresql /etc/pgbouncer/userlist.txt'
    ip netns exec survey-first chroot ${folder} runuser -u postgres -- \\
      pgbouncer --daemon /etc/pgbouncer/pgbouncer.ini`);
  lab.atEnd(() => here(`kill "$(cat ${folder}/run/postgresql/pgbouncer.pid)"`));
  const version = await here(`chroot ${folder} pgbouncer --version`);
  const behind = Object.assign(new URL(direct), { port: String(PGBOUNCER_PORT) }).href;
  await first.run(
    "runuser -u postgres -- psql -qc \"alter role survey set statement_timeout = '10s'\"",
  );
  first.set({ DATABASE_URL: behind });
  await first.run("systemctl restart survey-website");
  await waitUntilReady(first);
  const outcome = await underLoad(reachOf(first), async ({ servedAgain }) => {
    for (const _time of [1, 2, 3]) await servedAgain();
    return `${version.split("\n")[0]} (Debian 13)`;
  });
  say(formatRow("pgbouncer", outcome));
  first.set({ DATABASE_URL: direct });
  await first.run("systemctl restart survey-website");
  return outcome.wrong.length === 0;
}
