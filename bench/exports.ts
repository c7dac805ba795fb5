import { execFile, spawn } from "node:child_process";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../server/database/connect.ts";
import { report } from "./measure.ts";
import { type BenchSite, withSite } from "./site.ts";

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const PER_SURVEY = 10_000;
// Often enough that no batch of rows comes and goes between two samples.
const SAMPLE_MS = 50;

/** People who have all paid; the first of them vote on as many surveys as needed. */
async function fill(db: Database): Promise<void> {
  await sql`insert into users (email, username)
    select 'p' || n || '@bench.test', 'Person ' || n
    from generate_series(1, ${ROWS}::int) as n`.execute(db);
  await sql`insert into payments (user_id, transaction_id, gateway, amount, currency)
    select id, 'sandbox_' || id, 'sandbox', 10000, 'usd' from users`.execute(db);
  await sql`insert into surveys (title, description, category, question, status, surveyor_id)
    select 'Survey number ' || n, 'Many have answered', 'technology', 'Is it good?', 'published',
      (select id from users limit 1)
    from generate_series(1, ${Math.ceil(ROWS / PER_SURVEY)}::int) as n`.execute(db);
  await sql`insert into votes (survey_id, user_id, id, vote, report)
    select s.id, u.id, gen_random_uuid(), case when random() < 0.6 then 'yes' else 'no' end,
      case when random() < 0.1 then 'This question is put in a way that only allows one answer.' else '' end
    from surveys as s cross join (select id from users limit ${PER_SURVEY}) as u limit ${ROWS}`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
}

/** The rows of each file, selected by the database directly. */
const exports = {
  "/responseItem/export": sql`select v.created_at, s.title, s.category, s.question, v.vote, v.report,
    u.username, u.email
    from votes as v join surveys as s on s.id = v.survey_id join users as u on u.id = v.user_id`,
  "/users/export": sql`select username, email, url, role, admin, created_at from users`,
  "/pro/export": sql`select u.email, u.username, p.amount, p.transaction_id, u.role, p.created_at
    from payments as p join users as u on u.id = p.user_id`,
};

/** The built server in its own process, so that its memory contains nothing of this benchmark. */
async function startServer({ connection, secret }: BenchSite) {
  const port = await freePort();
  const { host, user, database } = connection;
  const server = spawn(process.execPath, [path.join(import.meta.dirname, "../server/main.js")], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: `postgres://${user}@localhost:${connection.port}/${database}?host=${host}`,
      APP_SECRET: secret,
      DEMO: "off",
      LIMIT_FACTOR: "1000000",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error("the server did not start");
    await wait(SAMPLE_MS);
  }
  return { server, url };
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => holder.once("listening", done));
  const address = holder.address();
  await new Promise((done) => holder.close(done));
  return typeof address === "object" && address ? address.port : 0;
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) / 1024;
}

/** Reads a file to its end and samples the server's memory meanwhile. */
async function readExport(url: string, headers: Record<string, string>, pid: number) {
  let [lines, peak, reading] = [0, 0, true];
  const watching = (async () => {
    while (reading) {
      peak = Math.max(peak, await residentMegabytes(pid));
      await wait(SAMPLE_MS);
    }
  })();
  const start = performance.now();
  const answer = await fetch(url, { headers });
  for await (const chunk of answer.body ?? []) {
    for (const byte of chunk as Uint8Array) if (byte === 0x0a) lines += 1;
  }
  const seconds = (performance.now() - start) / 1000;
  reading = false;
  await watching;
  return { rows: lines - 1, peak, seconds };
}

async function copySeconds(db: Database, content: RawBuilder<unknown>): Promise<number> {
  const start = performance.now();
  await sql`copy (${content}) to stdout (format csv)`.execute(db);
  return (performance.now() - start) / 1000;
}

await withSite(async (site) => {
  await fill(site.patientDb);
  const { headers } = await site.join(true);
  const { server, url } = await startServer(site);
  const { pid = 0 } = server;
  try {
    await fetch(`${url}/responseItem`, { headers });
    const idle = await residentMegabytes(pid);
    for (const [path, content] of Object.entries(exports)) {
      const file = await readExport(`${url}${path}`, headers, pid);
      // The admin who reads is a person too.
      const expected = path === "/users/export" ? ROWS + 1 : ROWS;
      if (file.rows !== expected) throw new Error(`${file.rows} rows instead of ${expected}`);
      const plain = await copySeconds(site.patientDb, content);
      report(`rows a second of ${file.rows} from ${path}`, plain / file.seconds, "a plain copy");
      process.stdout.write(
        `${Math.round(file.rows / file.seconds)} rows a second; memory grew by ${Math.round(file.peak - idle)} MB over ${Math.round(idle)} MB (limit 100 MB)\n`,
      );
    }
  } finally {
    server.kill();
    await new Promise((done) => server.once("exit", done));
  }
});
