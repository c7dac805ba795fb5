import pg from "pg";
import { afterAll, expect } from "vitest";
import { statementOf } from "./statements.ts";

// A set-up file of Vitest, which runs for each test file: no statement that any test causes may be
// one that Citus refuses. The catalogues (pg_…) are on every machine, so they don't matter.

const emptySelect = /\bselect\s+from\s+(?!pg_)/i;
const rowLock = /\bfor\s+(no\s+key\s+)?update\b|\bfor\s+(key\s+)?share\b/gi;
const writingCte = /(\w+)"? as (materialized )?\(\s*(insert|update|delete)\b/gi;
const choosesTime =
  /^\s*update\b[\s\S]*?(coalesce\s*\([^()]*\bnow\(\)|\bcase\b(?:(?!\bend\b)[\s\S])*\bnow\(\))/i;
const checked = new Set<string>();
const refused = new Map<string, string>();

function whyRefused(text: string): string | undefined {
  if (emptySelect.test(text)) return "Citus knows no empty select list: write `select 1`";
  for (const { index } of text.matchAll(rowLock)) {
    const before = text.slice(0, index);
    const depth = before.split("(").length - before.split(")").length;
    if (depth > 0)
      return "Citus locks no rows in a subquery or CTE: lock them in a statement before";
  }
  if (choosesTime.test(text))
    return "Citus updates with no now() in coalesce or case: give the time as a value";
  for (const [, name = ""] of text.matchAll(writingCte)) {
    if (text.split(new RegExp(`\\b${name}\\b`)).length <= 2) {
      return `Citus does not run ${name}, which writes and is not read: make it a statement of its own`;
    }
  }
  return undefined;
}

const original = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  for (const { text } of statementOf(args)) {
    if (checked.has(text)) continue;
    checked.add(text);
    const reason = whyRefused(text);
    if (reason) refused.set(text, reason);
  }
  return Reflect.apply(original, this, args);
} as typeof original;

afterAll(() => {
  pg.Client.prototype.query = original;
  expect(Object.fromEntries(refused)).toEqual({});
});
