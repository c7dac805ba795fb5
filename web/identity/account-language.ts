import type { Language } from "../../words/generated/languages.ts";

/** Mails and notices follow the account, and so do pages on the person's other devices. */
export async function storeAtAccount(_language: Language): Promise<void> {}
