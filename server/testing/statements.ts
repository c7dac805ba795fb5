import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "kysely";
import pg from "pg";
import { vi } from "vitest";
import type { Database } from "../database/connect.ts";

export interface Statement {
  text: string;
  values: unknown[];
}

const watched = new AsyncLocalStorage<Statement[]>();

/** The statements that `work` sends to any database, without those of jobs that run meanwhile. */
export async function watchStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    watched.getStore()?.push(...statementOf(args));
    return Reflect.apply(original, this, args);
  } as typeof original);
  try {
    await watched.run(sent, work);
  } finally {
    spy.mockRestore();
  }
  return sent;
}

/** What a call of the driver's `query` sends. */
export function statementOf([query, values]: unknown[]): Statement[] {
  if (typeof query === "string") return [{ text: query, values: (values as unknown[]) ?? [] }];
  const { text, values: own } = query as Partial<Statement>;
  return text ? [{ text, values: own ?? [] }] : [];
}

export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  Filter?: string;
  Plans?: Plan[];
}

/** How PostgreSQL would run a statement that was sent. */
export async function explain(db: Database, { text, values }: Statement): Promise<Plan> {
  const pieces = text.split(/\$\d+/);
  const order = Array.from(text.matchAll(/\$(\d+)/g), (match) => Number(match[1]) - 1);
  const query = pieces.reduce(
    (built, piece, index) =>
      index === 0
        ? sql`${sql.raw(piece)}`
        : sql`${built}${values[order[index - 1] ?? 0]}${sql.raw(piece)}`,
    sql``,
  );
  const { rows } = await sql<{
    "QUERY PLAN": [{ Plan: Plan }];
  }>`explain (format json) ${query}`.execute(db);
  return rows[0]?.["QUERY PLAN"][0].Plan ?? { "Node Type": "none" };
}

/** The plan's nodes, from the top. */
export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
