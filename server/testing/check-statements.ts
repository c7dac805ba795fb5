import pg from "pg";
import { afterAll, expect } from "vitest";
import { readStatement, type StatementFacts } from "./citus-rules.ts";
import { statementOf } from "./statements.ts";

// A set-up file of Vitest, which runs for each test file: no statement that any test causes may be
// one that Citus refuses.

const CHECKED = /^\s*(with|select|insert|update|delete)\b/i;
const BEGINS = /^\s*(begin|start transaction)\b/i;
const ENDS = /^\s*(commit|rollback)\s*$/i;
const IN_SEQUENCE = /^\s*set local citus\.multi_shard_modify_mode/i;

const known = new Map<string, StatementFacts>();
const refused = new Map<string, string>();
/** Whether a connection's transaction has asked all machines at once. */
const transactions = new WeakMap<pg.Client, { inSequence: boolean; askedAll: boolean }>();

function check(client: pg.Client, text: string): void {
  if (BEGINS.test(text)) transactions.set(client, { inSequence: false, askedAll: false });
  if (ENDS.test(text)) transactions.delete(client);
  const transaction = transactions.get(client);
  if (transaction && IN_SEQUENCE.test(text)) transaction.inSequence = true;
  if (!CHECKED.test(text)) return;
  const facts = known.get(text) ?? readStatement(text);
  known.set(text, facts);
  if (facts.refused) refused.set(text, facts.refused);
  if (!transaction || transaction.inSequence) return;
  if (transaction.askedAll && facts.changesReference) {
    refused.set(
      text,
      "After a statement on all machines Citus changes no table that each of them has: begin with changeInSequence(trx)",
    );
  }
  transaction.askedAll ||= facts.asksAll;
}

const original = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  for (const { text } of statementOf(args)) check(this, text);
  return Reflect.apply(original, this, args);
} as typeof original;

afterAll(() => {
  pg.Client.prototype.query = original;
  expect(Object.fromEntries(refused)).toEqual({});
});
