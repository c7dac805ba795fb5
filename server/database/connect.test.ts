import { sql } from "kysely";
import { expect, inject, it, vi } from "vitest";
import { afterFile } from "../testing/after-file.ts";
import { createTestDatabase } from "../testing/test-app.ts";
import { connect } from "./connect.ts";
import { isPassingFailure } from "./retry.ts";

it("gives nobody a connection whose last answer never came: its transaction may still be open", async () => {
  const db = await createTestDatabase();
  await sql`create table written (what text)`.execute(db);
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(
    db,
  );
  const hasty = connect({
    // A short version of how long the driver waits for an answer.
    connection: { ...inject("postgres"), ...rows[0], query_timeout: 1_000 },
    poolSize: 1,
    onLost: () => {},
    patient: true,
  });
  afterFile(() => hasty.destroy());

  const late = hasty.transaction().execute(async (trx) => {
    await sql`insert into written values ('never confirmed')`.execute(trx);
    await sql`select pg_sleep(4)`.execute(trx);
  });
  await expect(late).rejects.toSatisfy(isPassingFailure);
  await vi.waitFor(() => sql`insert into written values ('confirmed')`.execute(hasty), 20_000);

  const written = await sql<{ what: string }>`select what from written`.execute(db);
  expect(written.rows).toEqual([{ what: "confirmed" }]);
});
