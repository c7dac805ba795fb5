import { loadModule, parseSync } from "libpg-query";
import { tables } from "../database/schema.ts";

// What a real Citus has refused, found in statements by PostgreSQL's own grammar.

await loadModule();

type Fields = Record<string, unknown>;

/** A part of a parsed statement. */
interface Part {
  /** As PostgreSQL's grammar names it, such as `SelectStmt`. */
  kind: string;
  fields: Fields;
  /** The parts that it is in, the outermost first. */
  inside: Part[];
}

export interface StatementFacts {
  /** Why Citus would refuse it. */
  refused: string | undefined;
  /** It runs on several machines at once. Then the same transaction can't change a reference table. */
  asksAll: boolean;
  /** It changes a table of which every machine has a copy. */
  changesReference: boolean;
}

export function readStatement(text: string): StatementFacts {
  const parts: Part[] = [];
  for (const { stmt } of parseSync(text).stmts ?? []) collect(stmt, [], parts);
  return {
    refused: rules.find(({ isBroken }) => isBroken(parts))?.reason,
    asksAll: asksAll(parts),
    changesReference: changesReference(parts),
  };
}

const rules: { reason: string; isBroken: (parts: Part[]) => boolean }[] = [
  {
    reason: "Citus knows no subquery among the values of an insert: read it before",
    isBroken: (parts) =>
      ofKind(parts, "SubLink").some(
        ({ inside }) =>
          isIn(inside, "InsertStmt") &&
          inside.findLast(({ kind }) => kind === "SelectStmt")?.fields.valuesLists,
      ),
  },
  {
    reason: "Citus knows no empty select list: write `select 1`",
    isBroken: (parts) =>
      ofKind(parts, "SelectStmt").some(
        (select) =>
          select.fields.fromClause &&
          !select.fields.targetList &&
          tablesOf(select, parts).some(isOurs),
      ),
  },
  {
    reason: "Citus locks no rows in a subquery or CTE: lock them in a statement before",
    isBroken: (parts) =>
      ofKind(parts, "SelectStmt").some(
        ({ fields, inside }) => fields.lockingClause && inside.length > 0,
      ),
  },
  {
    reason:
      "Citus deadlocks when two transactions share rows of a table that all machines have: see `holdPeople`",
    isBroken: (parts) =>
      ofKind(parts, "LockingClause").some(
        ({ fields, inside }) =>
          /^LCS_FOR(KEY)?SHARE$/.test(String(fields.strength)) &&
          tablesOf(inside.at(-1) as Part, parts).some((table) =>
            isReferenceTable(table.fields.relname),
          ),
      ),
  },
  {
    reason: "Citus locks rows of one machine: compare the survey of each table with the values",
    isBroken: (parts) =>
      asksAll(parts) &&
      ofKind(parts, "LockingClause").some(({ inside }) =>
        tablesOf(inside.at(-1) as Part, parts)
          .filter(isBySurvey)
          .some((table) => !namesOwnSurvey(table, parts)),
      ),
  },
  {
    reason: "Citus writes `case x when` wrongly for its workers: compare in each `when`",
    isBroken: (parts) =>
      ofKind(parts, "CaseExpr").some(({ fields }) => fields.arg) &&
      ofKind(parts, "RangeVar").some((table) => isBySurvey(table) || isReference(table)),
  },
  {
    reason: "Citus updates with no now() in coalesce or case: give the time as a value",
    isBroken: (parts) =>
      ofKind(parts, "FuncCall").some(
        ({ fields, inside }) =>
          lastName(fields.funcname) === "now" &&
          isIn(inside, "UpdateStmt") &&
          isIn(inside, "ResTarget") &&
          (isIn(inside, "CoalesceExpr") || isIn(inside, "CaseExpr")),
      ),
  },
  {
    reason:
      "Citus calls no now() where a row of a survey's table is there already: write it into `excluded`",
    isBroken: (parts) =>
      ofKind(parts, "FuncCall").some(
        ({ fields, inside }) =>
          lastName(fields.funcname) === "now" &&
          isIn(inside, "OnConflictClause") &&
          tablesOf(inside[0] as Part, parts).some(isBySurvey),
      ),
  },
  {
    reason: "Citus changes rows by no function that may differ on each call: give its value",
    isBroken: (parts) =>
      ofKind(parts, "FuncCall").some(({ fields, inside }) => {
        const change = inside.find(({ kind }) => /^(Update|Delete|OnConflict)/.test(kind));
        const statement = change && inside.findLast(({ kind }) => isWrite(kind));
        if (!statement || !volatile.has(lastName(fields.funcname) ?? "")) return false;
        return tables[targetOf(statement)]?.placement.kind !== "plain";
      }),
  },
  {
    reason: "Citus does not run a CTE that writes and is not read: make it a statement of its own",
    isBroken: (parts) =>
      parts.some(({ kind, inside }) => {
        const cte = inside.at(-1);
        if (!isWrite(kind) || cte?.kind !== "CommonTableExpr") return false;
        return !ofKind(parts, "RangeVar").some(
          ({ fields }) => fields.relname === cte.fields.ctename,
        );
      }),
  },
  {
    reason:
      "Citus plans no outer join of a survey's table on a value that may be null: use `exists`, and nothing if there is no value",
    isBroken: (parts) =>
      ofKind(parts, "JoinExpr").some(
        (join) =>
          join.fields.jointype !== "JOIN_INNER" &&
          tablesOf(join, parts).some(isBySurvey) &&
          ofKind(parts, "A_Expr").some(
            (comparison) => isOwnCondition(comparison, join) && comparesWithValue(comparison),
          ),
      ),
  },
  {
    reason:
      "Citus excludes no rows of a CTE, or of a subquery with a limit, by a survey's table: exclude them where it reads them",
    isBroken: (parts) =>
      ofKind(parts, "SubLink").some((link) => {
        const select = link.inside.findLast(({ kind }) => kind === "SelectStmt");
        const isNegated = link.inside.at(-1)?.fields.boolop === "NOT_EXPR";
        if (!select || !isNegated || !tablesOf(link, parts).some(isBySurvey)) return false;
        const read = parts.filter(
          ({ kind, inside }) => /^Range(Var|Subselect)$/.test(kind) && inside.at(-1) === select,
        );
        return read.length > 0 && read.every(isMadeBefore);
      }),
  },
];

