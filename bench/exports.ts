import { randomUUID } from "node:crypto";
import path from "node:path";
import { type RawBuilder, sql } from "kysely";
import { connect, type Database } from "../server/database/connect.ts";
import { createAccessTokens } from "../server/identity/access-token.ts";
import { deriveKey } from "../server/secret.ts";
import { type Closing, closeAll, openDatabase } from "./database.ts";
import { forgetPeak, peakMegabytes, startProduct } from "./processes.ts";
import { outputDir } from "./site.ts";

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const PER_SURVEY = 10_000;

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
  await sql`insert into votes (survey_id, user_id, id, receipt, nonce, text_hash, vote, report)
    select s.id, u.id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), s.text_hash, case when random() < 0.6 then 'yes' else 'no' end,
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

/** Reads a file to its end. Also returns the most memory that the server had meanwhile. */
async function readExport(url: string, headers: Record<string, string>, pid: number) {
  let lines = 0;
  forgetPeak(pid);
  const start = performance.now();
  const answer = await fetch(url, { headers });
  for await (const chunk of answer.body ?? []) {
    for (const byte of chunk as Uint8Array) if (byte === 0x0a) lines += 1;
  }
  const seconds = (performance.now() - start) / 1000;
  return { rows: lines - 1, peak: peakMegabytes(pid), seconds };
}

async function copySeconds(db: Database, content: RawBuilder<unknown>): Promise<number> {
  const start = performance.now();
  await sql`copy (${content}) to stdout (format csv)`.execute(db);
  return (performance.now() - start) / 1000;
}

const closing: Closing = [];
try {
  const { connection } = await openDatabase(closing);
  const db = connect({ connection, poolSize: 1, onLost: () => {}, patient: true });
  closing.push(() => db.destroy());
  await fill(db);
  const admin = await db
    .insertInto("users")
    .values({ email: "admin@bench.test", username: "Admin", admin: true })
    .returning(["id", "token_version as tokenVersion"])
    .executeTakeFirstOrThrow();
  const secret = randomUUID() + randomUUID();
  const token = createAccessTokens(deriveKey(secret, "access token")).issue(
    { ...admin, email: "admin@bench.test" },
    { signedInAt: new Date(), secondFactor: false },
  );
  const headers = { validation: `bearer ${token}` };
  const logFile = path.join(outputDir, "exports-server.log");
  const product = await startProduct({ connection, secret, logFile });
  closing.push(() => product.stop());
  const url = `http://127.0.0.1:${product.port}`;

  await fetch(`${url}/responseItem`, { headers });
  forgetPeak(product.pid);
  const idle = peakMegabytes(product.pid);
  for (const [address, content] of Object.entries(exports)) {
    const file = await readExport(`${url}${address}`, headers, product.pid);
    // The admin who reads is a person too.
    const expected = address === "/users/export" ? ROWS + 1 : ROWS;
    if (file.rows !== expected) throw new Error(`${file.rows} rows instead of ${expected}`);
    const plain = await copySeconds(db, content);
    process.stdout.write(
      `${address}: ${file.rows} rows, ${Math.round(file.rows / file.seconds)} a second, ${(plain / file.seconds).toFixed(2)} of a plain copy; memory grew by ${Math.round(file.peak - idle)} MB over ${Math.round(idle)} MB (limit 100 MB)\n`,
    );
  }
} finally {
  await closeAll(closing);
}
