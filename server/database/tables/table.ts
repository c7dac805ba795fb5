import { type RawBuilder, sql } from "kysely";

/**
 * All that is known of a table beside its SQL: the types of its columns for Kysely, where its rows
 * are once the site has several database machines, whose they are, and what becomes of them.
 */
type Table = OfPeople | OfNobody;

export type Tables = Record<string, Table>;

/**
 * Where the rows of a table are once `npm run distribute` has spread the database over several
 * machines with Citus. On one PostgreSQL it changes nothing.
 * - `by survey`: on the machine that has the survey named by `column`
 * - `reference`: a full copy on every machine
 * - `coordinator`: on the coordinator, known to Citus because it has a key to a reference table
 * - `plain`: on the coordinator, unknown to Citus
 */
type Placement =
  | { kind: "by survey"; column: string; reason: string }
  | { kind: "reference" | "coordinator" | "plain"; reason: string };

export const withItsSurvey = {
  kind: "by survey",
  column: "survey_id",
  reason: "grows with every vote or visitor, and is always read with its survey",
} as const;

export const withPeople = {
  kind: "coordinator",
  reason: "grows with people, and has a key to users",
} as const;

interface OfNobody {
  placement: Placement;
  rowsOf?: undefined;
  columns: Record<string, Column<unknown>>;
}

/** A table with personal rows. */
export interface OfPeople {
  placement: Placement;
  /** Selects a person's rows. */
  rowsOf: (owner: Owner) => RawBuilder<boolean>;
  /** What becomes of them when the person is deleted: kept, they name a row of `users` without a name. */
  afterDeletion: "gone" | "kept";
  /** Identifies a row among a person's rows, and sorts them; `id` by default. */
  key?: string;
  columns: Record<string, Column<unknown>>;
}

/** The person who asks. */
export interface Owner {
  userId: string;
  /** Of their account. Anybody can register any address, so this finds only the account itself. */
  email: string;
  /** The same address if they have proven it: what was done with it before is theirs only then. */
  provenEmail: string | null;
}

export const byUser = ({ userId }: Owner) => sql<boolean>`user_id = ${userId}`;

/** What happens to a column when a person downloads their data. The type is there for Kysely alone. */
type Column<Type> = ("exported" | "secret" | "passing" | "not personal") & { readonly type: Type };

/** It is theirs and is in the file. */
export const exported = <Type>() => "exported" as Column<Type>;
/** It is theirs, but with it the file could be used to log in as them, or against others. */
export const secret = <Type>() => "secret" as Column<Type>;
/** It is theirs, and is deleted within the hour. */
export const passing = <Type>() => "passing" as Column<Type>;
/** It says nothing about them, or concerns somebody else. */
export const notPersonal = <Type>() => "not personal" as Column<Type>;

/** The rows of tables, as Kysely wants to know them. */
export type RowsOf<Some extends Tables> = {
  [Name in keyof Some]: {
    [Field in keyof Some[Name]["columns"]]: Some[Name]["columns"][Field] extends Column<infer Type>
      ? Type
      : never;
  };
};
