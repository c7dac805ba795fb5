import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { usualLimits } from "../record/bounded-fetch.ts";
import { createLogSource } from "../record/log-source.ts";
import { bundlesOf, tilePath } from "../record/log-tiles.ts";
import { checkLog } from "../record/log-verify.ts";
import { connect } from "../server/database/connect.ts";
import { createSiteSigner } from "../server/signer.ts";
import { createLastHead } from "../server/site-log/cache.ts";
import { publishCosigned } from "../server/site-log/cosigner.ts";
import { appendToLog } from "../server/site-log/publisher.ts";
import { findHead } from "../server/site-log/queries.ts";
import { createWitnessGateway } from "../server/site-log/witness-gateway.ts";
import { type Closing, closeAll, openDatabase } from "./database.ts";
import { startProduct } from "./processes.ts";
import { outputDir } from "./site.ts";

// `node scripts/run.mjs bench/site-log`: the log of a site with 100,000 surveys, from the first round
// to a stranger's check. docs/performance.md has the figures.

const SURVEYS = 100_000;
const CHANGED = 1_000;
const secret = randomUUID() + randomUUID();
const say = (text: string) => process.stdout.write(`${text}\n`);

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  say(`${what}: ${seconds} s, of which ${((user + system) / 1e6).toFixed(2)} s in this process`);
  return result;
}

async function run(closing: Closing): Promise<void> {
  const { connection } = await openDatabase(closing);
  const db = connect({ connection, poolSize: 5, onLost: () => {} });
  closing.push(() => db.destroy());
  const surveyorId = randomUUID();
  const surveyor = { id: surveyorId, email: "surveyor@bench.test", username: "S" };
  await db.insertInto("users").values(surveyor).execute();
  await timed(`${SURVEYS} surveys with records written`, async () => {
    // Parts that take less than the ten seconds of a statement.
    for (let first = 1; first < SURVEYS; first += 5_000) {
      await sql`insert into surveys (title, description, category, question, status, surveyor_id)
        select 'Survey ' || n, 'D', 'politics', 'Q?', 'published', ${surveyorId}::uuid
        from generate_series(${first}::int, ${first + 4_999}::int) as n`.execute(db);
      await sql`insert into records (survey_id, origin, size, checkpoint)
        select id, 'x', 5, 'x/record/' || id || E'\n5\n' ||
          encode(sha256(id::text::bytea), 'base64') || E'\n\n— x AAAA\n' from surveys as s
        where not exists (select 1 from records as r where r.survey_id = s.id)`.execute(db);
    }
    await sql`analyze`.execute(db);
  });

  const signer = createSiteSigner(secret);
  const last = createLastHead(path.join(tmpdir(), randomUUID()), () => {});
  const log = { warn: say, error: say } as never;
  const deps = { db, log, signer, host: "127.0.0.1", last };
  const round = () => appendToLog(deps);
  await timed("first round", round);
  await timed("a round without changes", round);
  await sql`update records set size = 6, checkpoint = replace(checkpoint, E'\n5\n', E'\n6\n')
    where survey_id in (select id from surveys limit ${CHANGED})`.execute(db);
  await timed(`a round with ${CHANGED} changed surveys`, round);
  await timed("a round without changes", round);
  const settings = { witnesses: [], quorum: 0, waitMs: 1_000 };
  const gateway = createWitnessGateway();
  await publishCosigned({ ...deps, ...settings, gateway });
  const { size = 0 } = (await findHead(db)) ?? {};
  const { rows } = await sql<{ name: string; size: string }>`
    select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relname in ('log_entries', 'log_tiles', 'log_surveys')`.execute(db);
  say(`${size} entries; ${rows.map((table) => `${table.name} ${table.size}`).join(", ")}`);

  const logFile = path.join(outputDir, "site-log.log");
  const product = await startProduct({ connection, secret, logFile });
  closing.push(() => product.stop());
  const url = `http://127.0.0.1:${product.port}`;
  const bundles = bundlesOf(size).slice(0, 500);
  const times: number[] = [];
  let bytes = 0;
  for (const bundle of bundles) {
    const start = performance.now();
    const answer = await fetch(`${url}/log/${tilePath(bundle)}`);
    bytes += (await answer.arrayBuffer()).byteLength;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)]?.toFixed(1);
  const kilobytes = Math.round(bytes / bundles.length / 1_000);
  say(`${times.length} bundles of ${kilobytes} kB: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  await timed("verified from outside", () =>
    checkLog({
      source: createLogSource({ url, fetch, wait, limits: usualLimits }),
      kept: undefined,
      policy: undefined,
      report: ({ verdict, text }) => say(`${verdict}: ${text}`),
      now: new Date(),
    }),
  );
}

const closing: Closing = [];
try {
  await run(closing);
} finally {
  await closeAll(closing);
}
