import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-app.ts";
import { connect } from "./connect.ts";
import { isFailureOfConnection, isPassingFailure, withRetry } from "./retry.ts";

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Fails with each of these errors in turn, then succeeds. Counts its runs. */
function failing(...errors: Error[]) {
  const work = async () => {
    work.runs += 1;
    const error = errors.shift();
    if (error) throw error;
    return "done";
  };
  work.runs = 0;
  return work;
}

describe("withRetry", () => {
  it.each(["40001", "40P01", "57P01", "57P03", "57014", "08006", "25006"])(
    "tries again after %s",
    async (code) => {
      const work = failing(failure(code), failure(code));
      await expect(withRetry(work)).resolves.toBe("done");
      expect(work.runs).toBe(3);
    },
  );

  it("tries again when no address of a name answers", async () => {
    const one = Object.assign(failure("ECONNREFUSED"), { syscall: "connect" });
    const work = failing(new AggregateError([one, one]));
    await expect(withRetry(work)).resolves.toBe("done");
  });

  it("tries again when a full disk kept it from connecting, but not when it kept it from writing", async () => {
    const connecting = failing(Object.assign(failure("53100"), { severity: "FATAL" }));
    await expect(withRetry(connecting)).resolves.toBe("done");
    const writing = failing(Object.assign(failure("53100"), { severity: "ERROR" }));
    await expect(withRetry(writing)).rejects.toThrow("53100");
  });

  it("passes on what is no passing failure, at once", async () => {
    const work = failing(failure("23505"));
    await expect(withRetry(work)).rejects.toThrow("23505");
    expect(work.runs).toBe(1);
  });

  it("begins no new try when the last one has hung for long", async () => {
    // A short version of how long the driver waits for a frozen database.
    const hang = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const work = failing(failure("08006"), failure("08006"), failure("08006"));
    const hanging = async () => {
      await hang(40);
      return work();
    };
    await expect(withRetry(hanging, 30)).rejects.toThrow("08006");
    expect(work.runs).toBe(1);
  });

  it("gives up after four tries", async () => {
    const work = failing(...Array.from({ length: 9 }, () => failure("40001")));
    await expect(withRetry(work)).rejects.toThrow("40001");
    expect(work.runs).toBe(4);
  });
});

describe("isPassingFailure", () => {
  it("knows a database that is not there", async () => {
    const db = connect({
      connection: { host: "127.0.0.1", port: 1 },
      poolSize: 1,
      onLost: () => {},
    });
    const error = await sql`select 1`.execute(db).catch((reason: unknown) => reason);
    expect(isPassingFailure(error)).toBe(true);
    await db.destroy();
  });

  it("knows a connection that the server cut", async () => {
    const db = await createTestDatabase();
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    expect(isPassingFailure(await cut.catch((reason: unknown) => reason))).toBe(true);
    await expect(withRetry(() => sql`select 1`.execute(db))).resolves.toBeTruthy();
  });

  it.each(["EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN"])(
    "knows a machine that is gone: %s",
    (code) => {
      const error = Object.assign(failure(code), { syscall: "connect" });
      expect(isPassingFailure(error)).toBe(true);
    },
  );

  // Only a real standby says them: test:failover has seen both.
  it.each([
    ["25006", "cannot execute INSERT in a read-only transaction"],
    ["0A000", "cannot access temporary or unlogged relations during recovery"],
  ])("knows a standby, and leaves it: %s", (code, message) => {
    const error = Object.assign(new Error(message), { code });
    expect(isPassingFailure(error)).toBe(true);
    expect(isFailureOfConnection(error)).toBe(true);
  });

  it("does not take a mistake in a query for one", async () => {
    const db = await createTestDatabase();
    const error = await sql`select nonsense`.execute(db).catch((reason: unknown) => reason);
    expect(isPassingFailure(error)).toBe(false);
  });
});
