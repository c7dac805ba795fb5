import { randomUUID } from "node:crypto";
import pg from "pg";

/** PostgreSQL's codes for a prepared statement that is not there, or is there already. */
const LOST = new Set(["26000", "42P05"]);
// Each try finds it unless other callers take connections just then.
const TRIES = 5;
// A pooler with a single connection lets the first caller wait for the second. Others need far less.
const PATIENCE_MS = 3_000;
const WAITED = "Query read timeout";

const FORGETFUL =
  "DATABASE_URL: the pooler there mixes up prepared statements, so one call in ten would fail: use PgBouncer 1.21 or newer with max_prepared_statements above 0, or pool_mode = session";

/**
 * Says so if between here and PostgreSQL is a pooler that gives each transaction another connection,
 * and does not prepare there what was prepared by name elsewhere.
 */
export async function whyNotPreparing(connection: pg.PoolConfig): Promise<string | null> {
  const open = () => new pg.Client({ ...connection, query_timeout: PATIENCE_MS });
  const [one, two] = [open(), open()];
  // Whoever waits for a statement gets the error too.
  for (const client of [one, two]) client.on("error", () => {});
  try {
    await one.connect();
    // A pooler gives a number of its own instead of that of PostgreSQL's process.
    if ((await processOf(one)) === Reflect.get(one, "processID")) return null;
    await two.connect();
    for (let n = 0; n < TRIES; n += 1) await prepareOnBoth(one, two);
    return null;
  } catch (error) {
    const { code = "", message } = error as { code?: string; message: string };
    if (LOST.has(code)) return FORGETFUL;
    if (message === WAITED) return null;
    throw error;
  } finally {
    await Promise.all([one.end(), two.end()]);
  }
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return rows[0].pid;
}

/** The second caller gets the connection on which the first has prepared it, and then keeps it busy. */
async function prepareOnBoth(one: pg.Client, two: pg.Client): Promise<void> {
  const statement = { name: `survey-website-${randomUUID()}`, text: "select 1" };
  await one.query(statement);
  await two.query("begin");
  await two.query(statement);
  await one.query(statement);
  await two.query("commit");
}
