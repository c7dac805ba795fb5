import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { usualLimits } from "../record/bounded-fetch.ts";
import { bundlesOf, tilePath } from "../record/log-tiles.ts";
import { verifySite } from "../record/verify.ts";
import { connect } from "../server/database/connect.ts";
import { SUPERUSER } from "../server/database/embedded/cluster.ts";
import type { Connection } from "../server/database/embedded/ownership.ts";
import { deriveKey } from "../server/process/secret.ts";
import { createSigner } from "../server/record/signing/signer.ts";
import { publishDue } from "../server/record/survey-record/publisher.ts";
import { findWrongRecord } from "../server/record/survey-record/recount-queries.ts";
import { insertSurvey } from "../server/surveys/survey/queries.ts";
import { type Closing, openDatabase, whileOpen } from "./database.ts";
import { startProduct } from "./processes.ts";
import { outputDir } from "./site.ts";

// `npm run bench:record`: one survey with a million votes, from the votes' rows to a stranger's
// check. docs/performance.md has the figures.

const VOTES = 1_000_000;
const secret = randomUUID() + randomUUID();
const surveyId = randomUUID();
const surveyorId = randomUUID();

const say = (text: string) => process.stdout.write(`${text}\n`);
const megabytes = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
};

/** Says how long it took, and how much of that this process was computing. */
async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(`${what}: ${seconds} s, of which ${((user + system) / 1e6).toFixed(1)} s in this process`);
  return result;
}

/** Without the checks of foreign keys: the voters need no rows of their own. */
async function fill(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, user: SUPERUSER });
  await client.connect();
  await client.query("set session_replication_role = replica; set synchronous_commit = off");
  await client.query(
    `insert into votes (survey_id, user_id, id, vote, receipt, created_at, nonce, text_hash)
     select s.id, gen_random_uuid(), gen_random_uuid(),
       case when random() < 0.6 then 'yes' else 'no' end, gen_random_uuid(),
       now() - make_interval(secs => 10000 - n / 200.0), gen_random_uuid(), s.text_hash
     from surveys as s cross join generate_series(1, $2::int) as n where s.id = $1`,
    [surveyId, VOTES],
  );
  await client.query(
    `update survey_tallies set
       yes = (select count(*) from votes where survey_id = $1 and vote = 'yes'),
       no = (select count(*) from votes where survey_id = $1 and vote = 'no')
     where survey_id = $1`,
    [surveyId],
  );
  await client.query("vacuum analyze votes");
  await client.end();
}

async function run(closing: Closing): Promise<void> {
  const { connection } = await openDatabase(closing);
  const db = connect({ connection, poolSize: 5, onLost: () => {} });
  closing.push(() => db.destroy());
  const surveyor = { id: surveyorId, email: "surveyor@bench.test", username: "S" };
  await db.insertInto("users").values(surveyor).execute();
  const text = { title: "T", description: "D", question: "Q?", category: "politics" as const };
  const state = { status: "published", published_at: new Date(), results: "always" } as const;
  await insertSurvey(db, { ...text, ...state, id: surveyId, surveyor_id: surveyorId });
  await timed("votes written", () => fill(connection));

  const signer = createSigner(deriveKey(secret, "public record"));
  const log = { warn: (...words: unknown[]) => console.error(...words) };
  await timed(`${VOTES} votes entered`, () => publishDue({ db, signer, host: "x", log }));
  say(`peak memory of this process: ${megabytes(process.pid)} MB`);

  const logFile = path.join(outputDir, "record.log");
  const product = await startProduct({ connection, secret, logFile });
  closing.push(() => product.stop());
  const url = `http://127.0.0.1:${product.port}`;
  await measureBundles(url);
  say(`peak memory of the server: ${megabytes(product.pid)} MB`);
  await timed("opened record streamed", async () => {
    const { body } = await fetch(`${url}/record/${surveyId}/opened?format=json`);
    let bytes = 0;
    for await (const part of body ?? []) bytes += part.length;
    say(`opened record: ${Math.round(bytes / 1e6)} MB`);
  });
  say(`peak memory of the server after it: ${megabytes(product.pid)} MB`);
  await timed("verified from outside", () =>
    verifySite({
      url,
      ids: [surveyId],
      kept: undefined,
      others: [],
      fetch,
      wait,
      limits: usualLimits,
      report: ({ verdict, text }) => say(`${verdict}: ${text}`),
      now: () => new Date(),
    }),
  );
  const wrong = await timed("recounted by the operator", () => findWrongRecord(db, surveyId));
  say(`found wrong: ${wrong.length}; peak memory of this process: ${megabytes(process.pid)} MB`);

  /** What somebody downloads who checks a receipt: every bundle of entries, one by one. */
  async function measureBundles(site: string): Promise<void> {
    const times: number[] = [];
    let bytes = 0;
    for (const bundle of bundlesOf(VOTES).slice(0, -1)) {
      const start = performance.now();
      const answer = await fetch(`${site}/record/${surveyId}/${tilePath(bundle)}`);
      bytes += (await answer.arrayBuffer()).byteLength;
      if (!answer.ok) throw new Error(`bundle: ${answer.status}`);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.floor(times.length * part)]?.toFixed(1);
    const each = (bytes / VOTES).toFixed(0);
    say(`${times.length} bundles: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${each} bytes a vote`);
  }
}

await whileOpen(run);
