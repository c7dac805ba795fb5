import { routes } from "../../../contract/routes.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { callRoute } from "../../lib/api.ts";
import { ownLanguage } from "../../lib/language.ts";
import type { SessionUser } from "./provider.ts";

/**
 * Mails follow the account, and so do pages on the person's other devices. A failure is only logged:
 * the page itself is in the right language already.
 */
export async function storeAtAccount(language: Language): Promise<void> {
  await callRoute(routes.setLanguage, { body: { language } }).catch((error) =>
    console.error("Could not store the language:", error),
  );
}

/**
 * Who registers or logs in on a page in another language than English, and has chosen none yet, has
 * chosen that one. On an English page nothing is stored: English is what no choice means.
 */
export async function keepLanguage(user: SessionUser): Promise<SessionUser> {
  if (user.language || ownLanguage === "en") return user;
  await storeAtAccount(ownLanguage);
  return { ...user, language: ownLanguage };
}