/** Those of PostgreSQL's volatile functions that a statement of ours might call. */
const volatile = new Set([
  "clock_timestamp",
  "gen_random_uuid",
  "nextval",
  "random",
  "timeofday",
  "uuidv4",
  "uuidv7",
]);

/** Whether rows come from a CTE, or from a subquery that Citus runs first because it is cut. */
function isMadeBefore({ kind, fields }: Part): boolean {
  if (kind === "RangeVar") return !tables[String(fields.relname)];
  const { SelectStmt } = fields.subquery as { SelectStmt?: Fields };
  return Boolean(SelectStmt?.limitOffset ?? SelectStmt?.limitCount);
}

function asksAll(parts: Part[]): boolean {
  const tables = ofKind(parts, "RangeVar").filter(isBySurvey);
  const namesOne = ofKind(parts, "A_Expr").some(({ fields: { kind, lexpr, rexpr } }) => {
    const column = columnIn(lexpr) ?? columnIn(rexpr);
    const isSurvey = tables.some(({ fields }) => columnOf(fields.relname) === column);
    return isSurvey && kind === "AEXPR_OP" && (isValue(lexpr) || isValue(rexpr));
  });
  return tables.length > 0 && !namesOne;
}

/** Whether a statement compares the survey of this table with a value or a list of values. */
function namesOwnSurvey({ fields: { relname, alias } }: Part, parts: Part[]): boolean {
  const name = (alias as { aliasname?: string } | undefined)?.aliasname ?? relname;
  return ofKind(parts, "A_Expr").some(({ fields: { lexpr, rexpr } }) => {
    if (columnIn(lexpr) !== columnOf(relname) || !isValue(rexpr)) return false;
    const table = tableIn(lexpr);
    return table === undefined || table === name;
  });
}

