import { pages, prefixOf } from "../../../contract/pages.ts";
import { words } from "../../process/words.ts";
import type { Writer } from "../outbox/mailer.ts";
import { hasToken } from "./queries.ts";

// Neither has the token's name: whoever has got into an account could write to its owner by it.

/** Tells somebody that a token was made in their name, which they may not have done themselves. */
export function writeTokenMade(siteUrl: string): Writer<"token.made"> {
  return async (db, { tokenId }, { language }) => {
    if (!(await hasToken(db, tokenId))) return undefined;
    const { subject, text } = words[language].mails.tokenMade;
    const url = siteUrl + prefixOf(language) + pages.tokens;
    const reset = siteUrl + prefixOf(language) + pages.forgotPassword;
    return { subject, text: text({ url, reset }) };
  };
}

/** Tells the owner of a token that it ends within a week. */
export function writeTokenExpires(siteUrl: string): Writer<"token.expires"> {
  return async (db, { tokenId }, { language }) => {
    if (!(await hasToken(db, tokenId))) return undefined;
    const { subject, text } = words[language].mails.tokenExpires;
    const url = siteUrl + prefixOf(language) + pages.tokens;
    return { subject, text: text({ url }) };
  };
}
