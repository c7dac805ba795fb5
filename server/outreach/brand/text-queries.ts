import { createHash } from "node:crypto";
import type { SiteTexts } from "../../../contract/brand.ts";
import type { Language } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import type { AuditState } from "../../database/tables/audit.ts";
import { type Change, recordOnce } from "./queries.ts";

/** What admins have set in this language. */
export async function findTexts(db: Database, language: Language): Promise<SiteTexts | undefined> {
  return db
    .selectFrom("site_texts")
    .select(["motto", "copyright", "faq", "testimonials"])
    .where("language", "=", language)
    .executeTakeFirst();
}

/** The footer's lines, of every language that has one. */
export async function findFooters(db: Database) {
  return db.selectFrom("site_texts").select(["language", "motto", "copyright"]).execute();
}

const parts = ["motto", "copyright", "faq", "testimonials"] as const;
const nothing: SiteTexts = { motto: null, copyright: null, faq: null, testimonials: null };

/** Changes the parts that are given, in one language. */
export async function changeTexts(
  db: Database,
  by: Change,
  language: Language,
  given: { [Part in keyof SiteTexts]?: SiteTexts[Part] | undefined },
): Promise<void> {
  const hold = (trx: Database) => holdTexts(trx, language);
  await recordOnce(db, by, hold, async (trx, before) => {
    const after: SiteTexts = { ...nothing };
    const [was, is]: [AuditState, AuditState] = [{}, {}];
    for (const part of parts) {
      Object.assign(after, { [part]: given[part] === undefined ? before[part] : given[part] });
      if (nameOf(before[part]) === nameOf(after[part])) continue;
      was[part] = nameOf(before[part]);
      is[part] = nameOf(after[part]);
    }
    const { motto, copyright, faq, testimonials } = after;
    await trx
      .updateTable("site_texts")
      .set({
        motto,
        copyright,
        faq: faq && JSON.stringify(faq),
        testimonials: testimonials && JSON.stringify(testimonials),
      })
      .where("language", "=", language)
      .execute();
    if (Object.keys(is).length === 0) return null;
    return { before: { language, ...was }, after: { language, ...is } };
  });
}

async function holdTexts(trx: Database, language: Language) {
  await trx
    .insertInto("site_texts")
    .values({ language })
    .onConflict((conflict) => conflict.column("language").doNothing())
    .execute();
  return trx
    .selectFrom("site_texts")
    .selectAll()
    .where("language", "=", language)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** What an entry of the audit log says: a line itself, of a list how many there are and its hash. */
function nameOf(value: string | readonly object[] | null): string | null {
  if (value === null || typeof value === "string") return value;
  // Sorted names, because PostgreSQL does not keep the order in which an object had them.
  const items = value.map((item) => Object.entries(item).sort());
  const hash = createHash("sha256").update(JSON.stringify(items)).digest("hex");
  return `${value.length} (${hash.slice(0, 8)})`;
}
