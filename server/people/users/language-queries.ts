import type { Language } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import { knownLanguage } from "../../process/words.ts";

/** The language that the person with this address has chosen; null if none, or if there is nobody. */
export async function findLanguage(db: Database, email: string): Promise<Language | null> {
  const user = await db
    .selectFrom("users")
    .select("language")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return knownLanguage(user?.language);
}

export async function saveLanguage(db: Database, id: string, language: Language): Promise<void> {
  await db.updateTable("users").set({ language }).where("id", "=", id).execute();
}
