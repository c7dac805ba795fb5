import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { buildApp } from "../server/app/app.ts";
import { connect } from "../server/database/connect.ts";
import { startEmbeddedPostgres } from "../server/database/embedded/start.ts";
import { migrate } from "../server/database/migrate.ts";
import { readConfig } from "../server/process/config.ts";
import { findWrongTallies } from "../server/surveys/votes/recount-queries.ts";
import { describeFinding, runFuzz } from "../server/testing/fuzz/run.ts";
import { brokenMessages, sendBroken } from "../server/testing/fuzz/wire.ts";
import { createWorld, fuzzSettings, newSeed } from "../server/testing/fuzz/world.ts";

const { values } = parseArgs({
  options: {
    /** Repeats the requests of an earlier run. */
    seed: { type: "string", default: newSeed() },
    requests: { type: "string", default: "100000" },
    /** The number of the first request. With `--requests 1` it repeats one finding. */
    from: { type: "string", default: "0" },
  },
});
const { seed } = values;
const secret = "the fuzzer signs its own tokens";
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The real product on its own database, which is removed afterwards. */
const dataDir = await mkdtemp(path.join(tmpdir(), "survey-fuzz-"));
const postgres = await startEmbeddedPostgres({
  dataDir,
  log: () => {},
  settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
});
const db = connect({ connection: postgres.connection, poolSize: 10, onLost: () => {} });
await migrate(postgres.connection);
const config = readConfig({ NODE_ENV: "test", ...fuzzSettings });
const app = await buildApp({ config, db, secret, log: pino({ level: "silent" }) });

async function fuzz(): Promise<string[]> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const world = await createWorld({ app, db, secret, seed });
  const { findings, statuses, reached } = await runFuzz({
    app,
    world,
    seed,
    from: Number(values.from),
    count: Number(values.requests),
    onProgress: (done, found) => done % 10_000 === 0 && say(`${done} requests, ${found} findings`),
  });
  say(`Answers: ${JSON.stringify(statuses)}; ${reached.size} calls were answered well.`);
  const broken: string[] = [];
  const { port } = app.server.address() as AddressInfo;
  for (const [name, message] of Object.entries(brokenMessages)) {
    const wrong = await sendBroken(port, message);
    if (wrong) broken.push(`${name}: ${wrong}`);
  }
  const ready = await app.inject({ url: "/readyz" });
  if (ready.statusCode !== 200) broken.push("The server is not ready any more.");
  const tallies = await findWrongTallies(db);
  if (tallies.length > 0) broken.push(`Tallies are wrong: ${JSON.stringify(tallies)}`);
  return [...findings.map(describeFinding), ...broken];
}

try {
  say(`Seed ${seed}: the same requests again by --seed ${seed}`);
  const findings = await fuzz();
  for (const finding of findings) say(`\n${finding}`);
  say(findings.length === 0 ? "No findings." : `\n${findings.length} findings with seed ${seed}.`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await app.close();
  await db.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}