function changesReference(parts: Part[]): boolean {
  return parts.some(({ kind, fields }) => {
    return isWrite(kind) && isReferenceTable(targetOf({ fields }));
  });
}

/** The table that a statement writes. */
function targetOf({ fields }: Pick<Part, "fields">): string {
  return (fields.relation as { relname: string }).relname;
}

const isWrite = (kind: string) => /^(Insert|Update|Delete)Stmt$/.test(kind);

function collect(value: unknown, inside: Part[], parts: Part[]): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, inside, parts);
  } else if (value && typeof value === "object") {
    for (const [name, fields] of Object.entries(value)) {
      const kind = kindOf(name, inside.at(-1));
      if (!kind) {
        collect(fields, inside, parts);
        continue;
      }
      const part = { kind, fields: fields as Fields, inside };
      parts.push(part);
      collect(fields, [...inside, part], parts);
    }
  }
}

/** Parts stand under their kind, but for a few that stand under their place in the part above. */
function kindOf(name: string, above: Part | undefined): string | undefined {
  if (/^[A-Z]/.test(name)) return name;
  if (name === "relation") return "RangeVar";
  if (name === "onConflictClause") return "OnConflictClause";
  if (above?.kind === "SelectStmt" && (name === "larg" || name === "rarg")) return "SelectStmt";
  return undefined;
}

const ofKind = (parts: Part[], kind: string) => parts.filter((part) => part.kind === kind);
const isIn = (inside: Part[], kind: string) => inside.some((part) => part.kind === kind);

/** The tables that are named in a part. */
function tablesOf(part: Part, parts: Part[]): Part[] {
  return ofKind(parts, "RangeVar").filter(({ inside }) => inside.includes(part));
}

const isOurs = ({ fields }: Part) => !String(fields.relname).startsWith("pg_");
const isBySurvey = ({ fields }: Part) => columnOf(fields.relname) !== undefined;

const isReference = ({ fields }: Part) => isReferenceTable(fields.relname);
const isReferenceTable = (name: unknown) => tables[String(name)]?.placement.kind === "reference";

function columnOf(table: unknown): string | undefined {
  const placement = tables[String(table)]?.placement;
  return placement?.kind === "by survey" ? placement.column : undefined;
}

/** Whether a comparison belongs to a join's condition, and not to a subquery that it joins. */
function isOwnCondition({ inside }: Part, join: Part): boolean {
  const below = inside.slice(inside.indexOf(join) + 1);
  return inside.includes(join) && !isIn(below, "SelectStmt") && !isIn(below, "JoinExpr");
}

function comparesWithValue({ fields }: Part): boolean {
  const column = columnIn(fields.lexpr) ?? columnIn(fields.rexpr);
  const isSurveys = column === "survey_id" || column === "id";
  return !isSurveys && (isValue(fields.lexpr) || isValue(fields.rexpr));
}

/** The name of a column, if this is one. */
function columnIn(side: unknown): string | undefined {
  return lastName((side as { ColumnRef?: Fields } | undefined)?.ColumnRef?.fields);
}

/** The table that a column is said to be of. */
function tableIn(side: unknown): string | undefined {
  const names = (side as { ColumnRef?: Fields } | undefined)?.ColumnRef?.fields;
  const [first, column] = names as { String?: { sval: string } }[];
  return column && first?.String?.sval;
}

function isValue(side: unknown): boolean {
  const { ParamRef, A_Const, TypeCast } = (side ?? {}) as Record<string, Fields | undefined>;
  return Boolean(ParamRef ?? A_Const) || (TypeCast !== undefined && isValue(TypeCast.arg));
}

function lastName(names: unknown): string | undefined {
  const last = (names as { String?: { sval: string } }[] | undefined)?.at(-1);
  return last?.String?.sval;
}
