import type { Language } from "../../../words/generated/languages.ts";
import { addressIn, goTo, ownLanguage } from "../../lib/language.ts";
import { storeChoice } from "../../lib/language-choice.ts";
import { storeAtAccount } from "../../people/identity/account-language.ts";

// Most answers come in a tenth of it. Who has pressed a link does not wait longer for what the next
// choice can store as well.
const LONGEST_WAIT_MS = 3_000;

/** On this device, and at the account. */
export async function storeLanguage(language: Language, isLoggedIn: boolean): Promise<void> {
  storeChoice(language);
  if (isLoggedIn) await storeAtAccount(language);
}

/** Stores the choice, and opens this page in that language with all that was typed. */
export async function changeLanguage(language: Language, isLoggedIn: boolean): Promise<void> {
  const stored = storeLanguage(language, isLoggedIn);
  if (language === ownLanguage) return;
  // Loaded now, because few people ever need it.
  const carried = import("../../lib/carry-over.ts").then(({ carryOver }) => carryOver());
  const late = new Promise((end) => setTimeout(end, LONGEST_WAIT_MS));
  await Promise.race([Promise.allSettled([stored, carried]), late]);
  goTo(addressIn(language, location));
}
