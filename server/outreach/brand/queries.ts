import type { PictureUse } from "../../../contract/brand.ts";
import type { Database } from "../../database/connect.ts";
import type { Schema } from "../../database/schema.ts";
import type { AuditState } from "../../database/tables/audit.ts";
import { type AuditEntry, isAudited, writeAudit } from "../../people/audit/queries.ts";

/** What admins have set, without the bytes of the pictures. */
export async function findBrand(db: Database) {
  return db
    .selectFrom("brand")
    .select(["name", "colour", "operator_name", "operator_address", "operator_email"])
    .select(["mark_file", "icon_file"])
    .executeTakeFirst();
}

export type BrandRow = NonNullable<Awaited<ReturnType<typeof findBrand>>>;

/** The bytes of the picture at this address below `/brand/`. */
export async function findPicture(db: Database, file: string): Promise<Buffer | null> {
  const found = await db
    .selectFrom("brand")
    .select(["mark", "mark_file", "icon", "icon_file"])
    .executeTakeFirst();
  if (found?.mark_file === file) return found.mark;
  return found?.icon_file === file ? found.icon : null;
}

export interface Change {
  /** Makes it happen only once. */
  key: string;
  adminId: string;
}

type Values = Partial<Omit<Schema["brand"], "only_row">>;

export async function changeLook(
  db: Database,
  by: Change,
  look: Omit<BrandRow, "mark_file" | "icon_file">,
): Promise<void> {
  await change(db, by, look);
}

export async function changePicture(
  db: Database,
  by: Change,
  use: PictureUse,
  picture: { file: string; bytes: Buffer } | null,
): Promise<void> {
  await change(db, by, {
    [use]: picture?.bytes ?? null,
    [`${use}_file`]: picture?.file ?? null,
  });
}

async function change(db: Database, by: Change, values: Values): Promise<void> {
  await recordOnce(db, by, holdBrand, async (trx, before) => {
    await trx.updateTable("brand").set(values).execute();
    const changed = Object.keys(auditNames).filter(
      (column) => column in values && values[column as Named] !== before[column as Named],
    ) as Named[];
    if (changed.length === 0) return null;
    const state = (row: Values): AuditState =>
      Object.fromEntries(changed.map((column) => [auditNames[column], row[column] ?? null]));
    return { before: state(before), after: state(values) };
  });
}

async function holdBrand(trx: Database) {
  await trx
    .insertInto("brand")
    .defaultValues()
    .onConflict((conflict) => conflict.column("only_row").doNothing())
    .execute();
  return trx.selectFrom("brand").selectAll().forUpdate().executeTakeFirstOrThrow();
}

/**
 * Changes something of the site and records it, both once. The row is held first: two admins change
 * it one after the other, so that each entry says what it found.
 */
export async function recordOnce<Row>(
  db: Database,
  { key, adminId }: Change,
  hold: (trx: Database) => Promise<Row>,
  act: (trx: Database, before: Row) => Promise<Pick<AuditEntry, "before" | "after"> | null>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await hold(trx);
    if (await isAudited(trx, key)) return;
    const states = await act(trx, before);
    if (!states) return;
    await writeAudit(trx, {
      id: key,
      actorId: adminId,
      action: "site.brand",
      subject: { kind: "site", id: SITE },
      ...states,
    });
  });
}

/** There is one site, so it needs no id of its own. */
const SITE = "00000000-0000-0000-0000-000000000000";

/** What an entry of the audit log names. A picture is named by its hash. */
const auditNames = {
  name: "name",
  colour: "colour",
  operator_name: "operatorName",
  operator_address: "operatorAddress",
  operator_email: "operatorEmail",
  mark_file: "mark",
  icon_file: "icon",
} as const;
type Named = keyof typeof auditNames;
